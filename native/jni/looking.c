#include "natives.h"

/* Slot order of FileStat and FileSystemStat. */
_Static_assert(sizeof(struct hf_stat) == 17 * sizeof(jlong), "FileStat.SLOTS");
_Static_assert(sizeof(struct hf_statfs) == 11 * sizeof(jlong), "FileSystemStat.SLOTS");

jint native_fstat(HF_JNI, jint fd, jlongArray stat)
{
    struct hf_stat slots;
    int result = hf_fstat(fd, &slots);

    return hf_slots_out(env, stat, sizeof slots, &slots, result);
}

jint native_fstatat(HF_JNI, jint dirfd, jbyteArray path, jlongArray stat, jint flags)
{
    char name[HF_NAME_BYTES];
    struct hf_stat slots;
    int result = hf_name_in(env, path, name);

    if (result == 0)
        result = hf_fstatat(dirfd, name, &slots, flags);
    return hf_slots_out(env, stat, sizeof slots, &slots, result);
}

jint native_statx(HF_JNI, jint dirfd, jbyteArray path, jint flags, jint mask, jlongArray stat)
{
    char name[HF_NAME_BYTES];
    struct hf_stat slots;
    int result = hf_name_in(env, path, name);

    if (result == 0)
        result = hf_statx(dirfd, name, flags, (unsigned)mask, &slots);
    return hf_slots_out(env, stat, sizeof slots, &slots, result);
}

jint native_fstatfs(HF_JNI, jint fd, jlongArray statfs)
{
    struct hf_statfs slots;
    int result = hf_fstatfs(fd, &slots);

    return hf_slots_out(env, statfs, sizeof slots, &slots, result);
}

jint native_getdents64(HF_JNI, jint fd, jbyteArray buffer, jint offset, jint length)
{
    /* The kernel stores 64-bit fields into it. */
    _Alignas(int64_t) char records[HF_TRANSFER_BYTES];
    jint room = hf_transfer(length);
    int64_t result = hf_getdents64(fd, records, (size_t)room);

    return hf_copy_out(env, buffer, offset, room, records, result);
}
