package io.holdfast.litmus;

import io.holdfast.mount.MountFacts;
import io.holdfast.mount.NfsLease;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a mount's type and options say against state on it, without asking the mount: barriers that
 * are not durable or do not reach a server, and locks that stay on this client or are refused.
 */
public final class MountWarnings {

  private static final long NO_MAGIC = 0;

  private MountWarnings() {}

  /** One sentence each; empty where nothing speaks against it, which proves nothing. */
  public static List<String> of(MountFacts mount) {
    Set<String> warnings = new LinkedHashSet<>();
    BarrierReach reach = BarrierReach.of(mount, NO_MAGIC);
    if (reach.kind() == BarrierReach.Kind.NONE || reach.kind() == BarrierReach.Kind.CLIENT_ONLY) {
      warnings.add(reach.reason());
    }
    for (LockKind kind : LockKind.values()) {
      LockExpectation expected = LockExpectation.of(kind, mount);
      if (expected.behaviour() == LockBehaviour.LOCAL_ONLY
          || expected.behaviour() == LockBehaviour.UNSUPPORTED) {
        warnings.add(expected.text());
      }
    }
    return List.copyOf(warnings);
  }

  /** That a lease is over, as far as this client knows. */
  public static String expired(NfsLease lease) {
    return "the lease of this client at the NFS server ("
        + lease.seconds()
        + " s) expired "
        + lease.expiredSeconds()
        + " s ago: its locks may be others' by now; find out whether the server answers";
  }
}
