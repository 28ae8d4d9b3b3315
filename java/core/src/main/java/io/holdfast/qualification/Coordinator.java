package io.holdfast.qualification;

import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.Hands;
import io.holdfast.litmus.cluster.Member;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.util.function.Supplier;

/**
 * One coordinator, as far as its qualification is concerned.
 *
 * @param exchange its side of the group; the qualification closes it
 * @param hands what touches the storage in each generation
 * @param configurationFile where the root keeps by which configuration it is renewed
 * @param member who it is, asked again in each generation
 * @param clock one that counts the time a machine sleeps (CLOCK_BOOTTIME); the exchange and the
 *     hands use the same
 */
public record Coordinator(
    Exchange exchange,
    Hands hands,
    ConfigurationFile configurationFile,
    Supplier<Member> member,
    NanoClock clock) {

  /** One whose calls on a root are made in this process. */
  public static Coordinator on(
      Posix posix, RawPath root, Exchange exchange, Supplier<Member> member, NanoClock clock) {
    return new Coordinator(
        exchange, Hands.of(posix, root, clock), new ConfigurationFile(posix, root), member, clock);
  }
}
