#include "natives.h"

jint native_fchmod(HF_JNI, jint fd, jint mode)
{
    return hf_fchmod(fd, (unsigned)mode);
}

jint native_fchmodat(HF_JNI, jint dirfd, jbyteArray path, jint mode)
{
    char name[HF_NAME_BYTES];
    int result = hf_name_in(env, path, name);

    return result < 0 ? result : hf_fchmodat(dirfd, name, (unsigned)mode);
}

jint native_fchown(HF_JNI, jint fd, jint uid, jint gid)
{
    return hf_fchown(fd, uid, gid);
}

jint native_fchownat(HF_JNI, jint dirfd, jbyteArray path, jint uid, jint gid, jint flags)
{
    char name[HF_NAME_BYTES];
    int result = hf_name_in(env, path, name);

    return result < 0 ? result : hf_fchownat(dirfd, name, uid, gid, flags);
}

jint native_utimensat(HF_JNI, jint dirfd, jbyteArray path, jlong atime_sec, jlong atime_nsec,
                      jlong mtime_sec, jlong mtime_nsec, jint flags)
{
    char name[HF_NAME_BYTES];
    int result = hf_name_in(env, path, name);

    return result < 0 ? result
                      : hf_utimensat(dirfd, name, atime_sec, atime_nsec, mtime_sec, mtime_nsec,
                                     flags);
}

jint native_fsetxattr(HF_JNI, jint fd, jbyteArray name, jbyteArray value, jint flags)
{
    char attribute[HF_NAME_BYTES];
    char bytes[HF_TRANSFER_BYTES];
    jint length = (*env)->GetArrayLength(env, value);
    int result = hf_name_in(env, name, attribute);

    if (result < 0)
        return result;
    if (length > HF_TRANSFER_BYTES)
        return -E2BIG; /* the kernel's own answer above XATTR_SIZE_MAX, which is 64 KiB */
    result = hf_copy_in(env, value, 0, length, bytes);
    return result < 0 ? result : hf_fsetxattr(fd, attribute, bytes, (size_t)length, flags);
}

jint native_fgetxattr(HF_JNI, jint fd, jbyteArray name, jbyteArray buffer)
{
    char attribute[HF_NAME_BYTES];
    char bytes[HF_TRANSFER_BYTES];
    jint room = hf_transfer((*env)->GetArrayLength(env, buffer));
    int64_t result = hf_name_in(env, name, attribute);

    if (result == 0)
        result = hf_fgetxattr(fd, attribute, bytes, (size_t)room);
    return hf_copy_out(env, buffer, 0, room, bytes, result);
}

jint native_fremovexattr(HF_JNI, jint fd, jbyteArray name)
{
    char attribute[HF_NAME_BYTES];
    int result = hf_name_in(env, name, attribute);

    return result < 0 ? result : hf_fremovexattr(fd, attribute);
}
