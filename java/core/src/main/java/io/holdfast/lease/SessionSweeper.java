package io.holdfast.lease;

import io.holdfast.lease.FenceView.RecordSight;
import io.holdfast.posix.PosixException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Removes the files of dead sessions that no record names, whether it counts or was only staged.
 *
 * <p>An owner that froze before its session died, and wakes up now, finds no file of its session
 * instead of a dead one, and is lost just the same. What it may yet write under that session is
 * judged as every lease whose session has no file: watched for its ttl.
 */
final class SessionSweeper {

  private final ShardFiles sessions;
  private final Set<String> named = new HashSet<>();
  private final List<SessionName> dead = new ArrayList<>();
  private boolean certain = true;

  /** Takes note of the sessions that are dead now. Records are read after this. */
  SessionSweeper(ShardFiles sessions) throws PosixException {
    this.sessions = sessions;
    for (String name : sessions.list()) {
      SessionName.of(name).filter(SessionName::isDead).ifPresent(dead::add);
    }
  }

  /** Reads every record of a table; one that cannot be read may name any session. */
  void read(Shards shards) throws PosixException {
    Obstacles doubtful = Obstacles.told(finding -> certain = false);
    for (ShardFiles files : shards.all(doubtful)) {
      read(files, ShardListing.of(Shards.names(files, doubtful)));
    }
  }

  private void read(ShardFiles files, ShardListing listing) {
    for (Map.Entry<WorkId, List<String>> entry : listing.byId().entrySet()) {
      FenceView view = new FenceView(files, entry.getKey(), new LeaseCounters());
      for (String name : entry.getValue()) {
        Optional<FenceName> at = FenceName.ofRecord(name);
        if (at.isPresent()) {
          take(view, at.get());
        }
      }
    }
  }

  private void take(FenceView view, FenceName at) {
    try {
      RecordSight sight = view.record(at);
      if (sight instanceof RecordSight.Whole whole) {
        whole.stamped().record().session().ifPresent(named::add);
      } else if (sight instanceof RecordSight.Broken) {
        certain = false;
      }
    } catch (PosixException e) {
      certain = false;
    }
  }

  /** Whether no record names a session, as far as that is known. */
  boolean isUnnamed(SessionName session) {
    return certain && !named.contains(session.id());
  }

  /**
   * Removes what no record names; nothing where a record could not be read, which may name any.
   *
   * @return how many files went
   */
  int sweep() {
    int swept = 0;
    for (SessionName session : dead) {
      if (isUnnamed(session) && sessions.unlink(session.name()) == 0) {
        swept++;
      }
    }
    return swept;
  }
}
