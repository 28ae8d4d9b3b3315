#include "natives.h"

jint native_openat(HF_JNI, jint dirfd, jbyteArray path, jint flags, jint mode)
{
    char name[HF_NAME_BYTES];
    int result = hf_name_in(env, path, name);

    return result < 0 ? result : hf_openat(dirfd, name, flags, (unsigned)mode);
}

jint native_openat2(HF_JNI, jint dirfd, jbyteArray path, jint flags, jint mode, jlong resolve)
{
    char name[HF_NAME_BYTES];
    int result = hf_name_in(env, path, name);

    return result < 0 ? result
                      : hf_openat2(dirfd, name, flags, (unsigned)mode, (uint64_t)resolve);
}

jint native_close(HF_JNI, jint fd)
{
    return hf_close(fd);
}

jlong native_opendir(HF_JNI, jint dirfd, jbyteArray path)
{
    char name[HF_NAME_BYTES];
    void *stream;
    int result = hf_name_in(env, path, name);

    if (result == 0)
        result = hf_opendir(dirfd, name, &stream);
    return result < 0 ? result : (jlong)(intptr_t)stream;
}

jint native_dirfd(HF_JNI, jlong stream)
{
    return hf_dirfd((void *)(intptr_t)stream);
}

jint native_closedir(HF_JNI, jlong stream)
{
    return hf_closedir((void *)(intptr_t)stream);
}
