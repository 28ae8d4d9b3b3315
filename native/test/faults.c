#include "faults.h"

#include <stdbool.h>

static struct {
    int calls;
    int fails_at;
    int error;
} plan[FAULT_COUNT];

static bool strikes(enum fault call)
{
    return ++plan[call].calls == plan[call].fails_at;
}

/* What the C library answers on failure: a null pointer or -1. */
#define FAILURE(result) _Generic((result)0, DIR *: (result)0, default: (result)-1)

#define HF_CALL(result, name, parameters, arguments)                                               \
    static result counted_##name parameters                                                       \
    {                                                                                              \
        if (strikes(FAULT_##name)) {                                                               \
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

    for (int i = 0; i < FAULT_COUNT; i++)
        plan[i].calls = plan[i].fails_at = plan[i].error = 0;
    hf_test_calls = counted;
}

void fault_at(enum fault call, int nth, int error)
{
    plan[call].fails_at = plan[call].calls + nth;
    plan[call].error = error;
}

int fault_calls(enum fault call)
{
    return plan[call].calls;
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
