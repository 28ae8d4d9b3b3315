/*
 * faults.h - "the N-th call of X fails with E", in the test build of the library.
 *
 * Calls are those of calls.def, by number: FAULT_close_raw, FAULT_fsync, ... One thread at a time.
 */
#ifndef HOLDFAST_FAULTS_H
#define HOLDFAST_FAULTS_H

#include <stdbool.h>

#include "calls.h"

enum fault {
#define HF_CALL(result, name, parameters, arguments) FAULT_##name,
#include "calls.def"
#undef HF_CALL
    FAULT_COUNT
};

/* Every call again as in the release build, and counted from 0. */
void faults_clear(void);
/* From now on: the nth call (1 is the next) of that name fails with error, all others do not. */
void fault_at(enum fault call, int nth, int error);
/*
 * The same for a call that is done all the same, as when a reply is lost. A descriptor that it
 * opened is closed again.
 */
void fault_after(enum fault call, int nth, int error);
/* How often the library called it since faults_clear. */
int fault_calls(enum fault call);
/* No failure of that call is ordered any more. */
void fault_lift(enum fault call);
/* Whether the failure that was ordered last has happened. */
bool fault_struck(enum fault call);
/* Whether calls pass without being counted or failing, from now on. */
void faults_pause(bool paused);
const char *fault_name(enum fault call);

#endif
