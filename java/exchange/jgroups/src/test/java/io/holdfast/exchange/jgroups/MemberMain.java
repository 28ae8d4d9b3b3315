package io.holdfast.exchange.jgroups;

import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.util.concurrent.TimeUnit;

/** A member in a process of its own; it stays until its standard input ends. */
final class MemberMain {

  private MemberMain() {}

  /** {@code arguments}: group file, name, secret file, how long to wait for the others. */
  public static void main(String[] arguments) throws Exception {
    Posix posix = Bindings.load();
    GroupFile group = GroupFile.read(posix, RawPath.of(arguments[0]));
    Secret secret = Secret.read(posix, RawPath.of(arguments[2]));
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(arguments[3]));
    try (JGroupsExchange exchange =
        JGroupsExchange.open(group, arguments[1], secret, System::nanoTime, deadline)) {
      System.out.println("open, rank " + exchange.rank());
      if (System.in.read() < 0) {
        System.out.println("leaves");
      }
    }
  }
}
