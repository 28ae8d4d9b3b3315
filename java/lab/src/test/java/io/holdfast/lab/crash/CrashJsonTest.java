package io.holdfast.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lab.crash.CrashResult.Violation;
import io.holdfast.lab.crash.EioResult.Falsehood;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CrashJsonTest {

  private static final CrashResult RESULT =
      new CrashResult(
          CrashFileSystem.BTRFS,
          CrashWorkload.GROUP,
          512,
          -9_007_199_254_740_993L,
          "no-file-fsync",
          700,
          300,
          299,
          2,
          1,
          List.of(new Violation(14, 24, "all but one of 2", "lost: a/r3 is absent")),
          1,
          2,
          "/tmp/a b.log");

  static List<CrashEvent> events() {
    return List.of(
        new CrashEvent.Progress(CrashFileSystem.EXT4, CrashWorkload.REPLACE, 4096, 50, 300),
        new CrashEvent.Finished(RESULT),
        new CrashEvent.Broken(CrashFileSystem.XFS, CrashWorkload.REMOVE, "mkfs.xfs \"answered\" 1"),
        new CrashEvent.Skipped(CrashFileSystem.MEMORY, "no /dev/fuse"));
  }

  @ParameterizedTest
  @MethodSource("events")
  void anEventIsReadBack(CrashEvent event) throws IOException {
    assertThat(CrashJson.write(event)).doesNotContain("\n");
    assertThat(CrashJson.read(CrashJson.write(event))).isEqualTo(event);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "{\"event\":\"party\"}", "{\"event\":\"finished\"}", "[1]"})
  void anythingElseIsRefused(String line) {
    assertThatThrownBy(() -> CrashJson.read(line)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> EioJson.read(line)).isInstanceOf(IOException.class);
  }

  @Test
  void aResultOfFailingDisksIsReadBack() throws IOException {
    EioResult result =
        new EioResult(
            CrashFileSystem.EXT4,
            5,
            null,
            40,
            39,
            1000,
            20,
            10,
            1,
            List.of(new Falsehood(3, "lost: a/w0-3 has version 2")),
            7);

    assertThat(EioJson.read(EioJson.write(result))).isEqualTo(result);
    assertThat(EioJson.readProgress(EioJson.progress(12))).contains(12);
    assertThat(EioJson.readProgress(EioJson.write(result))).isEmpty();
  }

  @Test
  void aRequestIsReadBack() {
    CrashRequest plain = CrashRequest.of(List.of(CrashFileSystem.values()), 300, -1);
    CrashRequest full =
        CrashRequest.of(List.of(CrashFileSystem.XFS), 1, 2)
            .withWorkloads(List.of(CrashWorkload.PROCESSES))
            .withUnits(List.of(512))
            .withMutant("no-file-fsync")
            .withKeep(Path.of("/tmp"))
            .withReplayed(Path.of("/tmp/a b.log"), Optional.of(7));

    assertThat(CrashArguments.read(CrashArguments.write(plain))).isEqualTo(plain);
    assertThat(CrashArguments.read(CrashArguments.write(full))).isEqualTo(full);
  }

  @Test
  void aViolationIsACommandLine() {
    assertThat(RESULT.again(RESULT.violations().get(0)))
        .isEqualTo(
            "holdfast lab crash --fs btrfs --workload group --unit 512"
                + " --seed -9007199254740993 --mutant no-file-fsync --states 300"
                + " --log '/tmp/a b.log' --state 14");
  }

  @Test
  void requestsThatMakeNoSenseAreRefused() {
    List<CrashFileSystem> two = List.of(CrashFileSystem.EXT4, CrashFileSystem.XFS);
    assertThatThrownBy(() -> CrashRequest.of(List.of(), 1, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> CrashRequest.of(two, 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> CrashRequest.of(two, 1, 1).withUnits(List.of(1024)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> CrashRequest.of(two, 1, 1).withReplayed(Path.of("log"), Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new EioRequest(CrashFileSystem.MEMORY, 1, 1, null, false))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new EioRequest(CrashFileSystem.EXT4, 0, 1, null, false))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
