package io.holdfast.exchange.jgroups;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.holdfast.clock.NanoClock;
import io.holdfast.exchange.jgroups.GroupFile.Seat;
import io.holdfast.litmus.cluster.ExchangeException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A group file of members on the loopback interface, and their exchanges in this process. */
final class LoopbackGroup {

  static final NanoClock CLOCK = NanoClock.system();

  private final GroupFile group;

  private LoopbackGroup(GroupFile group) {
    this.group = group;
  }

  /** Members {@code m0}, {@code m1}, … on ports that are free now. */
  static LoopbackGroup of(int members) {
    List<ServerSocket> taken = new ArrayList<>();
    try {
      for (int rank = 0; rank < members; rank++) {
        taken.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      List<Seat> seats = new ArrayList<>();
      for (ServerSocket socket : taken) {
        seats.add(new Seat("m" + seats.size(), "127.0.0.1", socket.getLocalPort()));
        socket.close();
      }
      return new LoopbackGroup(GroupFile.parse(document(seats).getBytes(US_ASCII)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String document(List<Seat> seats) {
    return seats.stream()
        .map(
            seat ->
                String.format(
                    "{\"name\":\"%s\",\"host\":\"%s\",\"port\":%d}",
                    seat.name(), seat.host(), seat.port()))
        .collect(
            Collectors.joining(
                ",", "{\"schema\":\"" + GroupFile.SCHEMA + "\",\"members\":[", "]}"));
  }

  GroupFile file() {
    return group;
  }

  static long in(long seconds) {
    return CLOCK.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
  }

  JGroupsExchange open(int rank, Credential credential, long seconds) throws ExchangeException {
    return JGroupsExchange.open(
        group, group.seats().get(rank).name(), credential, CLOCK, in(seconds));
  }

  /** All members at once, each in a thread of its own while it opens. */
  List<JGroupsExchange> openAll(Credential credential) throws Exception {
    List<Callable<JGroupsExchange>> opening = new ArrayList<>();
    for (int rank = 0; rank < group.seats().size(); rank++) {
      int own = rank;
      opening.add(() -> open(own, credential, 60));
    }
    ExecutorService threads = Executors.newFixedThreadPool(opening.size());
    try {
      List<JGroupsExchange> exchanges = new ArrayList<>();
      for (Future<JGroupsExchange> opened : threads.invokeAll(opening)) {
        exchanges.add(opened.get());
      }
      return exchanges;
    } catch (ExecutionException e) {
      throw new AssertionError("a member did not open", e.getCause());
    } finally {
      threads.shutdown();
    }
  }
}
