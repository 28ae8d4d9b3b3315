package io.holdfast.dispatch;

import io.holdfast.dispatch.DispatchOptionsException.Problem;
import io.holdfast.lease.LeaseKeeper;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.TableManifest;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * How a coordinator dispatches. Immutable; whatever exists can be worked with: limits and what must
 * fit into what are checked when it is made.
 *
 * <p>Each option is a property {@code holdfast.<name>} and a variable {@code HOLDFAST_<NAME>}; the
 * names of the coordinators that this library comes from are honoured as well, see the operations
 * page. Durations are seconds there, with or without a fraction. What a {@link Builder} was told
 * counts before a property, a property before a variable, our variable before one of the origin.
 *
 * @param targetLeases whether target groups are leased among coordinators
 * @param targetLeaseDir where their table is
 * @param targetLeaseTtl how long a group is held without a heartbeat
 * @param leaseShards directories of each table
 * @param workLeaseTtl how long exact work is held without a heartbeat
 * @param targetTimeout how long a worker works on one target at most
 * @param lockTtl from which age on a lock is worth a remark; no lock is ever broken by it
 * @param lockAcquireTimeout how long one operation waits for all its locks together
 * @param fsProbe whether the root is qualified at the start
 * @param fsProbeTimeout how long one call of that may take
 * @param clusterProbeTimeout how long a qualification among coordinators may take
 * @param requalifyInterval from one qualification to the next; zero renews none
 * @param requalifyJitter by which part of itself that is lengthened at most
 * @param workEpoch names this run, the same for all its coordinators; empty: made up at random
 */
public record DispatchOptions(
    boolean targetLeases,
    String targetLeaseDir,
    Duration targetLeaseTtl,
    int leaseShards,
    Duration workLeaseTtl,
    Duration targetTimeout,
    Optional<Duration> lockTtl,
    Duration lockAcquireTimeout,
    boolean fsProbe,
    Duration fsProbeTimeout,
    Duration clusterProbeTimeout,
    Duration requalifyInterval,
    double requalifyJitter,
    Optional<String> workEpoch) {

  /** Where the table of target groups is, below the root. */
  public static final String DEFAULT_TARGET_LEASE_DIR = ".target_lease_table";

  public static final int DEFAULT_LEASE_SHARDS = 64;
  public static final Duration DEFAULT_TARGET_TIMEOUT = Duration.ofSeconds(30);
  public static final Duration LEAST_WORK_LEASE_TTL_BY_DEFAULT = Duration.ofMinutes(2);
  public static final Duration DEFAULT_LOCK_ACQUIRE_TIMEOUT = Duration.ofMinutes(1);
  public static final Duration DEFAULT_FS_PROBE_TIMEOUT = Duration.ofSeconds(5);
  public static final Duration DEFAULT_CLUSTER_PROBE_TIMEOUT = Duration.ofSeconds(30);
  public static final Duration DEFAULT_REQUALIFY_INTERVAL = Duration.ofMinutes(1);
  public static final double DEFAULT_REQUALIFY_JITTER = 0.1;
  public static final double REQUALIFY_JITTER_LIMIT = 0.5;

  /** Longest path of a table, in characters. */
  public static final int DIRECTORY_LIMIT = 1_024;

  static final int TARGET_TIMEOUTS_IN_A_TTL = 4;

  private static final int QUALIFICATIONS_IN_A_TTL = 3;
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration YEAR = Duration.ofDays(365);
  private static final Duration FS_PROBE_TIMEOUT_LIMIT = Duration.ofMinutes(1);
  private static final Duration SHORTEST_TTL = Duration.ofMillis(TableManifest.SHORTEST_TTL_MILLIS);
  private static final Pattern EPOCH = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}");

  /**
   * @throws DispatchOptionsException with one sentence for each option that cannot be worked with
   */
  public DispatchOptions {
    List<Problem> problems = new ArrayList<>();
    Checks checks = new Checks(problems);
    checks.range(DispatchProperty.WORK_LEASE_TTL, workLeaseTtl, SHORTEST_TTL, YEAR);
    if (!targetLeaseTtl.equals(workLeaseTtl)) {
      checks.range(DispatchProperty.TARGET_LEASE_TTL, targetLeaseTtl, SHORTEST_TTL, YEAR);
    }
    checks.range(DispatchProperty.TARGET_TIMEOUT, targetTimeout, SHORTEST, YEAR);
    lockTtl.ifPresent(ttl -> checks.range(DispatchProperty.LOCK_TTL, ttl, SHORTEST, YEAR));
    checks.range(DispatchProperty.LOCK_ACQUIRE_TIMEOUT, lockAcquireTimeout, SHORTEST, HOUR);
    checks.range(
        DispatchProperty.FS_PROBE_TIMEOUT, fsProbeTimeout, SHORTEST, FS_PROBE_TIMEOUT_LIMIT);
    checks.range(DispatchProperty.CLUSTER_PROBE_TIMEOUT, clusterProbeTimeout, SHORTEST, HOUR);
    checks.range(DispatchProperty.REQUALIFY_INTERVAL, requalifyInterval, Duration.ZERO, YEAR);
    checks.number(DispatchProperty.REQUALIFY_JITTER, requalifyJitter, 0, REQUALIFY_JITTER_LIMIT);
    checks.number(DispatchProperty.LEASE_SHARDS, leaseShards, 1, TableManifest.SHARD_LIMIT);
    checks.directory(targetLeaseDir);
    workEpoch.ifPresent(checks::epoch);
    if (problems.isEmpty()) {
      checks.nesting(
          lockAcquireTimeout,
          targetLeases ? shorter(workLeaseTtl, targetLeaseTtl) : workLeaseTtl,
          fsProbeTimeout,
          clusterProbeTimeout);
    }
    if (!problems.isEmpty()) {
      throw new DispatchOptionsException(problems);
    }
  }

  /** One that was told nothing yet: what it builds has the default of every option. */
  public static Builder builder() {
    return new DispatchOptionsBuilder();
  }

  /** Collects what is to differ from the defaults. One thread. */
  public sealed interface Builder permits DispatchOptionsBuilder {

    /**
     * Takes every property whose name begins with {@code holdfast.}.
     *
     * @throws DispatchOptionsException one is unknown, with the nearest known name
     */
    Builder properties(Properties properties);

    /** Takes the variables that name an option; an empty one counts as not set. */
    Builder environment(Map<String, String> variables);

    Builder targetLeases(boolean leased);

    Builder targetLeaseDir(String path);

    Builder targetLeaseTtl(Duration ttl);

    Builder leaseShards(int count);

    Builder workLeaseTtl(Duration ttl);

    Builder targetTimeout(Duration timeout);

    Builder lockTtl(Duration ttl);

    Builder lockAcquireTimeout(Duration timeout);

    Builder fsProbe(boolean probed);

    Builder fsProbeTimeout(Duration timeout);

    Builder clusterProbeTimeout(Duration timeout);

    Builder requalifyInterval(Duration interval);

    Builder requalifyJitter(double part);

    Builder workEpoch(String name);

    /**
     * Puts everything together.
     *
     * @throws DispatchOptionsException with one sentence for each option that cannot be worked with
     */
    DispatchOptions build();
  }

  /** The shorter ttl: of what must not expire while a coordinator works. */
  public Duration shortestTtl() {
    return targetLeases ? shorter(workLeaseTtl, targetLeaseTtl) : workLeaseTtl;
  }

  /** A third of the shortest ttl, at least 0.1 s and at most 30 s. */
  public Duration heartbeatInterval() {
    return Duration.ofNanos(LeaseKeeper.intervalNanos(shortestTtl().toNanos()));
  }

  /** What one qualification among coordinators gets: leases must outlast it three times. */
  public Duration qualificationTimeout() {
    return shorter(clusterProbeTimeout, shortestTtl().dividedBy(QUALIFICATIONS_IN_A_TTL));
  }

  /** The table of exact work. */
  public TableManifest workTable() {
    return TableManifest.ofWork()
        .withShardCount(leaseShards)
        .withTtlMillis(workLeaseTtl.toMillis());
  }

  /** The table of target groups. */
  public TableManifest targetTable() {
    return TableManifest.ofTargets()
        .withShardCount(leaseShards)
        .withTtlMillis(targetLeaseTtl.toMillis());
  }

  /** How both tables are opened: with this patience and this interval, else as given. */
  public LeaseOptions tables(LeaseOptions otherwise) {
    return otherwise
        .withPatienceNanos(lockAcquireTimeout.toNanos())
        .withBeatIntervalMillis(heartbeatInterval().toMillis());
  }

  /** What bounds a scheduler: a job is reserved as long as its group may be leased. */
  public SchedulerLimits scheduler() {
    return SchedulerLimits.ofReservation(
        Math.min(targetLeaseTtl.toNanos(), SchedulerLimits.LONGEST_NANOS));
  }

  /** A default that fits into what was given, and is no mistake of its own where that is one. */
  static Duration fitting(Duration byDefault, Duration given) {
    Duration fits = shorter(byDefault, given);
    return fits.compareTo(SHORTEST) < 0 ? SHORTEST : fits;
  }

  static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  /** Seconds as people write them. */
  static String seconds(Duration duration) {
    BigDecimal seconds =
        BigDecimal.valueOf(duration.getSeconds()).add(BigDecimal.valueOf(duration.getNano(), 9));
    return seconds.stripTrailingZeros().toPlainString();
  }

  /** Notes what is wrong. */
  private record Checks(List<Problem> problems) {

    void range(DispatchProperty property, Duration value, Duration least, Duration most) {
      if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
        String limit = "it is " + seconds(least) + " to " + seconds(most) + " s";
        wrong(property, seconds(value) + " s", limit, "set it within that, or leave it out");
      }
    }

    void number(DispatchProperty property, double value, double least, double most) {
      if (!(value >= least && value <= most)) {
        String limit = "it is " + plain(least) + " to " + plain(most);
        wrong(property, plain(value), limit, "set it within that, or leave it out");
      }
    }

    private static String plain(double number) {
      return Double.isFinite(number)
          ? BigDecimal.valueOf(number).stripTrailingZeros().toPlainString()
          : Double.toString(number);
    }

    void directory(String path) {
      if (path.isEmpty() || path.length() > DIRECTORY_LIMIT || path.indexOf('\0') >= 0) {
        String limit = "it is a path of 1 to " + DIRECTORY_LIMIT + " characters";
        String value = path.length() + " characters long";
        wrong(DispatchProperty.TARGET_LEASE_DIR, value, limit, "name a directory");
      }
    }

    void epoch(String name) {
      if (!EPOCH.matcher(name).matches()) {
        wrong(
            DispatchProperty.WORK_EPOCH,
            "\"" + name + "\"",
            "it is 1 to 128 letters, digits, dots, lines and hyphens, no dot first",
            "choose such a name, or leave it out");
      }
    }

    void nesting(Duration locks, Duration shortestTtl, Duration probe, Duration cluster) {
      if (locks.compareTo(shortestTtl) >= 0) {
        wrong(
            DispatchProperty.LOCK_ACQUIRE_TIMEOUT,
            seconds(locks) + " s",
            "leases of " + seconds(shortestTtl) + " s would expire while it is waited for locks",
            "set it below that, or lengthen "
                + DispatchProperty.WORK_LEASE_TTL.property()
                + " and "
                + DispatchProperty.TARGET_LEASE_TTL.property());
      }
      if (probe.compareTo(cluster) > 0) {
        wrong(
            DispatchProperty.FS_PROBE_TIMEOUT,
            seconds(probe) + " s",
            "a whole qualification has " + seconds(cluster) + " s",
            "shorten it, or lengthen " + DispatchProperty.CLUSTER_PROBE_TIMEOUT.property());
      }
    }

    private void wrong(DispatchProperty property, String value, String limit, String advice) {
      problems.add(Problem.of(property, value, limit, advice));
    }
  }
}
