package io.holdfast.lab.crash;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@link CrashLabTest} and {@link EioLabTest} show, on a part of it and for longer. */
@Tag("durable-full")
@Execution(ExecutionMode.CONCURRENT)
class LongCrashRunsTest {

  private static final int STATES = 1000;
  private static final int TRIALS = 200;

  static Stream<Arguments> disks() {
    return CrashLabTest.disks()
        .filter(
            arguments ->
                arguments.get()[1] == CrashWorkload.GROUP
                    || arguments.get()[1] == CrashWorkload.PUBLISH);
  }

  @ParameterizedTest
  @MethodSource("disks")
  void aDiskThatLosesPowerKeepsEveryPromise(CrashFileSystem type, CrashWorkload workload)
      throws IOException {
    CrashLabTest.assertThatEveryPromiseIsKept(type, workload, STATES);
  }

  @ParameterizedTest
  @EnumSource(names = {"EXT4", "XFS", "BTRFS"})
  void nothingAcknowledgedIsLostWhenTheDiskFails(CrashFileSystem type) throws IOException {
    EioResult result = EioLabTest.run(type, TRIALS, null, false);

    EioLabTest.assertThatNothingAcknowledgedIsLost(result, TRIALS);
  }
}
