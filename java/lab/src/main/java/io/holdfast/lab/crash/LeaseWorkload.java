package io.holdfast.lab.crash;

import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.PoisonedException;
import io.holdfast.durable.RootTrust;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.lab.RigException;
import io.holdfast.lab.crash.CrashWorkload.Task;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.CommitAnswer;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.GroupClaimAnswer;
import io.holdfast.lease.GroupHeartbeatAnswer;
import io.holdfast.lease.GroupLease;
import io.holdfast.lease.GroupReleaseAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.ReleaseAnswer;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.TableManifest.Kind;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.lease.TableRefusedException;
import io.holdfast.lease.WorkId;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.target.TargetGroup;
import io.holdfast.target.TargetLeaseTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Works in a table of leases, from its making on, by two threads with ids of their own, and marks
 * what it was promised of each id. Nothing fails on these disks, and nobody else is there: every
 * answer but the expected one ends the run.
 */
final class LeaseWorkload {

  /** Where the table is: one of the tested directories. */
  static final String TABLE = Shards.NAMES.get(0);

  private static final int THREADS = 2;
  private static final int TARGETS = 6;
  private static final Optional<JsonObject> MANIFEST =
      Optional.of(new JsonObject(Map.of("stage", new JsonString("s"))));

  private final Posix posix;
  private final LeaseOptions options;
  private final Task task;
  private final TableManifest manifest;

  LeaseWorkload(Posix posix, DurableOptions barriers, Task task, TableManifest manifest) {
    this.posix = posix;
    this.options =
        LeaseOptions.defaults(LeaseClocks.system(posix))
            .withRandom(new Random(task.seed()))
            .withDurable(barriers);
    this.task = task;
    this.manifest = manifest;
  }

  void run()
      throws IOException,
          PosixException,
          DurabilityUnknownException,
          PoisonedException,
          InterruptedException {
    RawPath root = task.directory().resolve(RawPath.of(TABLE));
    RootTrust trust = RootTrust.declaredByCaller("recorded storage");
    try {
      if (manifest.kind() == Kind.WORK) {
        try (WorkLeaseTable table =
            WorkLeaseTable.open(posix, root, manifest, options, trust, "crash")) {
          WorkloadRun.together(THREADS, thread -> new Work(table, thread).run());
        }
      } else {
        try (TargetLeaseTable table =
            TargetLeaseTable.open(posix, root, manifest, options, trust, "crash")) {
          WorkloadRun.together(THREADS, thread -> new Targets(table, thread).run());
        }
      }
    } catch (TableRefusedException e) {
      throw new RigException("the table was refused: " + e.getMessage(), e);
    }
  }

  private int rounds() {
    return task.rounds() / THREADS;
  }

  private Claimant who(int thread) {
    return new Claimant("crash", thread);
  }

  private static IllegalStateException unexpected(Object answer) {
    return new IllegalStateException("nobody else is there, and the answer is " + answer);
  }

  // ---- marks

  private int released(int claim) {
    return manifest.protocol() == Protocol.FENCE
        ? LeaseVersion.of(claim, LeaseStatus.RELEASED)
        : Content.ABSENT;
  }

  private void started(Collection<WorkId> ids, int version) throws PosixException {
    for (WorkId id : ids) {
      task.marks().started(id.hex(), version);
    }
  }

  private void acknowledged(Collection<WorkId> ids, int version) throws PosixException {
    for (WorkId id : ids) {
      task.marks().acknowledged(id.hex(), version);
    }
  }

  // ---- exact work

  /** Takes a few ids from claim to done, or gives them up on the way; one thread. */
  private final class Work {

    private static final int AT_ONCE = 3;

    private final WorkLeaseTable table;
    private final int thread;
    private final SplittableRandom random;
    private final List<Item> items = new ArrayList<>();
    private long numbers;

    /** An id on its way; a lease where it is held. */
    private static final class Item {
      final WorkId id;
      int claim;
      Optional<Lease> lease = Optional.empty();

      Item(WorkId id) {
        this.id = id;
      }
    }

    Work(WorkLeaseTable table, int thread) {
      this.table = table;
      this.thread = thread;
      this.random = new SplittableRandom(task.seed() + thread);
      for (int i = 0; i < AT_ONCE; i++) {
        items.add(next());
      }
    }

    private Item next() {
      return new Item(WorkId.ofTarget(1 + thread + THREADS * numbers++));
    }

    Void run() throws Exception {
      for (int i = 0; i < rounds(); i++) {
        int at = random.nextInt(items.size());
        Item item = items.get(at);
        if (item.lease.isEmpty()) {
          claim(item);
        } else if (item.lease.get().record().status() == LeaseStatus.COMMITTING) {
          complete(item, item.lease.get());
          items.set(at, next());
        } else {
          goOn(item, item.lease.get());
        }
      }
      return null;
    }

    private void goOn(Item item, Lease lease) throws Exception {
      switch (random.nextInt(4)) {
        case 0 -> release(item, lease);
        case 1 -> beat();
        default -> commit(item, lease);
      }
    }

    private void claim(Item item) throws Exception {
      int version = LeaseVersion.of(++item.claim, LeaseStatus.LEASED);
      started(List.of(item.id), version);
      ClaimAnswer answer = table.claim(item.id, LeaseVersion.payload(item.claim), who(thread));
      if (!(answer instanceof ClaimAnswer.Claimed claimed)) {
        throw unexpected(answer);
      }
      acknowledged(List.of(item.id), version);
      item.lease = Optional.of(claimed.lease());
    }

    private void beat() throws Exception {
      Map<WorkId, LeaseToken> tokens = new TreeMap<>();
      items.forEach(item -> item.lease.ifPresent(lease -> tokens.put(item.id, lease.token())));
      if (!table.heartbeatMany(tokens).lost().isEmpty()) {
        throw unexpected("lost");
      }
    }

    private void commit(Item item, Lease lease) throws Exception {
      int version = LeaseVersion.of(item.claim, LeaseStatus.COMMITTING);
      started(List.of(item.id), version);
      CommitAnswer answer = table.beginCommit(item.id, lease.token(), MANIFEST);
      if (!(answer instanceof CommitAnswer.Begun begun)) {
        throw unexpected(answer);
      }
      acknowledged(List.of(item.id), version);
      item.lease = Optional.of(begun.lease());
    }

    private void complete(Item item, Lease lease) throws Exception {
      int version = LeaseVersion.of(item.claim, LeaseStatus.DONE);
      started(List.of(item.id), version);
      CompleteAnswer answer = table.completeOnce(item.id, lease.token());
      if (!(answer instanceof CompleteAnswer.Completed)) {
        throw unexpected(answer);
      }
      acknowledged(List.of(item.id), version);
    }

    private void release(Item item, Lease lease) throws Exception {
      started(List.of(item.id), released(item.claim));
      ReleaseAnswer answer = table.release(item.id, lease.token());
      if (!(answer instanceof ReleaseAnswer.Released)) {
        throw unexpected(answer);
      }
      acknowledged(List.of(item.id), released(item.claim));
      item.lease = Optional.empty();
    }
  }

  // ---- groups of targets

  /** Claims groups among a few targets, one after the other; one thread. */
  private final class Targets {

    private final TargetLeaseTable table;
    private final int thread;
    private final SplittableRandom random;

    Targets(TargetLeaseTable table, int thread) {
      this.table = table;
      this.thread = thread;
      this.random = new SplittableRandom(task.seed() + thread);
    }

    Void run() throws Exception {
      for (int claim = 1; claim <= rounds() / 2; claim++) {
        TargetGroup group = someGroup();
        GroupLease lease = claim(group, claim);
        if (random.nextBoolean()
            && !(table.heartbeatGroup(group, lease.token())
                instanceof GroupHeartbeatAnswer.Renewed)) {
          throw unexpected("stale");
        }
        release(group, lease, claim);
      }
      return null;
    }

    private TargetGroup someGroup() {
      List<Long> targets = new ArrayList<>();
      for (int i = 0; i < TARGETS; i++) {
        if (random.nextBoolean()) {
          targets.add(1L + thread + (long) THREADS * i);
        }
      }
      return targets.isEmpty() ? TargetGroup.of(List.of(1L + thread)) : TargetGroup.of(targets);
    }

    private GroupLease claim(TargetGroup group, int claim) throws Exception {
      int version = LeaseVersion.of(claim, LeaseStatus.LEASED);
      started(group.byId().keySet(), version);
      GroupClaimAnswer answer = table.claimGroup(group, LeaseVersion.payload(claim), who(thread));
      if (!(answer instanceof GroupClaimAnswer.Claimed claimed)) {
        throw unexpected(answer);
      }
      acknowledged(group.byId().keySet(), version);
      return claimed.lease();
    }

    private void release(TargetGroup group, GroupLease lease, int claim) throws Exception {
      started(group.byId().keySet(), released(claim));
      GroupReleaseAnswer answer = table.releaseGroup(group, lease.token());
      if (!(answer instanceof GroupReleaseAnswer.Released)) {
        throw unexpected(answer);
      }
      acknowledged(group.byId().keySet(), released(claim));
    }
  }
}
