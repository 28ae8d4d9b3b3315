package io.holdfast.cli.lab;

import static io.holdfast.cli.lab.SampleCrashes.BROKEN;
import static io.holdfast.cli.lab.SampleCrashes.NOTHING;
import static io.holdfast.cli.lab.SampleCrashes.PROGRESS;
import static io.holdfast.cli.lab.SampleCrashes.SKIPPED;
import static io.holdfast.cli.lab.SampleCrashes.SOUND;
import static io.holdfast.cli.lab.SampleCrashes.TORN;
import static io.holdfast.cli.lab.SampleCrashes.VIOLATING;
import static io.holdfast.cli.lab.SampleCrashes.eioReport;
import static io.holdfast.cli.lab.SampleCrashes.report;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.ExitCode;
import io.holdfast.cli.report.Paint;
import io.holdfast.lab.crash.CrashEvent;
import io.holdfast.lab.crash.CrashFileSystem;
import io.holdfast.lab.crash.CrashRequest;
import io.holdfast.lab.crash.CrashResult;
import io.holdfast.lab.crash.EioResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class CrashReportTest {

  private final CrashText text = new CrashText(80, Paint.PLAIN);
  private final EioText eioText = new EioText(80, Paint.PLAIN);

  @Test
  void answersWhatWasFoundBeforeWhatWasNot() {
    assertThat(report(SOUND, TORN).exitCode()).isEqualTo(ExitCode.OK);
    assertThat(report("ended", SKIPPED, BROKEN, VIOLATING).exitCode()).isEqualTo(ExitCode.REFUTED);
    assertThat(report(SOUND, BROKEN, SKIPPED).exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(report("ended", SOUND).exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(report(SOUND, SKIPPED).exitCode()).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(report(NOTHING, SOUND).exitCode()).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(report(SKIPPED).exitCode()).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(report().exitCode()).isEqualTo(ExitCode.INCONCLUSIVE);
  }

  @Test
  void answersOfADiskThatDidNotFailThatNothingWasShown() {
    assertThat(eio(SampleCrashes.KEPT)).isEqualTo(ExitCode.OK);
    assertThat(eio(SampleCrashes.KEPT, SampleCrashes.UNSTRUCK)).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(eio(SampleCrashes.FALSE, SampleCrashes.UNSTRUCK)).isEqualTo(ExitCode.REFUTED);
    assertThat(SampleCrashes.completeEio().exitCode()).isEqualTo(ExitCode.REFUTED);
    EioReport.End kept = new EioReport.Finished(SampleCrashes.KEPT);
    EioReport.End skipped = new EioReport.Skipped(CrashFileSystem.XFS, "no xfs");
    EioReport.End broken = new EioReport.Broken(CrashFileSystem.XFS, "no room");
    assertThat(eioReport(kept, skipped).exitCode()).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(eioReport(kept, skipped, broken).exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
  }

  private static ExitCode eio(EioResult... results) {
    return eioReport(
            List.of(results).stream().map(EioReport.Finished::new).toArray(EioReport.End[]::new))
        .exitCode();
  }

  @Test
  void growsATableRunByRun() {
    CrashRequest request = CrashRequest.of(List.of(CrashFileSystem.EXT4), 300, 42);
    StringBuilder table = new StringBuilder(text.head(request.withMutant(SampleCrashes.MUTANT)));
    for (CrashEvent event : List.of(SKIPPED, SOUND, PROGRESS, TORN, VIOLATING, BROKEN)) {
      table.append(text.row(event));
    }
    assertThat(table)
        .hasToString(
            """
            seed        42
            mistake     no-directory-fsync: fsync of a directory does nothing

            fs      workload   unit  records  states  violating  unmountable  states/s
            xfs     skipped: needs root: loop devices are the host's
            memory  processes     -      499     300          0            0       600
            btrfs   group       512      499     300          0            3       600
            ext4    replace    4096      499     300         12            0       600
            btrfs   remove     could not be run: mkfs.btrfs answered 1
            """);
  }

  @Test
  void putsEachViolationInWordsWithTheCommandThatShowsItAgain() {
    assertThat(text.closing(SampleCrashes.complete()))
        .isEqualTo(
            """

            ext4 replace, unit 4096: 12 states violate
              state 5     lost: a/r4 is absent
                          power cut after 31 records; left of what no barrier covered: one
                          alone of 4
                          %1$s5
              state 7     odd bytes \\x1b[2J in a/r4
                          power cut after 34 records; left of what no barrier covered:
                          subset of 5
                          %1$s7
              and 10 more

            Unmountable: the file system takes for granted that more than a unit is written
            whole, and did not come up; that breaks no promise of a verb.

            12 of 900 states violate a promise (2.00 s, seed 42); 1 file system skipped; 1
            run could not be made; the lab ended before it was through
            """
                .formatted(
                    "holdfast lab crash --fs ext4 --workload replace --unit 4096 --seed 42"
                        + " --mutant no-directory-fsync --states 300"
                        + " --log '/var/tmp/two words.log' --state "));
  }

  @Test
  void saysThatOnlyAKeptRecordIsTheSameRecord() {
    assertThat(text.closing(report(VIOLATING))).doesNotContain("--keep");
    CrashEvent.Finished kept = (CrashEvent.Finished) VIOLATING;
    CrashEvent unkept = new CrashEvent.Finished(withoutLog(kept.result()));
    assertThat(text.closing(report(unkept)))
        .contains("--states 300\n", "with --keep\nDIR the record")
        .doesNotContain("--log");
  }

  private static CrashResult withoutLog(CrashResult result) {
    return new CrashResult(
        result.fileSystem(),
        result.workload(),
        result.unit(),
        result.seed(),
        result.mutant(),
        result.records(),
        result.asked(),
        result.states(),
        result.violating(),
        result.unmountable(),
        result.violations(),
        result.recordNanos(),
        result.checkNanos(),
        null);
  }

  @Test
  void endsWithWhatItComesTo() {
    assertThat(text.closing(report(SOUND)))
        .isEqualTo("\nnone of 300 states violates a promise (2.00 s, seed 42)\n");
    assertThat(text.closing(report(SKIPPED)))
        .isEqualTo("\nnothing was looked at (2.00 s, seed 42); 1 file system skipped\n");
  }

  @Test
  void showsWhatBecameOfAcknowledgements() {
    EioReport report = SampleCrashes.completeEio();
    StringBuilder all = new StringBuilder(eioText.head(report.request()));
    report.ends().forEach(end -> all.append(eioText.row(end)));
    assertThat(all.append(eioText.closing(report)))
        .hasToString(
            """
            seed        42
            mistake     no-barrier-probe: no barrier probe after fsync of a directory

            fs      trials  struck  acknowledged  refused  unknown  false   s/trial
            ext4        20      19          1500       30       20      0      0.80
            xfs         20      20          1400       30       20      7      0.80
            btrfs   skipped: this kernel has no btrfs
            btrfs   could not be run: the lab's process ended

            xfs: 7 trials with a false acknowledgement
              trial 3: lost: a/w1 is 4; possible are [5, 6]
                holdfast lab eio --fs xfs --trials 1 --seed 45 --mutant no-barrier-probe
              and 6 more
              Such a command makes the same trial, but which write fails is a matter of time
              as well; it may take more than one try.

            7 of 40 trials have a false acknowledgement (2.00 s, seed 42); 1 file system
            skipped; 1 file system could not be run
            """);
  }

  @Test
  void saysThatADiskThatDidNotFailShowedNothing() {
    assertThat(eioText.closing(eioReport(new EioReport.Finished(SampleCrashes.UNSTRUCK))))
        .isEqualTo("\nnothing was shown: no disk failed (2.00 s, seed 42)\n");
    assertThat(eioText.closing(eioReport(new EioReport.Finished(SampleCrashes.KEPT))))
        .isEqualTo("\nno acknowledgement of 20 trials was false (2.00 s, seed 42)\n");
  }
}
