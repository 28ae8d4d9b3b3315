#include "natives.h"

#define HF_NATIVE(result, name, signature, parameters) \
    {(char *)#name, (char *)signature, __extension__(void *) native_##name},
static const JNINativeMethod natives[] = {
#include "natives.def"
};
#undef HF_NATIVE

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *vm, void *reserved __attribute__((unused)))
{
    void *address;
    JNIEnv *env;
    jclass calls;

    if ((*vm)->GetEnv(vm, &address, JNI_VERSION_10) != JNI_OK)
        return JNI_ERR;
    env = address;
    calls = (*env)->FindClass(env, "io/holdfast/jni/NativeCalls");
    if (calls == NULL)
        return JNI_ERR;
    if ((*env)->RegisterNatives(env, calls, natives, sizeof natives / sizeof natives[0]) < 0)
        return JNI_ERR;
    return JNI_VERSION_10;
}
