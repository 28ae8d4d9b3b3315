package io.holdfast.litmus;

import io.holdfast.clock.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The liveness file of one probe tree, in the hands of an agent. */
final class Liveness implements AutoCloseable {

  private static final int MARK_LIMIT = 512;

  private final Contender keeper;
  private final NanoClock clock;
  private final long timeoutNanos;
  private final List<Integer> handles = new ArrayList<>();
  private int tree = -1;
  private int file = -1;

  Liveness(Contender keeper, NanoClock clock, long timeoutNanos) {
    this.keeper = keeper;
    this.clock = clock;
    this.timeoutNanos = timeoutNanos;
  }

  /**
   * What the file in a tree says of its process. Opened read-only: on an overlay an open for
   * writing would copy the file up and leave it there.
   */
  Optional<ProcessMark> mark(byte[] treeName) throws Stopped, LitmusException {
    tree = keep(keeper.handle("sweep", "dir 0 " + Spelling.hex(treeName), deadline()));
    String file = Spelling.hex(ProbeTree.OWNER);
    Reply reply = keeper.ask("fresh " + tree + " " + file + " " + MARK_LIMIT, deadline());
    if (reply instanceof Reply.Failed) {
      return Optional.empty();
    }
    List<String> values = keeper.values("sweep", reply);
    return values.isEmpty() ? Optional.empty() : ProcessMark.parse(Spelling.unhex(values.get(0)));
  }

  /** Tries to take the lock; what is taken is held until {@link #close}. */
  Leftover.Lock tryLock() throws Stopped, LitmusException {
    if (file < 0) {
      Reply opened = open();
      if (opened instanceof Reply.Failed) {
        return Leftover.Lock.NONE;
      }
      file = keep(handle(opened));
    }
    Attempt first = attempt(file);
    if (first != Attempt.GRANTED) {
      return first == Attempt.BUSY ? Leftover.Lock.HELD : Leftover.Lock.NONE;
    }
    int other = keep(handle(open()));
    return attempt(other) == Attempt.BUSY ? Leftover.Lock.TAKEN : Leftover.Lock.TAKEN_TWICE;
  }

  /** Lets go of the lock and of every handle. */
  @Override
  public void close() throws LitmusException {
    for (int i = handles.size() - 1; i >= 0; i--) {
      try {
        keeper.ask("close " + handles.get(i), deadline());
      } catch (Stopped e) {
        // The agent is gone, and its descriptors with it.
        break;
      }
    }
    handles.clear();
    file = -1;
  }

  private Attempt attempt(int handle) throws Stopped, LitmusException {
    Reply reply = keeper.ask("flock " + handle + " ex nb", deadline());
    if (reply instanceof Reply.Ok || reply instanceof Reply.Failed) {
      return Attempt.of(reply);
    }
    throw keeper.unexpected("sweep", reply);
  }

  private Reply open() throws Stopped, LitmusException {
    return keeper.ask("open " + tree + " " + Spelling.hex(ProbeTree.OWNER) + " rw", deadline());
  }

  private int handle(Reply opened) throws Stopped, LitmusException {
    return (int) Contender.number(keeper.values("sweep", opened), 0);
  }

  private int keep(int handle) {
    handles.add(handle);
    return handle;
  }

  private long deadline() {
    return clock.nanoTime() + timeoutNanos;
  }
}
