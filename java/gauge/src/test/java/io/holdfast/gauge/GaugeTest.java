package io.holdfast.gauge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.clock.EpochClock;
import io.holdfast.durable.BarrierForm;
import io.holdfast.gauge.calls.CountedCall;
import io.holdfast.posix.DirectoryEntries;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.contract.Feature;
import io.holdfast.testkit.decorator.Call;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.FaultPosix;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.mutant.Mutant;
import io.holdfast.testkit.sim.SimCapabilities;
import io.holdfast.testkit.sim.SimDisk;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Rows on the simulator: their models hold, and whatever is wrong voids exactly the right ones. */
class GaugeTest {

  private static final RawPath ROOT = RawPath.of("/");
  private static final long STEP_NANOS = 1_000_000;

  private final List<GaugeProgress> progress = new ArrayList<>();

  private GaugeReport run(Posix posix, UnaryOperator<Posix> mistake) throws Exception {
    Gauge gauge = new Gauge(posix, new TickingClock(STEP_NANOS), EpochClock.system(), mistake);
    return gauge.run(new GaugeRequest(ROOT, 0.2, 512), progress::add, () -> false);
  }

  private GaugeReport run(Posix posix) throws Exception {
    return run(posix, UnaryOperator.identity());
  }

  private static Set<RowKind> voided(GaugeReport report) {
    return report.rows().stream()
        .filter(Row::isVoid)
        .map(Row::kind)
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(RowKind.class)));
  }

  private static List<String> namesIn(Posix posix) throws PosixException {
    int root = posix.openat(Flags.AT_FDCWD, ROOT.bytes(), Flags.O_RDONLY | Flags.O_DIRECTORY, 0);
    List<String> names =
        DirectoryEntries.list(posix, root).stream()
            .map(entry -> RawPath.of(entry.name()).toString())
            .toList();
    posix.close(root);
    return names;
  }

  @Test
  void everyOperationMakesTheCallsOfItsModel() throws Exception {
    Posix posix = SimDisk.create().newProcess();
    GaugeReport report = run(posix);
    assertThat(report.rows()).extracting(Row::kind).containsExactly(RowKind.values());
    assertThat(report.rows()).extracting(Row::voided).allMatch(Optional::isEmpty);
    for (Row row : report.rows()) {
      Latencies times = row.latencies().orElseThrow();
      assertThat(row.counted()).isEqualTo(row.model().times(times.count()));
      assertThat(times.percentileNanos(50)).isBetween(STEP_NANOS, STEP_NANOS + 1_000);
    }
    assertThat(report.place().binding()).isEqualTo("simulated");
    assertThat(report.findings()).isEmpty();
    assertThat(namesIn(posix)).isEmpty();
    assertThat(progress).extracting(GaugeProgress::kind).containsExactly(RowKind.values());
  }

  @Test
  void theModelIsAlsoThatOfStorageWithoutUnnamedFilesAndAttributes() throws Exception {
    SimCapabilities poor = SimCapabilities.full().without(Feature.TMPFILE, Feature.USER_XATTRS);
    assertThat(voided(run(SimDisk.create(poor).newProcess()))).isEmpty();
  }

  @Test
  void theModelCountsTheSentinelWhereFsyncOfADirectoryDoesNotReachTheServer() {
    assertThat(RowPlace.barriers(BarrierForm.SENTINEL, 3)).hasToString("3 fsync, 3 dir fsync");
    assertThat(RowPlace.barriers(BarrierForm.FSYNC, 3)).hasToString("3 dir fsync");
    assertThat(RowPlace.barriers(BarrierForm.SENTINEL_ALONE, 3)).hasToString("3 fsync");
  }

  @Test
  void barriersThatAreLeftOutVoidTheirRows() throws Exception {
    GaugeReport without = run(SimDisk.create().newProcess(), Mutant.NO_DIRECTORY_FSYNC::applyTo);
    assertThat(voided(without))
        .containsExactlyInAnyOrder(
            RowKind.DIRECTORY_FSYNC,
            RowKind.STAGED_REPLACE,
            RowKind.PUBLISH,
            RowKind.BATCH_ONE_SHARD,
            RowKind.BATCH_EIGHT_SHARDS,
            RowKind.CLAIM_RELEASE);
    Row renamed = without.rows().get(RowKind.DIRECTORY_FSYNC.ordinal());
    assertThat(renamed.counted().of(CountedCall.DIRECTORY_SYNC)).isZero();
    assertThat(renamed.voided().orElseThrow().reason())
        .contains("must make", "dir fsync", "and made");
    GaugeReport files = run(SimDisk.create().newProcess(), Mutant.NO_FILE_FSYNC::applyTo);
    assertThat(voided(files))
        .containsExactlyInAnyOrder(
            RowKind.FSYNC,
            RowKind.STAGED_REPLACE,
            RowKind.PUBLISH,
            RowKind.BATCH_ONE_SHARD,
            RowKind.BATCH_EIGHT_SHARDS,
            RowKind.CLAIM_RELEASE);
  }

  /** One error, in the second operation of the row that makes such a call. */
  @Test
  void anErrorVoidsItsRowAndNoOther() throws Exception {
    assertVoids(PosixCall.FDATASYNC, call -> true, RowKind.FDATASYNC);
    assertVoids(PosixCall.FLOCK, call -> true, RowKind.FLOCK_ROUND_TRIP);
    assertVoids(PosixCall.RENAMEAT2, call -> call.hasName("fro"), RowKind.DIRECTORY_FSYNC);
    assertVoids(PosixCall.OPENAT, call -> call.hasName("in-place"), RowKind.FSYNC);
    assertVoids(PosixCall.UNLINKAT, call -> call.hasName("published"), RowKind.PUBLISH);
  }

  private void assertVoids(PosixCall call, Predicate<Call> where, RowKind expected)
      throws Exception {
    FaultPosix faults = new FaultPosix(SimDisk.create().newProcess());
    faults.inject(Fault.of(call, Errno.EIO).where(where).onCall(2));
    GaugeReport report = run(faults);
    assertThat(faults.injected()).as(call.method()).hasSize(1);
    assertThat(voided(report)).as(call.method()).containsExactly(expected);
    Voided voided = report.rows().get(expected.ordinal()).voided().orElseThrow();
    assertThat(voided.errno()).contains(Errno.EIO);
    assertThat(voided.reason()).contains("EIO");
  }

  /** A verb that cannot say whether it was done names the call behind that. */
  @Test
  void aBarrierThatFailedVoidsTheBatchThatWaitedForIt() throws Exception {
    for (long nth = 1; nth <= 15; nth++) {
      FaultPosix faults = new FaultPosix(SimDisk.create().newProcess());
      faults.inject(Fault.of(PosixCall.FSYNC, Errno.ENOSPC).onCall(nth * 80));
      GaugeReport report = run(faults);
      assertThat(voided(report)).as("fsync " + nth * 80).hasSizeLessThanOrEqualTo(1);
      for (Row row : report.rows()) {
        row.voided().ifPresent(v -> assertThat(v.errno()).contains(Errno.ENOSPC));
      }
    }
  }

  @Test
  void endsBetweenTwoOperationsAndLeavesNothing() throws Exception {
    Posix posix = SimDisk.create().newProcess();
    int[] asked = new int[1];
    Gauge gauge = new Gauge(posix, new TickingClock(STEP_NANOS), EpochClock.system());
    assertThatThrownBy(
            () ->
                gauge.run(new GaugeRequest(ROOT, 0.2, 512), progress::add, () -> asked[0]++ == 40))
        .isInstanceOf(CancellationException.class);
    assertThat(asked[0]).isEqualTo(41);
    assertThat(namesIn(posix)).isEmpty();
  }

  @Test
  void tellsOfTreesThatAreLeftAndLeavesThem() throws Exception {
    Posix posix = SimDisk.create().newProcess();
    byte[] other = RawPath.of("/.holdfast-bench-0123456789abcdef").bytes();
    posix.mkdirat(Flags.AT_FDCWD, other, 0700);
    GaugeReport report = run(posix);
    assertThat(report.findings())
        .singleElement()
        .asString()
        .startsWith(".holdfast-bench-0123456789abcdef is of another run and was left alone");
    assertThat(namesIn(posix)).containsExactly(".holdfast-bench-0123456789abcdef");
  }

  @Test
  void saysWhatItCouldNotRemove() throws Exception {
    FaultPosix faults = new FaultPosix(SimDisk.create().newProcess());
    faults.inject(
        Fault.of(PosixCall.UNLINKAT, Errno.EROFS)
            .where(call -> call.names().toString().contains(".holdfast-bench-"))
            .forEver());
    assertThat(run(faults).findings())
        .singleElement()
        .asString()
        .contains("/.holdfast-bench-", "is left behind, remove it", "EROFS");
  }

  @Test
  void measuresOnlyTheRowsThatAreAskedFor() throws Exception {
    Gauge gauge =
        new Gauge(SimDisk.create().newProcess(), new TickingClock(STEP_NANOS), EpochClock.system());
    GaugeRequest request =
        new GaugeRequest(ROOT, 1, 512, EnumSet.of(RowKind.CLAIM_RELEASE, RowKind.FDATASYNC));
    assertThat(gauge.run(request, progress::add, () -> false).rows())
        .extracting(Row::kind)
        .containsExactly(RowKind.FDATASYNC, RowKind.CLAIM_RELEASE);
    assertThat(progress).extracting(GaugeProgress::rows).containsOnly(2);
  }

  @Test
  void aDirectoryThatIsNotThereIsNotMeasured() {
    Gauge gauge =
        new Gauge(SimDisk.create().newProcess(), new TickingClock(STEP_NANOS), EpochClock.system());
    GaugeRequest request = new GaugeRequest(RawPath.of("/missing"), 1, 512);
    assertThatThrownBy(() -> gauge.run(request, progress::add, () -> false))
        .isInstanceOfSatisfying(
            PosixException.class, e -> assertThat(e.errno()).isEqualTo(Errno.ENOENT));
    assertThat(progress).isEmpty();
  }

  @Test
  void refusesRequestsOutOfTheirLimits() {
    for (double seconds : new double[] {0, -1, Double.NaN, 1e9}) {
      assertThatThrownBy(() -> new GaugeRequest(ROOT, seconds, 512))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> new GaugeRequest(ROOT, 1, 512, EnumSet.noneOf(RowKind.class)))
        .isInstanceOf(IllegalArgumentException.class);
    for (int bytes : new int[] {0, 256, 1000, 1 << 17}) {
      assertThatThrownBy(() -> new GaugeRequest(ROOT, 1, bytes))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
