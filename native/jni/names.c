#include "natives.h"

jint native_mkdirat(HF_JNI, jint dirfd, jbyteArray path, jint mode)
{
    char name[HF_NAME_BYTES];
    int result = hf_name_in(env, path, name);

    return result < 0 ? result : hf_mkdirat(dirfd, name, (unsigned)mode);
}

jint native_unlinkat(HF_JNI, jint dirfd, jbyteArray path, jint flags)
{
    char name[HF_NAME_BYTES];
    int result = hf_name_in(env, path, name);

    return result < 0 ? result : hf_unlinkat(dirfd, name, flags);
}

jint native_linkat(HF_JNI, jint old_dirfd, jbyteArray old_path, jint new_dirfd,
                   jbyteArray new_path, jint flags)
{
    char old_name[HF_NAME_BYTES];
    char new_name[HF_NAME_BYTES];
    int result = hf_name_in(env, old_path, old_name);

    if (result == 0)
        result = hf_name_in(env, new_path, new_name);
    return result < 0 ? result : hf_linkat(old_dirfd, old_name, new_dirfd, new_name, flags);
}

jint native_renameat2(HF_JNI, jint old_dirfd, jbyteArray old_path, jint new_dirfd,
                      jbyteArray new_path, jint flags)
{
    char old_name[HF_NAME_BYTES];
    char new_name[HF_NAME_BYTES];
    int result = hf_name_in(env, old_path, old_name);

    if (result == 0)
        result = hf_name_in(env, new_path, new_name);
    return result < 0 ? result
                      : hf_renameat2(old_dirfd, old_name, new_dirfd, new_name, (unsigned)flags);
}

jint native_symlinkat(HF_JNI, jbyteArray target, jint dirfd, jbyteArray path)
{
    char content[HF_NAME_BYTES];
    char name[HF_NAME_BYTES];
    int result = hf_name_in(env, target, content);

    if (result == 0)
        result = hf_name_in(env, path, name);
    return result < 0 ? result : hf_symlinkat(content, dirfd, name);
}

jint native_readlinkat(HF_JNI, jint dirfd, jbyteArray path, jbyteArray buffer)
{
    char name[HF_NAME_BYTES];
    char target[HF_NAME_BYTES];
    jint room = (*env)->GetArrayLength(env, buffer);
    int64_t result = hf_name_in(env, path, name);

    if (room > HF_NAME_BYTES)
        room = HF_NAME_BYTES;
    if (result == 0)
        result = hf_readlinkat(dirfd, name, target, (size_t)room);
    return hf_copy_out(env, buffer, 0, room, target, result);
}
