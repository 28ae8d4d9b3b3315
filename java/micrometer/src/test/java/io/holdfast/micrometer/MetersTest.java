package io.holdfast.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.dispatch.Assignment;
import io.holdfast.dispatch.Cooldown;
import io.holdfast.dispatch.DispatchCounters;
import io.holdfast.dispatch.DispatchMonitor;
import io.holdfast.dispatch.DispatchParts;
import io.holdfast.dispatch.Dispatcher;
import io.holdfast.dispatch.Job;
import io.holdfast.dispatch.ReplayFallback;
import io.holdfast.dispatch.Report;
import io.holdfast.dispatch.Results;
import io.holdfast.dispatch.Workers;
import io.holdfast.durable.Dir;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.Name;
import io.holdfast.durable.RootTrust;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseCounters;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.WorkId;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.Flags;
import io.holdfast.posix.RawPath;
import io.holdfast.qualification.QualificationMetrics;
import io.holdfast.testkit.lease.Seat;
import io.holdfast.testkit.sim.SimDisk;
import io.holdfast.testkit.sim.SimPosix;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Meters say what the counters say, whenever they are asked. */
class MetersTest {

  private static final RawPath ROOT = RawPath.of("/d");

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private QualificationMetrics now = new QualificationMetrics(0, 1, 1, 0, 0, 0, 0, 0, 0);

  /** A field: a registry would let go of it. */
  private final Supplier<QualificationMetrics> metrics = () -> now;

  private static SimPosix process() {
    SimPosix process = SimDisk.create().newProcess();
    assertThat(process.mkdirat(Flags.AT_FDCWD, ROOT.bytes(), 0700)).isZero();
    return process;
  }

  private double count(String name, String... tags) {
    return registry.get(name).tags(tags).functionCounter().count();
  }

  @Test
  void aTableShowsItsClaimsAndHeartbeats() throws Exception {
    Seat seat = new Seat(process(), DurableOptions.defaults(), 1);
    RootTrust trust = RootTrust.declaredByCaller("a test");
    try (WorkLeaseTable table =
        WorkLeaseTable.open(
            seat.posix(), ROOT, TableManifest.ofWork(), seat.options(), trust, "alpha")) {
      new LeaseMeters("work", table.counters()).bindTo(registry);
      assertThat(count("holdfast.claims", "table", "work")).isZero();

      JsonObject payload = new JsonObject(Map.of());
      WorkId id = WorkId.ofPayload(payload);
      ClaimAnswer.Claimed claimed =
          (ClaimAnswer.Claimed) table.claim(id, payload, new Claimant("alpha", 0));
      table.heartbeatMany(Map.of(id, claimed.lease().token()));
      table.heartbeatMany(Map.of(id, claimed.lease().token()));

      LeaseCounters.Snapshot counted = table.counters().snapshot();
      assertThat(count("holdfast.claims", "table", "work")).isEqualTo(1);
      assertThat(count("holdfast.heartbeat.batches")).isEqualTo(2);
      assertThat(count("holdfast.heartbeat.renewals")).isEqualTo(2);
      assertThat(count("holdfast.heartbeat.failures")).isZero();
      assertThat(count("holdfast.directory.syncs.avoided"))
          .isEqualTo(
              count("holdfast.heartbeat.renewals") - count("holdfast.heartbeat.directory.syncs"));
      assertThat(count("holdfast.fence.scans")).isEqualTo(counted.fenceScans());
    }
  }

  @Test
  void aDispatcherShowsWhatItHasAndWhatBecameOfItsRows() throws Exception {
    Seat seat = new Seat(process(), DurableOptions.defaults(), 1);
    RootTrust trust = RootTrust.declaredByCaller("a test");
    try (WorkLeaseTable table =
        WorkLeaseTable.open(
            seat.posix(), ROOT, TableManifest.ofWork(), seat.options(), trust, "alpha")) {
      ReplayFallback lane = new ReplayFallback("replay", 1, Cooldown.NONE);
      lane.add("one", Job.of(new JsonObject(Map.of())));
      Held worker = new Held();
      Dispatcher dispatcher =
          new Dispatcher(
              DispatchParts.ofWork(table, lane, worker, worker, "alpha", seat::nanoTime));
      DispatchMonitor monitor = DispatchMonitor.of(dispatcher);
      new DispatchMeters("alpha", monitor).bindTo(registry);
      assertThat(gauge("holdfast.dispatch.active")).isZero();

      dispatcher.doWork(seat.nanoTime());

      assertThat(gauge("holdfast.dispatch.active")).isEqualTo(1);
      assertThat(gauge("holdfast.dispatch.pending")).isZero();
      assertThat(count("holdfast.dispatch.sent", "dispatcher", "alpha")).isEqualTo(1);
      assertThat(count("holdfast.dispatch.proposals")).isEqualTo(1);
      assertThat(count("holdfast.dispatch.admitted")).isEqualTo(1);
      for (DispatchCounters.Count each : DispatchCounters.Count.values()) {
        String meter = each.name().toLowerCase(Locale.ROOT).replace('_', '.');
        assertThat(count("holdfast.dispatch." + meter))
            .as(meter)
            .isEqualTo(dispatcher.counters().value(each));
      }

      worker.reportDone();
      dispatcher.doWork(seat.nanoTime());

      assertThat(gauge("holdfast.dispatch.active")).isZero();
      assertThat(count("holdfast.dispatch.committed")).isEqualTo(1);
    }
  }

  private double gauge(String name) {
    return registry.get(name).gauge().value();
  }

  /** One worker, and results that need no publishing. */
  private static final class Held implements Workers, Results {

    private Optional<Assignment> assignment = Optional.empty();
    private Optional<Report> report = Optional.empty();

    void reportDone() {
      JsonObject nothing = new JsonObject(Map.of());
      report = assignment.map(has -> new Report.Result(1, has.id(), nothing));
      assignment = Optional.empty();
    }

    @Override
    public SortedSet<Integer> idle() {
      return assignment.isEmpty() ? new TreeSet<>(Set.of(1)) : new TreeSet<>();
    }

    @Override
    public void send(int worker, Assignment sent) {
      assignment = Optional.of(sent);
    }

    @Override
    public void stop(int worker) {}

    @Override
    public Optional<Report> poll() {
      Optional<Report> taken = report;
      report = Optional.empty();
      return taken;
    }

    @Override
    public void publish(Lease lease, JsonObject manifest) {}

    @Override
    public void digest(JsonObject payload, JsonObject manifest) {}
  }

  @Test
  void barriersAreShownByTheirReason() throws Exception {
    SimPosix process = process();
    try (Durable durable = new Durable(process, DurableOptions.defaults());
        Dir dir = Dir.open(process, ROOT)) {
      new BarrierMeters("records", durable.counters()).bindTo(registry);

      durable.replace(dir, Name.of("one"), new byte[1]);
      durable.replace(dir, Name.of("one"), new byte[1]);
      durable.remove(dir, Name.of("one"));

      assertThat(count("holdfast.barrier.waits", "reason", "replace")).isEqualTo(2);
      assertThat(count("holdfast.barrier.waits", "reason", "remove")).isEqualTo(1);
      assertThat(count("holdfast.barrier.waits", "reason", "batch")).isZero();
      assertThat(count("holdfast.barrier.directory.syncs", "durable", "records")).isEqualTo(3);
      assertThat(count("holdfast.barrier.failures")).isZero();
    }
  }

  @Test
  void aQualificationShowsGenerationsAndTimes() {
    new QualificationMeters(metrics).bindTo(registry);
    assertThat(registry.get("holdfast.qualification.generation.in.flight").gauge().value())
        .isEqualTo(1);

    now = new QualificationMetrics(3, 0, 4, 3, 0, 7, 2, 9_000_000_000L, 2_000_000_000L);

    assertThat(registry.get("holdfast.qualification.generation").gauge().value()).isEqualTo(3);
    assertThat(count("holdfast.qualification.attempts")).isEqualTo(4);
    assertThat(count("holdfast.qualification.refused.requests")).isEqualTo(7);
    assertThat(count("holdfast.qualification.partial.sends")).isEqualTo(2);
    assertThat(registry.get("holdfast.qualification.elapsed").functionTimer().count()).isEqualTo(3);
    assertThat(
            registry
                .get("holdfast.qualification.elapsed")
                .functionTimer()
                .totalTime(TimeUnit.SECONDS))
        .isEqualTo(9);
    assertThat(
            registry.get("holdfast.qualification.elapsed.last").timeGauge().value(TimeUnit.SECONDS))
        .isEqualTo(2);
  }
}
