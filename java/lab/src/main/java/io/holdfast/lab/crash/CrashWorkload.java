package io.holdfast.lab.crash;

import io.holdfast.lease.TableManifest;
import io.holdfast.lease.TableManifest.Kind;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.posix.RawPath;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a program does with durable verbs, or with leases, while the power may go. */
public enum CrashWorkload {
  /** One thread replaces six names again and again. */
  REPLACE(true),
  /** Two threads publish the same names; each is made once, by one of them. */
  PUBLISH(false),
  /** Four threads commit batches of several names in two directories, and share barriers. */
  GROUP(true),
  /** One thread publishes and removes four names again and again. */
  REMOVE(false),
  /** Four processes replace names of their own in one directory. */
  PROCESSES(true),
  /** Two threads claim, beat, commit and release exact work in a fence table. */
  LEASES(Kind.WORK, Protocol.FENCE),
  /** Two threads claim, beat and release groups of targets in a fence table. */
  TARGETS(Kind.TARGET, Protocol.FENCE),
  /** As leases, in a table with update locks. */
  FLOCK_LEASES(Kind.WORK, Protocol.FLOCK),
  /** As targets, in a table with update locks. */
  FLOCK_TARGETS(Kind.TARGET, Protocol.FLOCK);

  private static final int SHARDS = 2;
  private static final long TTL_MILLIS = 10_000;

  private final boolean staged;
  private final @Nullable Kind kind;
  private final Protocol protocol;

  CrashWorkload(boolean staged) {
    this.staged = staged;
    this.kind = null;
    this.protocol = Protocol.FENCE;
  }

  CrashWorkload(Kind kind, Protocol protocol) {
    this.staged = true;
    this.kind = kind;
    this.protocol = protocol;
  }

  /** The workloads of the durable verbs alone. */
  public static List<CrashWorkload> ofVerbs() {
    return Arrays.stream(values()).filter(workload -> workload.table().isEmpty()).toList();
  }

  /** The workloads of tables of leases. */
  public static List<CrashWorkload> ofTables() {
    return Arrays.stream(values()).filter(workload -> workload.table().isPresent()).toList();
  }

  /** The name on command lines: {@code replace}, {@code flock-leases}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The table that it works in; empty where it works with verbs. */
  Optional<TableManifest> table() {
    return Optional.ofNullable(kind)
        .map(of -> new TableManifest(of, protocol, SHARDS, TTL_MILLIS, 0600, 0700));
  }

  /** The workload with an {@link #id}. */
  public static Optional<CrashWorkload> withId(String id) {
    return Arrays.stream(values()).filter(workload -> workload.id().equals(id)).findFirst();
  }

  /** Whether its files have names on their way, also where O_TMPFILE is there. */
  boolean usesStagedNames() {
    return staged;
  }

  /**
   * What a workload works with.
   *
   * @param directory the tested directory; its shards are there
   * @param marks where it says what it does
   * @param rounds how often it does it
   */
  record Task(RawPath directory, Marks marks, Content content, long seed, int rounds) {}
}
