#include "natives.h"

#define BOOT_ID_BYTES 36
/* HOST_NAME_MAX of the kernel is 64. */
#define HOST_NAME_BYTES 256

jint native_getpid(HF_JNI)
{
    return hf_getpid();
}

jint native_getuid(HF_JNI)
{
    return hf_getuid();
}

jint native_gethostname(HF_JNI, jbyteArray buffer)
{
    char name[HOST_NAME_BYTES];
    jint room = (*env)->GetArrayLength(env, buffer);
    int result = hf_gethostname(name, sizeof name);

    if (result > room)
        return -ENAMETOOLONG;
    return hf_copy_out(env, buffer, 0, room, name, result);
}

jlong native_clockGettime(HF_JNI, jint clock)
{
    return hf_clock_gettime(clock);
}

jint native_bootId(HF_JNI, jbyteArray buffer)
{
    char id[BOOT_ID_BYTES];
    int result = hf_boot_id(id, sizeof id);

    return hf_copy_out(env, buffer, 0, sizeof id, id, result);
}

jint native_abiVersion(HF_JNI)
{
    return hf_abi_version();
}

/* Names with a NUL behind each, and their values. Answers how many, or -ERANGE: no room. */
jint native_constants(HF_JNI, jbyteArray names, jlongArray values)
{
    const struct hf_constant *table;
    int count = hf_constants(&table);
    jint names_room = (*env)->GetArrayLength(env, names);
    jint filled = 0;

    if (count > (*env)->GetArrayLength(env, values))
        return -ERANGE;
    for (int i = 0; i < count; i++) {
        jint length = (jint)strlen(table[i].name) + 1;
        jlong value = table[i].value;

        if (length > names_room - filled)
            return -ERANGE;
        if (hf_copy_out(env, names, filled, length, table[i].name, length) < 0)
            return -EFAULT;
        filled += length;
        (*env)->SetLongArrayRegion(env, values, i, 1, &value);
        if ((*env)->ExceptionCheck(env))
            return -EFAULT;
    }
    return count;
}
