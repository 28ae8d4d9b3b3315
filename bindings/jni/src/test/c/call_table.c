/*
 * The native half of io.holdfast.jni.fork.CallTable: the table of system calls behind the JNI
 * library, told from Java which call fails. Linked with the library's sources in their test build.
 */
#include <jni.h>
#include <stdint.h>
#include <string.h>

#include "faults.h"

#define TABLE_METHOD(result, name) \
    JNIEXPORT result JNICALL Java_io_holdfast_jni_fork_CallTable_##name

static enum fault armed = FAULT_COUNT;
static ssize_t (*counted_pwrite)(int, const void *, size_t, off_t);
static size_t longest_write;

static ssize_t short_pwrite(int fd, const void *buffer, size_t length, off_t position)
{
    return counted_pwrite(fd, buffer, length < longest_write ? length : longest_write, position);
}

TABLE_METHOD(void, clear)(JNIEnv *env, jclass type, jint most)
{
    (void)env;
    (void)type;
    faults_clear();
    armed = FAULT_COUNT;
    longest_write = (size_t)most;
    counted_pwrite = hf_test_calls.pwrite;
    hf_test_calls.pwrite = short_pwrite;
}

TABLE_METHOD(jboolean, arm)(JNIEnv *env, jclass type, jstring name, jint nth, jint error,
                            jboolean afterwards)
{
    char text[64] = "";
    jsize length = (*env)->GetStringUTFLength(env, name);

    (void)type;
    if ((size_t)length >= sizeof text)
        return JNI_FALSE;
    (*env)->GetStringUTFRegion(env, name, 0, (*env)->GetStringLength(env, name), text);
    for (int call = 0; call < FAULT_COUNT; call++) {
        if (strcmp(text, fault_name((enum fault)call)) != 0)
            continue;
        armed = (enum fault)call;
        if (afterwards)
            fault_after(armed, nth, error);
        else
            fault_at(armed, nth, error);
        return JNI_TRUE;
    }
    return JNI_FALSE;
}

TABLE_METHOD(void, disarm)(JNIEnv *env, jclass type)
{
    (void)env;
    (void)type;
    if (armed != FAULT_COUNT)
        fault_lift(armed);
}

TABLE_METHOD(jboolean, struck)(JNIEnv *env, jclass type)
{
    (void)env;
    (void)type;
    return armed != FAULT_COUNT && fault_struck(armed);
}

TABLE_METHOD(void, pause)(JNIEnv *env, jclass type, jboolean paused)
{
    (void)env;
    (void)type;
    faults_pause(paused);
}
