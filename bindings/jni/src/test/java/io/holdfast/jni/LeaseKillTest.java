package io.holdfast.jni;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.durable.RootTrust;
import io.holdfast.jni.fork.HoldLease;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.Reading;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.ManualEpochClock;
import io.holdfast.testkit.ManualNanoClock;
import io.holdfast.testkit.fork.ForkedJvm;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What processes leave that are killed with a lease, or frozen and killed with its update lock. */
@Timeout(120)
class LeaseKillTest {

  private static final JsonObject NOTHING = new JsonObject(Map.of());
  private static final Claimant WHO = new Claimant("survivor", 0);

  @TempDir private Path root;
  private final ManualEpochClock wall = new ManualEpochClock(0);
  private final ManualNanoClock boot = new ManualNanoClock(0);
  private Process holder;

  @AfterEach
  void killHolder() throws Exception {
    kill();
  }

  @ParameterizedTest
  @EnumSource
  void leaseOfAProcessThatWasKilledIsReclaimedOnceItIsOver(Protocol protocol) throws Exception {
    startHolder(protocol, "lease", "claimed");
    try (WorkLeaseTable table = open(protocol)) {
      kill();
      assertThat(table.claim(HoldLease.id(), NOTHING, WHO)).isInstanceOf(ClaimAnswer.Held.class);
      long ttlMillis = table.manifest().ttlMillis();
      wall.advance(ttlMillis);
      boot.advance(ttlMillis * 1_000_000);

      ClaimAnswer answer = table.claim(HoldLease.id(), NOTHING, WHO);

      assertThat(answer)
          .isInstanceOfSatisfying(
              ClaimAnswer.Claimed.class,
              claimed -> {
                assertThat(claimed.lease().fence()).isEqualTo(2);
                assertThat(claimed.lease().record().previousOwner()).isEqualTo("killed");
              });
    }
  }

  @Test
  void flockOfAFrozenProcessIsNeverStolenAndThatOfAKilledOneIsHadAtOnce() throws Exception {
    startHolder(Protocol.FLOCK, "lock", "publishing");
    try (WorkLeaseTable table = open(Protocol.FLOCK)) {
      LeaseRecord committing = committing(table);
      signal("STOP");
      Files.setLastModifiedTime(lock(), FileTime.from(Instant.EPOCH));
      wall.advance(24 * 3_600_000L);

      assertThat(table.replayCommit(committing, WHO, (lease, manifest) -> {}))
          .isInstanceOf(CompleteAnswer.Unavailable.class);
      long waited = boot.nanoTime();
      assertThat(waited).isEqualTo(5_000_000_000L);

      kill();
      assertThat(table.replayCommit(committing, WHO, (lease, manifest) -> {}))
          .isInstanceOf(CompleteAnswer.Completed.class);
      assertThat(boot.nanoTime()).isEqualTo(waited);
    }
  }

  @Test
  void lockDirectoryOfAKilledProcessStaysUntilAPersonBreaksIt() throws Exception {
    startHolder(Protocol.MKDIR, "lock", "publishing");
    try (WorkLeaseTable table = open(Protocol.MKDIR)) {
      LeaseRecord committing = committing(table);
      kill();

      assertThat(table.replayCommit(committing, WHO, (lease, manifest) -> {}))
          .isInstanceOf(CompleteAnswer.Unavailable.class);
      Path owner = lock().resolveSibling(lock().getFileName() + ".owner");
      assertThat(Files.readString(owner)).contains(" " + holder.pid() + " ");

      Files.delete(owner);
      Files.delete(lock());
      assertThat(table.replayCommit(committing, WHO, (lease, manifest) -> {}))
          .isInstanceOf(CompleteAnswer.Completed.class);
    }
  }

  private void startHolder(Protocol protocol, String what, String word) throws Exception {
    holder = ForkedJvm.here().start(HoldLease.class, root.toString(), protocol.name(), what);
    BufferedReader said = new BufferedReader(new InputStreamReader(holder.getInputStream(), UTF_8));
    assertThat(said.readLine()).isEqualTo(word);
    wall.set(System.currentTimeMillis());
  }

  private void kill() throws Exception {
    holder.destroyForcibly().waitFor();
  }

  private void signal(String name) throws Exception {
    String pid = String.valueOf(holder.pid());
    assertThat(new ProcessBuilder("kill", "-" + name, pid).inheritIO().start().waitFor()).isZero();
  }

  private WorkLeaseTable open(Protocol protocol) throws Exception {
    return WorkLeaseTable.open(
        new JniProvider().load(),
        RawPath.of(root.toString()),
        HoldLease.manifest(protocol),
        LeaseOptions.defaults(new LeaseClocks(wall, boot, boot::advance)),
        RootTrust.declaredByCaller("a test"),
        "survivor");
  }

  private static LeaseRecord committing(WorkLeaseTable table) throws Exception {
    return ((Reading.Present) table.read(HoldLease.id())).record();
  }

  private Path lock() {
    return root.resolve("001").resolve(HoldLease.id() + ".json.lock");
  }
}
