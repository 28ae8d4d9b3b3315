package io.holdfast.cli.lab;

import io.holdfast.clock.NanoClock;
import io.holdfast.lab.crash.CrashEvent;
import io.holdfast.lab.crash.CrashFileSystem;
import io.holdfast.lab.crash.CrashRequest;
import io.holdfast.lab.crash.CrashResult;
import io.holdfast.lab.crash.CrashResult.Violation;
import io.holdfast.lab.crash.CrashWorkload;
import io.holdfast.lab.crash.EioRequest;
import io.holdfast.lab.crash.EioResult;
import io.holdfast.lab.crash.EioResult.Falsehood;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every way in which a run with power cuts or failing disks can end. */
public final class SampleCrashes {

  public static final String MUTANT = "no-directory-fsync";

  public static final CrashEvent SOUND = sound(CrashFileSystem.MEMORY, 0, 300);
  public static final CrashEvent NOTHING = sound(CrashFileSystem.MEMORY, 0, 0);
  public static final CrashEvent TORN =
      new CrashEvent.Finished(
          result(CrashFileSystem.BTRFS, 512, 300, List.of(), 0, 3, null, CrashWorkload.GROUP));
  public static final CrashEvent VIOLATING =
      new CrashEvent.Finished(
          result(
              CrashFileSystem.EXT4,
              4096,
              300,
              List.of(
                  new Violation(5, 31, "one alone of 4", "lost: a/r4 is absent"),
                  new Violation(7, 34, "subset of 5", "odd bytes \033[2J in a/r4")),
              12,
              0,
              "/var/tmp/two words.log",
              CrashWorkload.REPLACE));
  public static final CrashEvent SKIPPED =
      new CrashEvent.Skipped(CrashFileSystem.XFS, "needs root: loop devices are the host's");
  public static final CrashEvent BROKEN =
      new CrashEvent.Broken(CrashFileSystem.BTRFS, CrashWorkload.REMOVE, "mkfs.btrfs answered 1");
  public static final CrashEvent PROGRESS =
      new CrashEvent.Progress(CrashFileSystem.EXT4, CrashWorkload.REPLACE, 4096, 50, 300);

  /** A disk failed, and nothing was lost. */
  public static final EioResult KEPT = eio(CrashFileSystem.EXT4, 19, 1500, 0, List.of());

  /** No disk failed before the work was done. */
  public static final EioResult UNSTRUCK = eio(CrashFileSystem.EXT4, 0, 1500, 0, List.of());

  public static final EioResult FALSE =
      eio(
          CrashFileSystem.XFS,
          20,
          1400,
          7,
          List.of(new Falsehood(3, "lost: a/w1 is 4; possible are [5, 6]")));

  private SampleCrashes() {}

  public static CrashReport report(CrashEvent... events) {
    return report(null, events);
  }

  /**
   * A report that took two seconds.
   *
   * @param failure why the lab ended early, or null
   */
  public static CrashReport report(@Nullable String failure, CrashEvent... events) {
    CrashRequest request =
        CrashRequest.of(List.of(CrashFileSystem.values()), 300, 42).withMutant(MUTANT);
    CrashReport.Builder report = new CrashReport.Builder(request, twoSeconds());
    List.of(events).forEach(report::add);
    if (failure != null) {
      report.failed(failure);
    }
    return report.build();
  }

  /** All ends together. */
  public static CrashReport complete() {
    return report("the lab's process ended", SKIPPED, SOUND, TORN, VIOLATING, BROKEN);
  }

  public static EioReport eioReport(EioReport.End... ends) {
    EioRequest request = new EioRequest(CrashFileSystem.EXT4, 20, 42, "no-barrier-probe", false);
    EioReport.Builder report = new EioReport.Builder(request, twoSeconds());
    List.of(ends).forEach(report::add);
    return report.build();
  }

  /** All ends together. */
  public static EioReport completeEio() {
    return eioReport(
        new EioReport.Finished(KEPT),
        new EioReport.Finished(FALSE),
        new EioReport.Skipped(CrashFileSystem.BTRFS, "this kernel has no btrfs"),
        new EioReport.Broken(CrashFileSystem.BTRFS, "the lab's process ended"));
  }

  private static CrashEvent sound(CrashFileSystem type, int unit, int states) {
    return new CrashEvent.Finished(
        result(type, unit, states, List.of(), 0, 0, null, CrashWorkload.PROCESSES));
  }

  private static CrashResult result(
      CrashFileSystem type,
      int unit,
      int states,
      List<Violation> violations,
      int violating,
      int unmountable,
      @Nullable String log,
      CrashWorkload workload) {
    return new CrashResult(
        type,
        workload,
        unit,
        42,
        MUTANT,
        499,
        300,
        states,
        violating,
        unmountable,
        violations,
        700_000_000L,
        500_000_000L,
        log);
  }

  private static EioResult eio(
      CrashFileSystem type, int struck, long acknowledged, int lost, List<Falsehood> falsehoods) {
    return new EioResult(
        type,
        42,
        "no-barrier-probe",
        20,
        struck,
        acknowledged,
        30,
        20,
        lost,
        falsehoods,
        16_000_000_000L);
  }

  private static NanoClock twoSeconds() {
    long[] now = {0};
    return () -> now[0]++ * 2_000_000_000L;
  }
}
