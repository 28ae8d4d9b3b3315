package io.holdfast.exchange.mpi;

import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.ExchangeException;
import io.holdfast.posix.Posix;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** An exchange between the ranks of an MPI job, or some of them. */
public final class MpiExchange implements Exchange {

  private final MpiGroup group;
  private final Runnable letGo;

  private MpiExchange(MpiGroup group, Runnable letGo) {
    this.group = group;
    this.letGo = letGo;
  }

  /** Whether this process was started by {@code holdfast-mpi}. */
  public static boolean isOffered(Map<String, String> environment) {
    return MpiBridge.isOffered(environment);
  }

  /**
   * Between all ranks of the job, for a process that needs its bridge for nothing else: closing the
   * exchange closes it too.
   *
   * @param clock what deadlines are measured by
   * @param environment of this process
   * @param name of the group, the same at all ranks
   * @throws ExchangeException there is no bridge, or not this process'
   */
  public static MpiExchange open(
      Posix posix, NanoClock clock, Map<String, String> environment, String name)
      throws ExchangeException {
    MpiBridge bridge = MpiBridge.open(posix, clock, environment);
    try {
      List<Integer> all = IntStream.range(0, bridge.ranks()).boxed().toList();
      return new MpiExchange(bridge.join(name, all), bridge::close);
    } catch (ExchangeException e) {
      bridge.close();
      throw e;
    }
  }

  /**
   * Between the members of a group that was joined for it; the tags 0 to 15 are the exchange's.
   * Closing it leaves the group, the bridge stays.
   */
  public static MpiExchange on(MpiGroup group) {
    return new MpiExchange(group, group::close);
  }

  @Override
  public int rank() {
    return group.rank();
  }

  @Override
  public int members() {
    return group.members();
  }

  @Override
  public String transport() {
    return "mpi";
  }

  @Override
  public void send(int to, Channel channel, byte[] frame) throws ExchangeException {
    Exchange.checkReceiver(this, to);
    group.send(to, tag(channel), frame);
  }

  @Override
  public Optional<Frame> receive(Channel channel, long deadlineNanos) throws ExchangeException {
    return group.receive(tag(channel), deadlineNanos);
  }

  @Override
  public void close() {
    letGo.run();
  }

  private static int tag(Channel channel) {
    return switch (channel) {
      case LITMUS -> 0;
      case RENEWAL -> 1;
      case QUIESCENCE -> 2;
    };
  }
}
