package io.holdfast.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.holdfast.posix.Errno;
import java.util.Arrays;
import java.util.List;

/** Assertions on results of {@link io.holdfast.posix.Posix} that name the errno. */
final class Answers {

  private Answers() {}

  /** The result, which must not be an error. */
  static long done(long result) {
    if (result < 0) {
      fail("expected success, answered " + Errno.of(result));
    }
    return result;
  }

  /** The result, which must not be an error. */
  static int done(int result) {
    return (int) done((long) result);
  }

  /** The result must be one of these errors. */
  static void refused(long result, Errno... expected) {
    refused("the call", result, expected);
  }

  static void refused(String call, long result, Errno... expected) {
    List<Errno> wanted = Arrays.asList(expected);
    if (result >= 0) {
      fail("expected " + call + " to answer " + wanted + ", answered " + result);
    }
    assertThat(Errno.of(result)).as(call).isIn(wanted);
  }
}
