#include "faults.h"

#include <stdint.h>
#include <string.h>

static struct {
    int calls;
    int fails_at;
    int error;
    bool done_before;
    bool struck;
} plan[FAULT_COUNT];

static bool pausing;

static bool strikes(enum fault call)
{
    if (pausing || ++plan[call].calls != plan[call].fails_at)
        return false;
    plan[call].struck = true;
    return true;
}

static void give_back(enum fault call, intptr_t result)
{
    if ((call == FAULT_openat_mode || call == FAULT_openat2_raw) && result >= 0)
        hf_direct_calls.close_raw((int)result);
}

/* What the C library answers on failure: a null pointer or -1. */
#define FAILURE(result) _Generic((result)0, DIR *: (result)0, default: (result)-1)

#define HF_CALL(result, name, parameters, arguments)                                               \
    static result counted_##name parameters                                                       \
    {                                                                                              \
        if (strikes(FAULT_##name)) {                                                               \
            if (plan[FAULT_##name].done_before)                                                    \
                give_back(FAULT_##name, (intptr_t)hf_direct_calls.name arguments);                 \
            errno = plan[FAULT_##name].error;                                                      \
            return FAILURE(result);                                                                \
        }                                                                                          \
        return hf_direct_calls.name arguments;                                                     \
    }
#include "calls.def"
#undef HF_CALL

void faults_clear(void)
{
    static const struct hf_calls counted = {
#define HF_CALL(result, name, parameters, arguments) .name = counted_##name,
#include "calls.def"
#undef HF_CALL
    };

    memset(plan, 0, sizeof plan);
    pausing = false;
    hf_test_calls = counted;
}

void fault_at(enum fault call, int nth, int error)
{
    plan[call].fails_at = plan[call].calls + nth;
    plan[call].error = error;
    plan[call].done_before = false;
    plan[call].struck = false;
}

void fault_after(enum fault call, int nth, int error)
{
    fault_at(call, nth, error);
    plan[call].done_before = true;
}

int fault_calls(enum fault call)
{
    return plan[call].calls;
}

void fault_lift(enum fault call)
{
    plan[call].fails_at = 0;
}

bool fault_struck(enum fault call)
{
    return plan[call].struck;
}

void faults_pause(bool paused)
{
    pausing = paused;
}

const char *fault_name(enum fault call)
{
    static const char *const names[] = {
#define HF_CALL(result, name, parameters, arguments) #name,
#include "calls.def"
#undef HF_CALL
    };

    return names[call];
}
