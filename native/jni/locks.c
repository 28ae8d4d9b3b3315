#include "natives.h"

/* Slot order of LockStat. */
_Static_assert(sizeof(struct hf_lock) == 5 * sizeof(jlong), "LockStat.SLOTS");

jint native_flock(HF_JNI, jint fd, jint operation)
{
    return hf_flock(fd, operation);
}

jint native_fcntlSetLock(HF_JNI, jint fd, jint command, jint kind, jlong start, jlong length)
{
    return hf_fcntl_setlk(fd, command, kind, start, length);
}

jint native_fcntlGetLock(HF_JNI, jint fd, jint command, jint kind, jlong start, jlong length,
                         jlongArray lock)
{
    struct hf_lock slots;
    int result = hf_fcntl_getlk(fd, command, kind, start, length, &slots);

    return hf_slots_out(env, lock, sizeof slots, &slots, result);
}

jint native_fcntlGetFlags(HF_JNI, jint fd)
{
    return hf_fcntl_getfl(fd);
}
