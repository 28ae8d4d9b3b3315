package io.holdfast.bench;

import io.holdfast.clock.NanoClock;
import io.holdfast.exchange.jgroups.GroupFile;
import io.holdfast.exchange.jgroups.JGroupsExchange;
import io.holdfast.exchange.jgroups.Secret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Groups of JGroups on the loopback interface, each on ports that were free. */
final class LoopbackMembers {

  static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private LoopbackMembers() {}

  /** A group file of so many members. */
  static byte[] groupFile(int members) throws IOException {
    List<ServerSocket> taken = new ArrayList<>();
    List<String> seats = new ArrayList<>();
    for (int rank = 0; rank < members; rank++) {
      ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      taken.add(socket);
      seats.add(
          String.format(
              "{\"name\":\"%s\",\"host\":\"127.0.0.1\",\"port\":%d}",
              name(rank), socket.getLocalPort()));
    }
    for (ServerSocket socket : taken) {
      socket.close();
    }
    String file =
        String.format(
            "{\"schema\":\"%s\",\"members\":[%s]}", GroupFile.SCHEMA, String.join(",", seats));
    return file.getBytes(StandardCharsets.US_ASCII);
  }

  static String name(int rank) {
    return "m" + rank;
  }

  /** All members of a new group in this process; they join at once. */
  static List<JGroupsExchange> group(int members, NanoClock clock, Secret secret) throws Exception {
    GroupFile group = GroupFile.parse(groupFile(members));
    List<Callable<JGroupsExchange>> opening = new ArrayList<>();
    for (int rank = 0; rank < members; rank++) {
      String name = name(rank);
      opening.add(
          () ->
              JGroupsExchange.open(group, name, secret, clock, clock.nanoTime() + PATIENCE_NANOS));
    }
    ExecutorService threads = Executors.newFixedThreadPool(members);
    try {
      List<JGroupsExchange> exchanges = new ArrayList<>();
      for (Future<JGroupsExchange> opened : threads.invokeAll(opening)) {
        exchanges.add(opened.get());
      }
      return exchanges;
    } finally {
      threads.shutdown();
    }
  }
}
