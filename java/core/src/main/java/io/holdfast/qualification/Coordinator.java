package io.holdfast.qualification;

import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.Hands;
import io.holdfast.litmus.cluster.Member;
import java.util.function.Supplier;

/**
 * One coordinator, as far as its qualification is concerned.
 *
 * @param exchange its side of the group; the qualification closes it
 * @param hands what touches the storage
 * @param member who it is, asked again in each generation
 * @param clock one that counts the time a machine sleeps (CLOCK_BOOTTIME); the exchange and the
 *     hands use the same
 */
public record Coordinator(
    Exchange exchange, Hands hands, Supplier<Member> member, NanoClock clock) {}
