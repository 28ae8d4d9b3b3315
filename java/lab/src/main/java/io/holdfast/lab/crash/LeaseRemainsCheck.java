package io.holdfast.lab.crash;

import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.PoisonedException;
import io.holdfast.durable.RootTrust;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.GroupClaimAnswer;
import io.holdfast.lease.GroupLeaseTable;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.Reading;
import io.holdfast.lease.SessionLostException;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.TableManifest.Kind;
import io.holdfast.lease.TableRefusedException;
import io.holdfast.lease.WorkId;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.ManualEpochClock;
import io.holdfast.testkit.ManualNanoClock;
import io.holdfast.testkit.sim.SimCapabilities;
import io.holdfast.testkit.sim.SimDisk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Holds what a crash left of a table of leases against what was promised of each id, and then goes
 * on with it: a coordinator that comes up after the crash must read every id, finish every commit,
 * and get every other lease once its session is silent or its ttl over; of a group that was cut in
 * the middle nothing may stay behind.
 *
 * <p>The remains are copied into memory, so that any storage can be looked at in the same way. Used
 * by one thread.
 */
final class LeaseRemainsCheck implements RemainsCheck {

  private static final RawPath ROOT = RawPath.of("/table");
  private static final RootTrust TRUST = RootTrust.declaredByCaller("what a crash left");
  private static final Claimant WHO = new Claimant("after the crash", 0);
  private static final JsonObject NOTHING = new JsonObject(Map.of());

  private final TableManifest manifest;

  LeaseRemainsCheck(TableManifest manifest) {
    this.manifest = manifest;
  }

  @Override
  public Optional<String> violation(Ledger ledger, Remains remains) throws IOException {
    Posix posix = copy(remains);
    ManualNanoClock boot = new ManualNanoClock(1);
    ManualEpochClock wall = new ManualEpochClock(System.currentTimeMillis());
    LeaseOptions options =
        LeaseOptions.defaults(new LeaseClocks(wall, boot, boot::advance))
            .withRandom(new SplittableRandom(1))
            .withDurable(DurableOptions.defaults().withFanOut(1).withExecutor(Runnable::run));
    Runnable passing =
        () -> {
          boot.advance(manifest.ttlMillis() * 1_000_000);
          wall.advance(manifest.ttlMillis());
        };
    Map<WorkId, List<Integer>> possible = new TreeMap<>();
    ledger.possible().forEach((hex, versions) -> possible.put(new WorkId(hex), versions));
    try {
      if (manifest.kind() == Kind.WORK) {
        try (WorkLeaseTable table =
            WorkLeaseTable.open(posix, ROOT, manifest, options, TRUST, WHO.owner())) {
          return new Work(table, passing).violation(possible);
        }
      }
      try (GroupLeaseTable table =
          GroupLeaseTable.open(posix, ROOT, manifest, options, TRUST, WHO.owner())) {
        return groupsViolation(table, passing, possible);
      }
    } catch (PosixException
        | DurabilityUnknownException
        | PoisonedException
        | SessionLostException
        | TableRefusedException e) {
      return Optional.of("what was left cannot be used: " + e.getMessage());
    }
  }

  // ---- the copy

  private static Posix copy(Remains remains) throws IOException {
    Posix posix = SimDisk.create(SimCapabilities.full()).newProcess();
    copyDirectory(posix, remains, LeaseWorkload.TABLE, ROOT.toString());
    return posix;
  }

  private static void copyDirectory(Posix posix, Remains remains, String from, String to)
      throws IOException {
    made(posix.mkdirat(Flags.AT_FDCWD, bytes(to), 0700));
    for (String name : new TreeSet<>(remains.names(from))) {
      String path = from + "/" + name;
      if (isDirectory(name)) {
        copyDirectory(posix, remains, path, to + "/" + name);
      } else {
        byte[] content = remains.read(path);
        if (content != null) {
          write(posix, to + "/" + name, content);
        }
      }
    }
  }

  /** Shards, and the directory of sessions: these workloads make no others. */
  private static boolean isDirectory(String name) {
    return name.matches("[0-9]{3}") || name.equals("sessions");
  }

  private static void write(Posix posix, String path, byte[] content) {
    int flags = Flags.O_WRONLY | Flags.O_CREAT | Flags.O_EXCL;
    int fd = made(posix.openat(Flags.AT_FDCWD, bytes(path), flags, 0600));
    for (int at = 0; at < content.length; ) {
      int length = Math.min(content.length - at, Posix.TRANSFER_LIMIT);
      at += made(posix.pwrite(fd, content, at, length, at));
    }
    posix.close(fd);
  }

  private static byte[] bytes(String path) {
    return path.getBytes(StandardCharsets.UTF_8);
  }

  private static int made(int result) {
    if (result < 0) {
      throw new IllegalStateException("the simulated storage answers " + result);
    }
    return result;
  }

  // ---- what was promised

  private static Optional<String> broken(WorkId id, List<Integer> possible, Reading reading) {
    if (reading instanceof Reading.Corrupt corrupt) {
      return Optional.of(id + " is corrupt: " + corrupt.path() + ": " + corrupt.reason());
    }
    if (reading instanceof Reading.Unavailable unavailable) {
      return Optional.of(id + " cannot be read: " + unavailable.reason());
    }
    int version = version(reading);
    return possible.contains(version)
        ? Optional.empty()
        : Optional.of("lost: " + id + " has version " + version + "; possible are " + possible);
  }

  /** What was begun and never claimed is as if it had never been there. */
  private static int version(Reading reading) {
    if (reading instanceof Reading.Present present
        && (present.record().status() != LeaseStatus.RELEASED || present.record().attempts() > 0)) {
      return LeaseVersion.of(present.record());
    }
    return Content.ABSENT;
  }

  /** Goes on with a table of exact work. */
  private static final class Work {

    private final WorkLeaseTable table;
    private final Runnable passing;

    Work(WorkLeaseTable table, Runnable passing) {
      this.table = table;
      this.passing = passing;
    }

    Optional<String> violation(Map<WorkId, List<Integer>> possible)
        throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
      for (Map.Entry<WorkId, List<Integer>> entry : possible.entrySet()) {
        Optional<String> broken =
            broken(entry.getKey(), entry.getValue(), table.read(entry.getKey()));
        if (broken.isPresent()) {
          return broken;
        }
      }
      List<WorkId> open = new ArrayList<>();
      for (WorkId id : possible.keySet()) {
        if (!(table.claim(id, NOTHING, WHO) instanceof ClaimAnswer.Done)) {
          open.add(id);
        }
      }
      passing.run();
      for (WorkId id : open) {
        Optional<String> stuck = stuck(id);
        if (stuck.isPresent()) {
          return stuck;
        }
      }
      return Optional.empty();
    }

    /** What was free has been claimed before. */
    private Optional<String> stuck(WorkId id)
        throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
      long before = table.read(id) instanceof Reading.Present p ? p.record().fence() : 0;
      ClaimAnswer answer = table.claim(id, NOTHING, WHO);
      if (answer instanceof ClaimAnswer.Claimed claimed) {
        return claimed.lease().fence() > before
            ? Optional.empty()
            : Optional.of(id + " was claimed with a fence that is not new: " + answer);
      }
      if (answer instanceof ClaimAnswer.Committing committing) {
        return replayed(committing.record());
      }
      boolean isOurs =
          answer instanceof ClaimAnswer.Held held && held.record().owner().equals(WHO.owner());
      return isOurs ? Optional.empty() : Optional.of(id + " is stuck: " + answer);
    }

    private Optional<String> replayed(LeaseRecord committing)
        throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
      CompleteAnswer answer;
      try {
        answer = table.replayCommit(committing, WHO, (lease, manifest) -> {});
      } catch (PosixException
          | DurabilityUnknownException
          | PoisonedException
          | SessionLostException
          | RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException("the callback throws nothing", e);
      }
      return answer instanceof CompleteAnswer.Completed
          ? Optional.empty()
          : Optional.of(committing.id() + " cannot be finished: " + answer);
    }
  }

  /** Goes on with a table of groups. */
  private static Optional<String> groupsViolation(
      GroupLeaseTable table, Runnable passing, Map<WorkId, List<Integer>> possible)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    for (Map.Entry<WorkId, List<Integer>> entry : possible.entrySet()) {
      Optional<String> broken =
          broken(entry.getKey(), entry.getValue(), table.read(entry.getKey()));
      if (broken.isPresent()) {
        return broken;
      }
    }
    if (possible.isEmpty()) {
      return Optional.empty();
    }
    table.recoverExpired();
    passing.run();
    table.recoverExpired();
    for (WorkId id : possible.keySet()) {
      if (table.read(id) instanceof Reading.Present present
          && present.record().status() != LeaseStatus.RELEASED) {
        return Optional.of(id + " stays behind of a group: " + present.record());
      }
    }
    GroupClaimAnswer answer = table.claim(all(possible.keySet()), NOTHING, WHO);
    return answer instanceof GroupClaimAnswer.Claimed
        ? Optional.empty()
        : Optional.of("the group of all ids cannot be claimed: " + answer);
  }

  private static Map<WorkId, JsonObject> all(Collection<WorkId> ids) {
    Map<WorkId, JsonObject> members = new TreeMap<>();
    ids.forEach(id -> members.put(id, NOTHING));
    return members;
  }
}
