package io.holdfast.bench;

import io.holdfast.clock.NanoClock;
import io.holdfast.exchange.jgroups.GroupFile;
import io.holdfast.exchange.jgroups.JGroupsExchange;
import io.holdfast.exchange.jgroups.Secret;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * One member in a JVM of its own: says that it is ready, joins at a line, says that all are there,
 * and leaves when its standard input ends.
 */
final class ExchangeMember {

  static final String READY = "ready";
  static final String OPEN = "open";

  private ExchangeMember() {}

  /** {@code arguments}: group file, own name, secret file. */
  public static void main(String[] arguments) throws Exception {
    Posix posix = Bindings.load();
    GroupFile group = GroupFile.read(posix, RawPath.of(arguments[0]));
    Secret secret = Secret.read(posix, RawPath.of(arguments[2]));
    BufferedReader told =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    NanoClock clock = NanoClock.system();
    System.out.println(READY);
    if (told.readLine() == null) {
      return;
    }
    long deadline = clock.nanoTime() + LoopbackMembers.PATIENCE_NANOS;
    try (JGroupsExchange exchange =
        JGroupsExchange.open(group, arguments[1], secret, clock, deadline)) {
      System.out.println(OPEN);
      if (told.readLine() != null) {
        throw new WrongCountsException("member " + exchange.rank() + " is told nothing more");
      }
    }
  }
}
