package io.holdfast.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.testkit.decorator.PosixCall;
import java.util.List;
import org.junit.jupiter.api.Test;

class CrashRecorderTest {

  @Test
  void keepsAMomentForEachCallThatChangesSomethingAndForEachMark() {
    SimDisk disk = SimDisk.create();
    CrashRecorder recorder = new CrashRecorder(disk.newProcess());
    Shell shell = new Shell(recorder);

    shell.write("/f", "x");
    shell.sync("/f");
    recorder.mark("told");
    shell.read("/f");
    shell.unlink("/f");

    assertThat(recorder.moments().stream().map(m -> m.after() == null ? null : m.after().which()))
        .containsExactly(
            null, PosixCall.OPENAT, PosixCall.PWRITE, PosixCall.FSYNC, null, PosixCall.UNLINKAT);
    assertThat(recorder.moments().get(3).marks()).isEmpty();
    assertThat(recorder.moments().get(5).marks()).isEqualTo(List.of("told"));
  }

  @Test
  void aMomentStaysWhatItWas() {
    SimDisk disk = SimDisk.create();
    CrashRecorder recorder = new CrashRecorder(disk.newProcess());
    Shell shell = new Shell(recorder);
    shell.write("/f", "x");
    shell.sync("/f");
    shell.sync("/");
    shell.unlink("/f");
    shell.sync("/");

    List<Boolean> there =
        recorder.moments().stream()
            .map(m -> Shell.on(m.point().crash(CrashPolicy.all())).tree().containsKey("/f"))
            .toList();

    assertThat(there).containsExactly(false, true, true, true, true, false, false);
  }
}
