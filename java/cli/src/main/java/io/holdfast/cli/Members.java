package io.holdfast.cli;

import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.LitmusException;
import io.holdfast.litmus.LitmusMember;
import io.holdfast.litmus.LitmusRequest;
import io.holdfast.litmus.RemoteHost;
import java.util.Iterator;
import java.util.List;

/** The members that a command line names, and the connections to those that are elsewhere. */
final class Members implements AutoCloseable {

  private static final long END_NANOS = 500_000_000L;

  private final List<LitmusMember> all;
  private final List<RemoteHost> remote;
  private final NanoClock clock = NanoClock.system();

  Members(List<LitmusMember> all, List<RemoteHost> remote) {
    this.all = List.copyOf(all);
    this.remote = List.copyOf(remote);
  }

  List<LitmusMember> all() {
    return all;
  }

  /**
   * Puts the agent on every host.
   *
   * @return how much of {@code deadlineNanos} is left, a second at least
   */
  long install(long deadlineNanos) throws LitmusException {
    long start = clock.nanoTime();
    Iterator<RemoteHost> next = remote.iterator();
    for (int begun = 0; begun < RemoteHost.AT_ONCE && next.hasNext(); begun++) {
      next.next().connect();
    }
    for (RemoteHost host : remote) {
      host.install(start + deadlineNanos);
      if (next.hasNext()) {
        next.next().connect();
      }
    }
    long left = deadlineNanos - (clock.nanoTime() - start);
    return Math.max(left, LitmusRequest.MIN_DEADLINE_NANOS);
  }

  @Override
  public void close() {
    remote.forEach(RemoteHost::letGo);
    long deadline = clock.nanoTime() + END_NANOS;
    remote.forEach(host -> host.closeBy(deadline));
  }
}
