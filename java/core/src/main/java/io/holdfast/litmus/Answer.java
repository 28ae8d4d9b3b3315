package io.holdfast.litmus;

import io.holdfast.posix.Errno;
import org.jspecify.annotations.Nullable;

/**
 * One question, asked.
 *
 * @param errno what the kernel said where that decided the answer
 * @param nanos how long it took
 * @param evidence what was done and seen, in one line: counts, errnos, modes
 */
public record Answer(
    Question question, Verdict verdict, @Nullable Errno errno, long nanos, String evidence) {}
