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
   * Opens the file in a tree.
   *
   * @return whether there is one
   */
  boolean open(byte[] treeName) throws Stopped, LitmusException {
    tree = keep(keeper.handle("sweep", "dir 0 " + Spelling.hex(treeName), deadline()));
    Reply reply = keeper.ask(openCommand(), deadline());
    if (reply instanceof Reply.Failed) {
      return false;
    }
    file = keep(Integer.parseInt(keeper.values("sweep", reply).get(0)));
    return true;
  }

  /** What the file says of its process. */
  Optional<ProcessMark> mark() throws Stopped, LitmusException {
    if (file < 0) {
      return Optional.empty();
    }
    Reply reply = keeper.ask("read " + file + " 0 " + MARK_LIMIT, deadline());
    if (reply instanceof Reply.Failed) {
      return Optional.empty();
    }
    List<String> values = keeper.values("sweep", reply);
    return values.isEmpty() ? Optional.empty() : ProcessMark.parse(Spelling.unhex(values.get(0)));
  }

  /** Tries to take the lock; what is taken is held until {@link #close}. */
  Leftover.Lock tryLock() throws Stopped, LitmusException {
    if (file < 0) {
      return Leftover.Lock.NONE;
    }
    Attempt first = attempt(file);
    if (first != Attempt.GRANTED) {
      return first == Attempt.BUSY ? Leftover.Lock.HELD : Leftover.Lock.NONE;
    }
    Reply second = keeper.ask(openCommand(), deadline());
    int other = keep(Integer.parseInt(keeper.values("sweep", second).get(0)));
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

  private String openCommand() {
    return "open " + tree + " " + Spelling.hex(ProbeTree.OWNER) + " rw";
  }

  private int keep(int handle) {
    handles.add(handle);
    return handle;
  }

  private long deadline() {
    return clock.nanoTime() + timeoutNanos;
  }
}
