package io.holdfast.exchange.example;

import io.holdfast.clock.NanoClock;
import io.holdfast.exchange.jgroups.GroupFile;
import io.holdfast.exchange.jgroups.JGroupsExchange;
import io.holdfast.exchange.jgroups.Secret;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.util.concurrent.TimeUnit;

/** One member of a group; it stays until its standard input ends. */
public final class JoinGroup {

  private JoinGroup() {}

  /** Arguments: the group file, this member's name, the secret file. */
  public static void main(String[] arguments) throws Exception {
    Posix posix = Bindings.load();
    NanoClock clock = () -> posix.clockGettime(Flags.CLOCK_BOOTTIME);
    GroupFile group = GroupFile.read(posix, RawPath.of(arguments[0]));
    Secret secret = Secret.read(posix, RawPath.of(arguments[2]));
    long deadline = clock.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    try (Exchange exchange = JGroupsExchange.open(group, arguments[1], secret, clock, deadline)) {
      System.out.println("all are there, my rank is " + exchange.rank());
      if (System.in.read() < 0) {
        System.out.println("leaving");
      }
    }
  }
}
