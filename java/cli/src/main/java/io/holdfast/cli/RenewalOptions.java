package io.holdfast.cli;

import io.holdfast.litmus.LocalRequest;
import io.holdfast.litmus.Profile;
import io.holdfast.litmus.Question;
import io.holdfast.litmus.cluster.Exclusion;
import io.holdfast.qualification.QualificationOptions;
import io.holdfast.qualification.RenewalConfiguration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a command line wants a root to be qualified, again and again. */
final class RenewalOptions {

  @Option(
      names = "--interval",
      paramLabel = "AGE",
      description = "From one generation's end to the next; default 60s, 0 asks once.")
  private String interval = "60s";

  @Option(
      names = "--timeout",
      paramLabel = "AGE",
      description = "How long one generation may take; default 30s.")
  private String timeout = "30s";

  @Option(
      names = "--jitter",
      paramLabel = "PART",
      description = "By which part an interval is lengthened at most: 0 to 0.5, default 0.1.")
  private double jitter = RenewalConfiguration.DEFAULT.jitter();

  @Option(
      names = "--ttl",
      paramLabel = "AGE",
      description = "What the job's leases are granted for: a generation takes a third at most.")
  private @Nullable String ttl;

  @Option(
      names = "--require",
      paramLabel = "WHAT",
      description = "names (fence tables), flock (tables with update locks), both (default).")
  private String require = "both";

  @Option(names = "--one-host", description = "All members are on one host, and that is enough.")
  private boolean oneHost;

  QualificationOptions options() throws CommandFailure {
    QualificationOptions asked = QualificationOptions.of(configuration());
    QualificationOptions requiring =
        switch (required()) {
          case NAMES -> asked.requiring(Exclusion.NAMES);
          case FLOCK -> asked.requiring(Exclusion.FLOCK);
          case BOTH -> asked;
        };
    return oneHost ? requiring.onOneHost() : requiring;
  }

  /** What each member's own storage has to show before the start. */
  Profile profile() throws CommandFailure {
    return switch (required()) {
      case NAMES -> Profile.FENCE_TABLE;
      case FLOCK -> Profile.LEASE_TABLE;
      case BOTH ->
          Profile.FENCE_TABLE.with(
              "fence-and-lease-table-v1", Profile.LEASE_TABLE.required().toArray(Question[]::new));
    };
  }

  /**
   * How long one question about the member's own storage may take: as long as a generation, or what
   * {@code qualify} gives it where that is longer.
   */
  static long probeNanos(RenewalConfiguration configuration) {
    return Math.max(
        LocalRequest.DEFAULT_PROBE_TIMEOUT_NANOS,
        Math.min(configuration.timeoutNanos(), LocalRequest.MAX_PROBE_TIMEOUT_NANOS));
  }

  private RenewalConfiguration configuration() throws CommandFailure {
    try {
      RenewalConfiguration given =
          new RenewalConfiguration(Age.seconds(interval), Age.seconds(timeout), jitter);
      return ttl == null ? given : given.within(Age.seconds(ttl));
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(String.valueOf(e.getMessage()), null);
    }
  }

  private enum Required {
    NAMES,
    FLOCK,
    BOTH
  }

  private Required required() throws CommandFailure {
    try {
      return Required.valueOf(require.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage("--require is names, flock or both", null);
    }
  }
}
