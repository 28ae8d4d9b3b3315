package io.holdfast.testkit.dispatch;

import static io.holdfast.testkit.dispatch.DispatchContract.TTL_MILLIS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.dispatch.DispatchCounters.Count;
import io.holdfast.dispatch.DispatchMetrics;
import io.holdfast.dispatch.DispatchMonitor;
import io.holdfast.dispatch.DispatchStatus;
import io.holdfast.dispatch.DispatchStatus.Beats;
import io.holdfast.dispatch.DispatchStatus.Disk;
import io.holdfast.dispatch.DispatchStatus.Here;
import io.holdfast.dispatch.Dispatcher;
import io.holdfast.dispatch.Filling;
import io.holdfast.dispatch.Job;
import io.holdfast.dispatch.TargetContract;
import io.holdfast.durable.DurableOptions;
import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.lease.LeaseCounters;
import io.holdfast.lease.SessionSight;
import io.holdfast.lease.TableInspection;
import io.holdfast.lease.TableMetrics;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.RawPath;
import io.holdfast.target.TargetGroup.Action;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.lease.Seat;
import io.holdfast.testkit.sim.SimDisk;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a monitor says is what the dispatcher has, and what stands on the disk. */
class DispatchMonitorTest {

  private static final JsonObject NOTHING = new JsonObject(Map.of());

  private final SimDisk disk = SimDisk.create();
  private final List<DispatchSeat> seats = new ArrayList<>();

  @BeforeEach
  void makeRoots() {
    for (String name : List.of("/d", "/d/work", "/d/targets")) {
      byte[] path = name.getBytes(StandardCharsets.US_ASCII);
      assertThat(disk.newProcess().mkdirat(Flags.AT_FDCWD, path, 0700)).isZero();
    }
  }

  @AfterEach
  void close() {
    seats.forEach(DispatchSeat::close);
  }

  private DispatchSeat open(String owner, int workers) throws Exception {
    Seat seat = new Seat(disk.newProcess(), DurableOptions.defaults(), 1 + seats.size());
    DispatchSeat one =
        new DispatchSeat(
            owner,
            seat,
            RawPath.of("/d/work"),
            RawPath.of("/d/targets"),
            workers,
            limits -> limits.withPrefetch(1).withStopNanos(1),
            DispatchFlaw.NONE);
    seats.add(one);
    return one;
  }

  private static DispatchMonitor monitor(DispatchSeat seat) {
    return DispatchMonitor.of(seat.dispatcher()).withTargets(seat.targets());
  }

  private static void offer(DispatchSeat seat, int count) {
    for (int i = 0; i < count; i++) {
      JsonObject input = new JsonObject(Map.of("seed", new JsonString("s" + i)));
      TargetContract targets =
          new TargetContract(OptionalLong.of(10 + i), List.of(new Action(20 + i, "solve")));
      seat.wishes().offer("w" + i, new Job(input, targets, NOTHING));
    }
  }

  private void beat(DispatchSeat seat, int times) {
    for (int i = 0; i < times; i++) {
      seats.forEach(each -> each.seat().pass(TTL_MILLIS / 3 + 1));
      seat.turn();
    }
  }

  @Test
  void whatIsHereAndWhatStandsOnTheDiskIsToldWithoutAndWithALook() throws Exception {
    DispatchSeat a = open("alpha", 3);
    DispatchMonitor monitor = monitor(a).withGeneration(() -> 7);
    offer(a, 4);
    a.turn();
    a.results().failTimes(Integer.MAX_VALUE);
    a.workers().finish(1, new JsonObject(Map.of("output", new JsonString("x"))));
    a.turn();

    DispatchStatus status = monitor.status();

    assertThat(status.owner()).isEqualTo("alpha");
    assertThat(status.state()).isEqualTo(Dispatcher.State.RUNNING);
    assertThat(status.generation()).hasValue(7);
    assertThat(status.here()).isEqualTo(new Here(0, 3, 1, 0));
    assertThat(status.work().disk()).isEmpty();
    assertThat(monitor.statusWithTables().work().disk()).contains(new Disk(3, 0));
    assertThat(monitor.statusWithTables().targets().orElseThrow().disk())
        .as("two targets of each job, that of the commit included")
        .contains(new Disk(8, 0));
  }

  @Test
  void statusWithoutALookMakesNoCall() throws Exception {
    DispatchSeat a = open("alpha", 1);
    offer(a, 1);
    a.turn();
    a.seat().calls().clear();

    monitor(a).status();
    monitor(a).metrics();

    assertThat(a.seat().calls().trace().calls()).isEmpty();
  }

  @Test
  void leasesOfTheDeadAreExpiredOnceTheirSilenceWasSeenForTheTtlAndStayThere() throws Exception {
    DispatchSeat a = open("alpha", 2);
    DispatchSeat b = open("beta", 0);
    offer(a, 2);
    a.turn();
    a.vanish();
    DispatchMonitor monitor = monitor(b);
    assertThat(monitor.statusWithTables().work().disk()).contains(new Disk(2, 0));
    seats.forEach(each -> each.seat().pass(TTL_MILLIS));

    for (int look = 0; look < 2; look++) {
      DispatchStatus later = monitor.statusWithTables();
      assertThat(later.work().disk()).contains(new Disk(2, 2));
      assertThat(later.targets().orElseThrow().disk()).contains(new Disk(4, 4));
    }
    try (TableInspection inspection =
        TableInspection.open(disk.newProcess(), RawPath.of("/d/work"), Optional.empty())) {
      assertThat(inspection.sessions())
          .as("nobody is declared dead by looking")
          .hasSize(2)
          .noneMatch(SessionSight::dead);
    }
  }

  @Test
  void renewalsAreWhatWasHeldEachTimeAndAvoidedIsRenewalsLessSyncs() throws Exception {
    DispatchSeat a = open("alpha", 3);
    offer(a, 3);
    a.turn();
    Beats before = monitor(a).status().work().beats();
    Beats targetsBefore = monitor(a).status().targets().orElseThrow().beats();

    beat(a, 4);

    Beats work = monitor(a).status().work().beats();
    Beats targets = monitor(a).status().targets().orElseThrow().beats();
    assertThat(work.batches() - before.batches()).isEqualTo(4);
    assertThat(work.renewals() - before.renewals()).as("three leases, four times").isEqualTo(12);
    assertThat(targets.renewals() - targetsBefore.renewals())
        .as("two targets of each job")
        .isEqualTo(24);
    assertThat(work.avoided()).isEqualTo(work.renewals() - work.syncs());
    assertThat(targets.avoided()).isEqualTo(targets.renewals() - targets.syncs());
    assertThat(work.failures()).isZero();
  }

  @Test
  void beatsThatFailAreCountedAsBatchesAndAsFailures() throws Exception {
    DispatchSeat a = open("alpha", 1);
    offer(a, 1);
    a.turn();
    Beats before = monitor(a).status().work().beats();
    String session = a.work().session().orElseThrow().id();
    a.seat()
        .faults()
        .inject(
            Fault.of(PosixCall.RENAMEAT2, Errno.EIO)
                .where(call -> call.names().get(0).toString().startsWith(session))
                .forEver());

    beat(a, 2);

    Beats after = monitor(a).status().work().beats();
    assertThat(after.failures()).isEqualTo(2);
    assertThat(after.batches() - before.batches()).isEqualTo(2);
    assertThat(after.renewals()).isEqualTo(before.renewals());
    assertThat(monitor(a).status().targets().orElseThrow().beats().failures()).isZero();
  }

  @Test
  void metricsAreThoseOfRowsProposalsAndTables() throws Exception {
    DispatchSeat a = open("alpha", 2);
    offer(a, 2);
    a.turn();
    a.workers().finish(1, new JsonObject(Map.of("output", new JsonString("x"))));
    a.turn();

    DispatchMetrics metrics = monitor(a).metrics();

    assertThat(metrics.of(Count.SENT)).isEqualTo(2);
    assertThat(metrics.of(Count.COMMITTED)).isEqualTo(1);
    assertThat(metrics.rows()).containsOnlyKeys(Count.values());
    assertThat(metrics.proposals()).isEqualTo(new Filling.Counts(2, 2, 0, 0, 0, 0));
    LeaseCounters.Snapshot counted = a.work().counters().snapshot();
    assertThat(metrics.work().leases()).isEqualTo(counted);
    TableMetrics targets = metrics.targets().orElseThrow();
    assertThat(targets.leases().claims()).isEqualTo(2);
    assertThat(targets.barriers().fileSyncs())
        .isPositive()
        .isEqualTo(a.targets().barriers().snapshot().fileSyncs());
    assertThat(CanonicalJson.text(metrics.toJson()))
        .contains("\"rows\":{", "\"committed\":1", "\"sent\":2", "\"proposals\":{\"admitted\":2")
        .contains("\"heartbeat_renewals\":", "\"directory_syncs_avoided\":", "\"file_syncs\":");
    assertThat(DispatchMonitor.of(a.dispatcher()).metrics().targets()).isEqualTo(Optional.empty());
  }

  @Test
  void tableThatCannotBeReadFailsTheLookAndNotTheStatus() throws Exception {
    DispatchSeat a = open("alpha", 1);
    offer(a, 1);
    a.turn();
    a.seat().faults().inject(Fault.of(PosixCall.GETDENTS64, Errno.EIO).forEver());

    assertThatThrownBy(() -> monitor(a).statusWithTables()).hasMessageContaining("EIO");

    assertThat(monitor(a).status().here().active()).isEqualTo(1);
  }

  @Test
  void endIsToldWithItsReasonAndWhatCouldNotBeGivenUpIsOwed() throws Exception {
    DispatchSeat a = open("alpha", 1);
    offer(a, 1);
    a.turn();
    a.seat().faults().inject(Fault.of(PosixCall.RENAMEAT2, Errno.EACCES).forEver());
    a.distrust("lost in generation 3");

    a.turn();
    a.seat().pass(1);
    a.turn();

    DispatchStatus status = monitor(a).status();
    assertThat(status.here()).isEqualTo(new Here(0, 0, 0, 2));
    assertThat(status.toLine())
        .contains("state=stopped end=distrusted reason=\"lost in generation 3\"");
    a.seat().faults().heal();
  }
}
