#include "natives.h"

jint native_read(HF_JNI, jint fd, jbyteArray buffer, jint offset, jint length)
{
    char bytes[HF_TRANSFER_BYTES];
    jint room = hf_transfer(length);
    int64_t result = hf_read(fd, bytes, (size_t)room);

    return hf_copy_out(env, buffer, offset, room, bytes, result);
}

jint native_write(HF_JNI, jint fd, jbyteArray buffer, jint offset, jint length)
{
    char bytes[HF_TRANSFER_BYTES];
    jint count = hf_transfer(length);
    int result = hf_copy_in(env, buffer, offset, count, bytes);

    return result < 0 ? result : (jint)hf_write(fd, bytes, (size_t)count);
}

jint native_pread(HF_JNI, jint fd, jbyteArray buffer, jint offset, jint length, jlong position)
{
    char bytes[HF_TRANSFER_BYTES];
    jint room = hf_transfer(length);
    int64_t result = hf_pread(fd, bytes, (size_t)room, position);

    return hf_copy_out(env, buffer, offset, room, bytes, result);
}

jint native_pwrite(HF_JNI, jint fd, jbyteArray buffer, jint offset, jint length, jlong position)
{
    char bytes[HF_TRANSFER_BYTES];
    jint count = hf_transfer(length);
    int result = hf_copy_in(env, buffer, offset, count, bytes);

    return result < 0 ? result : (jint)hf_pwrite(fd, bytes, (size_t)count, position);
}

jlong native_lseek(HF_JNI, jint fd, jlong offset, jint whence)
{
    return hf_lseek(fd, offset, whence);
}

jint native_ftruncate(HF_JNI, jint fd, jlong length)
{
    return hf_ftruncate(fd, length);
}

jint native_fallocate(HF_JNI, jint fd, jint mode, jlong offset, jlong length)
{
    return hf_fallocate(fd, mode, offset, length);
}

jint native_fsync(HF_JNI, jint fd)
{
    return hf_fsync(fd);
}

jint native_fdatasync(HF_JNI, jint fd)
{
    return hf_fdatasync(fd);
}

jint native_syncfs(HF_JNI, jint fd)
{
    return hf_syncfs(fd);
}

jint native_syncFileRange(HF_JNI, jint fd, jlong offset, jlong length, jint flags)
{
    return hf_sync_file_range(fd, offset, length, (unsigned)flags);
}
