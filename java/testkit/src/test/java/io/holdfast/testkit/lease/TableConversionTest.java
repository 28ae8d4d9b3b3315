package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.LeaseArena.TTL_MILLIS;
import static io.holdfast.testkit.lease.LeaseArena.id;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.holdfast.durable.DurableOptions;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.Reading;
import io.holdfast.lease.TableConversion;
import io.holdfast.lease.TableFinding;
import io.holdfast.lease.TableFinding.Severity;
import io.holdfast.lease.TableInspection;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.lease.TableRefusedException;
import io.holdfast.lease.WorkId;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.ManualEpochClock;
import io.holdfast.testkit.ManualNanoClock;
import io.holdfast.testkit.sim.CrashRecorder;
import io.holdfast.testkit.sim.NameLoss;
import io.holdfast.testkit.sim.SimDisk;
import io.holdfast.testkit.sim.SimPosix;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A flock table becomes a fence table, also when the power goes at any step. */
class TableConversionTest {

  private static final RawPath ROOT = RawPath.of("/t");
  private static final TableManifest FENCE =
      TableManifest.ofWork().withShardCount(4).withTtlMillis(TTL_MILLIS);
  private static final long LATER_MILLIS = 1_793_491_200_000L + 10 * TTL_MILLIS;

  private static final WorkId DONE = id(1);
  private static final WorkId EXPIRED = id(2);
  private static final WorkId RELEASED = id(3);
  private static final WorkId FOREIGN = id(5);

  private static final String PYTHON_RECORD =
      "{\"attempts\":2,\"completed\":7.5,\"id\":\"%s\",\"more\":[1],\"owner\":\"other\","
          + "\"payload\":{\"a\":1},\"previous_owner\":\"\",\"schema\":1,\"status\":\"done\","
          + "\"steals\":0,\"token\":\"plain\",\"updated\":7.5,\"worker\":3}\n";

  private final SimDisk disk = SimDisk.create();
  private long seed;

  @BeforeEach
  void makeTable() throws Exception {
    SimPosix hand = disk.newProcess();
    assertThat(hand.mkdirat(Flags.AT_FDCWD, ROOT.bytes(), 0700)).isZero();
    LeaseArena arena = arena(disk, Protocol.FLOCK);
    Coordinator a = arena.open("alpha");
    Lease done = a.take(DONE);
    a.begin(done, Coordinator.manifest("s"));
    a.complete(done);
    a.take(EXPIRED);
    arena.pass(TTL_MILLIS);
    a.take(EXPIRED);
    a.release(a.take(RELEASED));
    a.release(a.take(FOREIGN));
    String path = LeaseArena.hint(FOREIGN);
    arena.write(path, PYTHON_RECORD.formatted(FOREIGN).getBytes(US_ASCII));
    arena.closeAll();
    int fd = hand.openat(Flags.AT_FDCWD, ROOT.bytes(), Flags.O_RDONLY, 0);
    assertThat(hand.syncfs(fd)).isZero();
    assertThat(hand.close(fd)).isZero();
  }

  private static LeaseArena arena(SimDisk on, Protocol protocol) throws Exception {
    return new LeaseArena(on::newProcess, ROOT, barriers(), protocol);
  }

  private static DurableOptions barriers() {
    return DurableOptions.defaults().withFanOut(1);
  }

  private TableConversion open(Posix posix) throws Exception {
    ManualNanoClock boot = new ManualNanoClock(1);
    LeaseClocks clocks = new LeaseClocks(new ManualEpochClock(LATER_MILLIS), boot, boot::advance);
    return TableConversion.open(
        posix,
        ROOT,
        LeaseOptions.defaults(clocks)
            .withRandom(new SplittableRandom(100 + seed++))
            .withDurable(barriers()));
  }

  private long convert(Posix posix) throws Exception {
    try (TableConversion conversion = open(posix)) {
      assertThat(conversion.look().obstacles()).isEmpty();
      return conversion.convert();
    }
  }

  private static void requireConverted(SimDisk on) throws Exception {
    List<TableFinding> broken = new ArrayList<>();
    try (TableInspection table = TableInspection.open(on.newProcess(), ROOT, Optional.empty())) {
      assertThat(table.manifest()).isEqualTo(FENCE);
      requireRecord(table, DONE, LeaseStatus.DONE, 2);
      requireRecord(table, EXPIRED, LeaseStatus.RELEASED, 3);
      LeaseRecord foreign = requireRecord(table, FOREIGN, LeaseStatus.DONE, 1);
      assertThat(foreign.fields().get("more")).isPresent();
      assertThat(table.read(RELEASED)).isInstanceOf(Reading.Absent.class);
      table.verify(
          () -> LATER_MILLIS,
          finding -> {
            boolean lock = finding.path().toString().endsWith(".lock");
            if (lock || finding.severity() == Severity.BROKEN) {
              broken.add(finding);
            }
          });
    }
    assertThat(broken).isEmpty();
  }

  private static LeaseRecord requireRecord(
      TableInspection table, WorkId id, LeaseStatus status, long fence) throws Exception {
    Reading reading = table.read(id);
    assertThat(reading).as(id.hex()).isInstanceOf(Reading.Present.class);
    LeaseRecord record = ((Reading.Present) reading).record();
    assertThat(record.status()).isEqualTo(status);
    assertThat(record.fence()).isGreaterThanOrEqualTo(fence);
    return record;
  }

  @Test
  void keepsWhatIsDoneAndFreesWhatIsOver() throws Exception {
    assertThat(convert(disk.newProcess())).isEqualTo(3);
    requireConverted(disk);
    LeaseArena arena = arena(disk, Protocol.FENCE);
    Coordinator b = arena.open("beta");
    assertThat(b.claim(DONE)).isInstanceOf(ClaimAnswer.Done.class);
    assertThat(b.claim(FOREIGN)).isInstanceOf(ClaimAnswer.Done.class);
    assertThat(b.take(EXPIRED).fence()).isEqualTo(4);
    assertThat(b.take(RELEASED).fence()).isEqualTo(1);
    assertThat(b.table().sweep()).isPositive();
    arena.closeAll();
    assertThat(catchThrowableOfType(TableRefusedException.class, () -> open(disk.newProcess())))
        .hasMessageContaining("this is one of fence");
  }

  @Test
  void aPowerCutAtAnyStepIsGoneOnFrom() throws Exception {
    CrashRecorder recorder = new CrashRecorder(disk.newProcess());
    convert(recorder);
    long runs = 0;
    for (CrashRecorder.Outcome outcome : recorder.outcomes(NameLoss.DEPENDENT, 12, 7).toList()) {
      try {
        if (isOpen(outcome.disk())) {
          convert(outcome.disk().newProcess());
        }
        requireConverted(outcome.disk());
        runs++;
      } catch (AssertionError e) {
        throw new AssertionError(outcome + ": " + e.getMessage(), e);
      }
    }
    System.out.printf("conversion: %,d states after a power cut%n", runs);
    assertThat(runs).isGreaterThan(200);
  }

  private boolean isOpen(SimDisk on) throws Exception {
    try (TableConversion conversion = open(on.newProcess())) {
      assertThat(conversion.look().obstacles()).isEmpty();
      return true;
    } catch (TableRefusedException e) {
      assertThat(e).hasMessageContaining("this is one of fence");
      return false;
    }
  }

  @Test
  void nobodyOpensATableThatIsUnderWay() throws Exception {
    CrashRecorder recorder = new CrashRecorder(disk.newProcess());
    convert(recorder);
    long refused = 0;
    for (CrashRecorder.Outcome outcome : recorder.outcomes(NameLoss.DEPENDENT, 2, 7).toList()) {
      try (TableConversion conversion = open(outcome.disk().newProcess())) {
        if (conversion.isUnderWay()) {
          for (Protocol protocol : Protocol.values()) {
            LeaseArena arena = arena(outcome.disk(), protocol);
            assertThat(catchThrowableOfType(TableRefusedException.class, () -> arena.open("beta")))
                .hasMessageContaining("is being converted");
          }
          refused++;
        }
      } catch (TableRefusedException e) {
        assertThat(e).hasMessageContaining("this is one of fence");
      }
    }
    assertThat(refused).isPositive();
  }

  @Test
  void refusesWhatIsNotOver() throws Exception {
    LeaseArena arena = arena(disk, Protocol.FLOCK);
    Coordinator a = arena.open("alpha");
    a.begin(a.take(RELEASED), Coordinator.manifest("s"));
    SimPosix holder = disk.newProcess();
    byte[] lock = LeaseArena.bytes("/t/" + LeaseArena.hint(DONE) + ".lock");
    int fd = holder.openat(Flags.AT_FDCWD, lock, Flags.O_RDWR, 0);
    assertThat(holder.flock(fd, Flags.LOCK_EX)).isZero();
    arena.write(LeaseArena.hint(EXPIRED), new byte[] {'{'});
    try (TableConversion conversion = open(disk.newProcess())) {
      assertThat(conversion.look().obstacles())
          .extracting(finding -> finding.check().id() + " " + finding.reason())
          .satisfiesExactlyInAnyOrder(
              text -> assertThat(text).isEqualTo("pending committing by alpha"),
              text -> assertThat(text).isEqualTo("held_lock somebody holds this lock"),
              text -> assertThat(text).startsWith("record no JSON of a record"));
      assertThat(catchThrowableOfType(TableRefusedException.class, conversion::convert))
          .hasMessageContaining(".json.lock: somebody holds this lock");
    }
    holder.close(fd);
    arena.closeAll();
  }
}
