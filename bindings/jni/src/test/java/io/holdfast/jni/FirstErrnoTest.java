package io.holdfast.jni;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.jni.fork.FirstFailure;
import io.holdfast.testkit.fork.ForkedJvm;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the JVM does on the first call, class loading and linking, must not come between. */
class FirstErrnoTest {

  @ParameterizedTest
  @CsvSource({"open, ENOENT", "mkdir, EEXIST", "flock, EBADF", "fsync, EBADF", "pread, EBADF"})
  void firstFailingCallOfAJvmHasItsErrno(String call, String symbol) throws Exception {
    String said = ForkedJvm.here().run(FirstFailure.class, call).said();

    assertThat(said).isEqualTo(symbol);
  }
}
