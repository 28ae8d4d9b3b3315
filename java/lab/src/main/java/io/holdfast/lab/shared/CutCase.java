package io.holdfast.lab.shared;

import io.holdfast.lab.CaseDescription;
import io.holdfast.lab.Expectation;
import io.holdfast.lab.Outcome;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.litmus.LockKind;
import io.holdfast.litmus.Profile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A client that holds something is cut off until another has it, and comes back. */
public enum CutCase implements CaseDescription {
  GLUSTER_FLOCK(StorageKind.GLUSTER, What.FLOCK),
  GLUSTER_OFD(StorageKind.GLUSTER, What.OFD),
  GLUSTER_FENCE(StorageKind.GLUSTER, What.FENCE),
  GLUSTER_FENCE_UNDER_WAY(StorageKind.GLUSTER, What.FENCE_UNDER_WAY),
  GLUSTER_UPDATE_LOCK(StorageKind.GLUSTER, What.UPDATE_LOCK),
  CEPH_FLOCK(StorageKind.CEPH, What.FLOCK),
  CEPH_OFD(StorageKind.CEPH, What.OFD),
  CEPH_FENCE(StorageKind.CEPH, What.FENCE),
  CEPH_FENCE_UNDER_WAY(StorageKind.CEPH, What.FENCE_UNDER_WAY),
  CEPH_UPDATE_LOCK(StorageKind.CEPH, What.UPDATE_LOCK);

  /** All of them, in the order in which they are run. */
  public static final List<CutCase> ALL = List.of(values());

  private final StorageKind kind;
  private final What what;

  CutCase(StorageKind kind, What what) {
    this.kind = kind;
    this.what = what;
  }

  /** What is held. */
  enum What {
    FLOCK("a holder of a flock is cut off"),
    OFD("a holder of an OFD lock is cut off"),
    FENCE("holders in a table with moved fences are cut off"),
    FENCE_UNDER_WAY("the same, with their calls under way when they come back"),
    UPDATE_LOCK("holders in a table with update locks are cut off");

    private final String words;

    What(String words) {
      this.words = words;
    }
  }

  /** The case of an id, which may be given without {@code long/}. */
  public static Optional<CutCase> named(String id) {
    return Arrays.stream(values())
        .filter(known -> known.id().equals(id) || known.shortId().equals(id))
        .findFirst();
  }

  /** The storage that is cut. */
  public StorageKind kind() {
    return kind;
  }

  @Override
  public String id() {
    return "long/" + shortId();
  }

  /** The id without its group. */
  public String shortId() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  public String storage() {
    String name = kind == StorageKind.CEPH ? "CephFS" : "GlusterFS";
    return name + ": " + what.words;
  }

  @Override
  public Profile profile() {
    return what == What.FENCE || what == What.FENCE_UNDER_WAY
        ? Profile.FENCE_TABLE
        : Profile.LEASE_TABLE;
  }

  private boolean isOfLock() {
    return what == What.FLOCK || what == What.OFD;
  }

  /**
   * GlusterFS gives the lock away and takes the late call; CephFS shuts the client out. A moved
   * fence needs neither.
   */
  @Override
  public Expectation expected() {
    boolean isFenced = kind == StorageKind.CEPH || profile().equals(Profile.FENCE_TABLE);
    Expectation outcome = Expectation.of(isFenced ? Outcome.QUALIFIED : Outcome.REFUTED);
    if (!isOfLock()) {
      Expectation late =
          outcome.answer(CommitCut.LATE_STEPS, isFenced ? CommitCut.HARMLESS : CommitCut.SOME_HARM);
      return what == What.FENCE_UNDER_WAY ? late.answer(CommitCut.UNDER_WAY, CommitCut.YES) : late;
    }
    return outcome
        .answer(LockCut.LOCK_PASSES, LockCut.YES)
        .answer(LockCut.LATE_WRITE, isFenced ? LockCut.REFUSED : LockCut.ACCEPTED)
        .answer(LockCut.NEWER_BYTES, isFenced ? LockCut.KEPT : LockCut.OVERWRITTEN);
  }

  /** Makes the storage, see {@link StorageKind#raise}. */
  SpacedClients raise(Path site) throws IOException {
    return kind == StorageKind.CEPH ? new CephClients(site) : new GlusterClients(site);
  }

  /** Its run on storage that both clients have mounted. */
  CutRun run(SpacedClients clients, Path scratch, CutRun.Progress progress) {
    return switch (what) {
      case FLOCK -> new LockCut(clients, LockKind.FLOCK, progress);
      case OFD -> new LockCut(clients, LockKind.OFD, progress);
      case FENCE -> new CommitCut(clients, scratch, Protocol.FENCE, false, progress);
      case FENCE_UNDER_WAY -> new CommitCut(clients, scratch, Protocol.FENCE, true, progress);
      case UPDATE_LOCK -> new CommitCut(clients, scratch, Protocol.FLOCK, false, progress);
    };
  }
}
