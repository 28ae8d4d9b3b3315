package io.holdfast.qualification;

import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.litmus.cluster.DomainDigest;
import io.holdfast.litmus.cluster.Epoch;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * When a qualification is renewed. All members need the same: every request carries its digest.
 * Immutable.
 *
 * @param intervalSeconds from one renewal's end to the next one's start; 0 renews nothing
 * @param timeoutSeconds how long one qualification may take, {@value #SHORTEST_TIMEOUT_SECONDS} to
 *     {@value #LONGEST_TIMEOUT_SECONDS}
 * @param jitter by which part of itself an interval is lengthened at most, 0 to {@value
 *     #LARGEST_JITTER}: jobs that started together do not renew together
 */
public record RenewalConfiguration(double intervalSeconds, double timeoutSeconds, double jitter) {

  public static final double SHORTEST_TIMEOUT_SECONDS = 0.001;
  public static final double LONGEST_TIMEOUT_SECONDS = 3600;
  public static final double LONGEST_INTERVAL_SECONDS = 365 * 24 * 3600;
  public static final double LARGEST_JITTER = 0.5;

  /** 60 s, 30 s, 0.1. */
  public static final RenewalConfiguration DEFAULT = new RenewalConfiguration(60, 30, 0.1);

  /** Of a lease's ttl, what a renewal may take: leases must outlast it. */
  private static final double SHARE_OF_TTL = 3;

  private static final String DIGEST_DOMAIN = "symcc-cluster-lock-renewal-config-v1";
  private static final String JITTER_DOMAIN = "symcc-cluster-lock-renewal-jitter-v1";
  private static final String SCHEMA = "holdfast-renewal-configuration-v1";
  private static final int UNUSED_BITS = 11;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double STEPS = 0x1p53;

  /**
   * @throws IllegalArgumentException a number that is out of its range, or none
   */
  public RenewalConfiguration {
    check("the interval", intervalSeconds, 0, LONGEST_INTERVAL_SECONDS);
    check("the timeout", timeoutSeconds, SHORTEST_TIMEOUT_SECONDS, LONGEST_TIMEOUT_SECONDS);
    check("the jitter", jitter, 0, LARGEST_JITTER);
  }

  private static void check(String what, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new IllegalArgumentException(what + " is " + least + " to " + most + ": " + value);
    }
  }

  /** Whether anything is renewed. */
  public boolean renews() {
    return intervalSeconds > 0;
  }

  /** The same with a timeout that is at most a third of a lease's ttl. */
  public RenewalConfiguration within(double leaseTtlSeconds) {
    double timeout = Math.min(timeoutSeconds, leaseTtlSeconds / SHARE_OF_TTL);
    return new RenewalConfiguration(intervalSeconds, timeout, jitter);
  }

  /** C, 64 hex digits. */
  public String digest(Epoch epoch) {
    return new DomainDigest(DIGEST_DOMAIN)
        .add(epoch.bytes())
        .addDouble(intervalSeconds)
        .addDouble(timeoutSeconds)
        .addDouble(jitter)
        .hex();
  }

  /**
   * The interval before a generation: the same for every member, another for each generation and
   * job; at least the interval, less than 1 + jitter of it.
   */
  public double delaySeconds(Epoch epoch, long generation) {
    byte[] hash = new DomainDigest(JITTER_DOMAIN).add(epoch.bytes()).addLong(generation).bytes();
    double part = (ByteBuffer.wrap(hash).getLong() >>> UNUSED_BITS) / STEPS;
    double delay = intervalSeconds * (1 + jitter * part);
    double end = intervalSeconds * (1 + jitter);
    return jitter > 0 && delay >= end ? Math.nextDown(end) : delay;
  }

  /** The timeout in nanoseconds. */
  public long timeoutNanos() {
    return Math.round(timeoutSeconds * NANOS_PER_SECOND);
  }

  /** {@link #delaySeconds} in nanoseconds. */
  long delayNanos(Epoch epoch, long generation) {
    return Math.round(delaySeconds(epoch, generation) * NANOS_PER_SECOND);
  }

  /** What a job agrees upon once, durably: canonical JSON. */
  byte[] document(Epoch epoch) {
    return CanonicalJson.bytes(
        new JsonObject(
            Map.of(
                "schema", new JsonString(SCHEMA),
                "epoch", new JsonString(epoch.hex()),
                "interval", JsonNumber.of(intervalSeconds),
                "timeout", JsonNumber.of(timeoutSeconds),
                "jitter", JsonNumber.of(jitter))));
  }
}
