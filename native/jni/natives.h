/*
 * natives.h - the C side of io.holdfast.jni.NativeCalls.
 *
 * One function per hf_* call, and no more than that call plus copies between Java arrays and the
 * stack. Nothing is pinned while a call may block, nothing is allocated, no class is looked up.
 * Arrays are never NULL and ranges lie within them: NativeCalls' one caller, JniPosix, has checked.
 * What the call answered is the result; errno is not read again.
 *
 * A pending Java exception, which those checks rule out, answers -EFAULT and is thrown by the JVM
 * when the method returns.
 */
#ifndef HOLDFAST_NATIVES_H
#define HOLDFAST_NATIVES_H

#include <errno.h>
#include <jni.h>
#include <string.h>

#include "holdfast.h"

/* Posix.PATH_LIMIT and the terminating NUL. */
#define HF_NAME_BYTES 4096
/*
 * Posix.TRANSFER_LIMIT: the largest buffer on the stack. HotSpot keeps StackShadowPages, 80 KiB,
 * free below every native method.
 */
#define HF_TRANSFER_BYTES (64 * 1024)

#define HF_JNI \
    JNIEnv *env __attribute__((unused)), jclass type __attribute__((unused))

#define HF_NATIVE(result, name, signature, parameters) result native_##name parameters;
#include "natives.def"
#undef HF_NATIVE

static inline jint hf_transfer(jint length)
{
    return length < HF_TRANSFER_BYTES ? length : HF_TRANSFER_BYTES;
}

/* Copies array[offset, offset + length) to the stack. Answers 0 or -EFAULT. */
static inline int hf_copy_in(JNIEnv *env, jbyteArray array, jint offset, jint length, void *to)
{
    (*env)->GetByteArrayRegion(env, array, offset, length, to);
    return (*env)->ExceptionCheck(env) ? -EFAULT : 0;
}

/*
 * Copies what a call has filled to the array, and passes the call's result on. A result larger than
 * the room is a size that was asked for, nothing was filled.
 */
static inline jint hf_copy_out(JNIEnv *env, jbyteArray array, jint offset, jint room,
                               const void *from, int64_t result)
{
    if (result > 0 && result <= room) {
        (*env)->SetByteArrayRegion(env, array, offset, (jint)result, from);
        if ((*env)->ExceptionCheck(env))
            return -EFAULT;
    }
    return (jint)result;
}

/* Copies the slots of a struct of int64_t after a call that answered 0. */
static inline jint hf_slots_out(JNIEnv *env, jlongArray array, size_t size, const void *from,
                                int result)
{
    if (result == 0) {
        (*env)->SetLongArrayRegion(env, array, 0, (jint)(size / sizeof(jlong)), from);
        if ((*env)->ExceptionCheck(env))
            return -EFAULT;
    }
    return result;
}

/* Copies a name and terminates it. Answers 0, -ENAMETOOLONG, or -EINVAL for a NUL inside. */
static inline int hf_name_in(JNIEnv *env, jbyteArray array, char name[HF_NAME_BYTES])
{
    jint length = (*env)->GetArrayLength(env, array);
    int result;

    if (length >= HF_NAME_BYTES)
        return -ENAMETOOLONG;
    result = hf_copy_in(env, array, 0, length, name);
    if (result < 0)
        return result;
    if (memchr(name, '\0', (size_t)length) != NULL)
        return -EINVAL;
    name[length] = '\0';
    return 0;
}

#endif
