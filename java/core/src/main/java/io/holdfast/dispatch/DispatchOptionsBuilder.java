package io.holdfast.dispatch;

import io.holdfast.dispatch.DispatchOptionsException.Problem;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeSet;
import java.util.function.Function;

/** Reads options as text, wherever they come from, and fills in defaults that fit the others. */
final class DispatchOptionsBuilder implements DispatchOptions.Builder {

  /** Longest number that is read, in characters. */
  private static final int NUMBER_LIMIT = 32;

  private static final BigDecimal MOST_SECONDS = BigDecimal.valueOf(Integer.MAX_VALUE);
  private static final int NANO_DIGITS = 9;

  /** What was given: a text, and under which name. */
  private record Given(String text, String name) {}

  private final Map<DispatchProperty, Given> told = new EnumMap<>(DispatchProperty.class);
  private final Map<DispatchProperty, Given> properties = new EnumMap<>(DispatchProperty.class);
  private final Map<DispatchProperty, Given> variables = new EnumMap<>(DispatchProperty.class);

  @Override
  public DispatchOptions.Builder properties(Properties given) {
    List<Problem> problems = new ArrayList<>();
    for (String name : new TreeSet<>(given.stringPropertyNames())) {
      String text = given.getProperty(name).strip();
      if (DispatchProperty.isUnknown(name)) {
        String nearest = DispatchProperty.nearest(name);
        problems.add(
            new Problem(name, text, "there is no such property", "did you mean " + nearest + "?"));
      }
      DispatchProperty.ofProperty(name)
          .ifPresent(property -> properties.put(property, new Given(text, name)));
    }
    if (!problems.isEmpty()) {
      throw new DispatchOptionsException(problems);
    }
    return this;
  }

  @Override
  public DispatchOptions.Builder environment(Map<String, String> given) {
    for (DispatchProperty property : DispatchProperty.values()) {
      for (String name : property.variables()) {
        String text = given.getOrDefault(name, "").strip();
        if (!text.isEmpty()) {
          variables.put(property, new Given(text, name));
          break;
        }
      }
    }
    return this;
  }

  @Override
  public DispatchOptions.Builder targetLeases(boolean leased) {
    return tell(DispatchProperty.TARGET_LEASES, Boolean.toString(leased));
  }

  @Override
  public DispatchOptions.Builder targetLeaseDir(String path) {
    return tell(DispatchProperty.TARGET_LEASE_DIR, path);
  }

  @Override
  public DispatchOptions.Builder targetLeaseTtl(Duration ttl) {
    return tell(DispatchProperty.TARGET_LEASE_TTL, DispatchOptions.seconds(ttl));
  }

  @Override
  public DispatchOptions.Builder leaseShards(int count) {
    return tell(DispatchProperty.LEASE_SHARDS, Integer.toString(count));
  }

  @Override
  public DispatchOptions.Builder workLeaseTtl(Duration ttl) {
    return tell(DispatchProperty.WORK_LEASE_TTL, DispatchOptions.seconds(ttl));
  }

  @Override
  public DispatchOptions.Builder targetTimeout(Duration timeout) {
    return tell(DispatchProperty.TARGET_TIMEOUT, DispatchOptions.seconds(timeout));
  }

  @Override
  public DispatchOptions.Builder lockTtl(Duration ttl) {
    return tell(DispatchProperty.LOCK_TTL, DispatchOptions.seconds(ttl));
  }

  @Override
  public DispatchOptions.Builder lockAcquireTimeout(Duration timeout) {
    return tell(DispatchProperty.LOCK_ACQUIRE_TIMEOUT, DispatchOptions.seconds(timeout));
  }

  @Override
  public DispatchOptions.Builder fsProbe(boolean probed) {
    return tell(DispatchProperty.FS_PROBE, Boolean.toString(probed));
  }

  @Override
  public DispatchOptions.Builder fsProbeTimeout(Duration timeout) {
    return tell(DispatchProperty.FS_PROBE_TIMEOUT, DispatchOptions.seconds(timeout));
  }

  @Override
  public DispatchOptions.Builder clusterProbeTimeout(Duration timeout) {
    return tell(DispatchProperty.CLUSTER_PROBE_TIMEOUT, DispatchOptions.seconds(timeout));
  }

  @Override
  public DispatchOptions.Builder requalifyInterval(Duration interval) {
    return tell(DispatchProperty.REQUALIFY_INTERVAL, DispatchOptions.seconds(interval));
  }

  @Override
  public DispatchOptions.Builder requalifyJitter(double part) {
    return tell(DispatchProperty.REQUALIFY_JITTER, Double.toString(part));
  }

  @Override
  public DispatchOptions.Builder workEpoch(String name) {
    return tell(DispatchProperty.WORK_EPOCH, name);
  }

  private DispatchOptions.Builder tell(DispatchProperty property, String text) {
    told.put(property, new Given(text, property.property()));
    return this;
  }

  @Override
  public DispatchOptions build() {
    Reading read = new Reading();
    Duration targetTimeout =
        read.seconds(DispatchProperty.TARGET_TIMEOUT)
            .orElse(DispatchOptions.DEFAULT_TARGET_TIMEOUT);
    Duration workTtl =
        read.seconds(DispatchProperty.WORK_LEASE_TTL).orElseGet(() -> workTtlFor(targetTimeout));
    Duration targetTtl = read.seconds(DispatchProperty.TARGET_LEASE_TTL).orElse(workTtl);
    Duration cluster =
        read.seconds(DispatchProperty.CLUSTER_PROBE_TIMEOUT)
            .orElse(DispatchOptions.DEFAULT_CLUSTER_PROBE_TIMEOUT);
    boolean targetLeases = read.yesOrNo(DispatchProperty.TARGET_LEASES).orElse(true);
    Duration shortest = targetLeases ? DispatchOptions.shorter(workTtl, targetTtl) : workTtl;
    Duration half = shortest.dividedBy(2);
    int shards =
        read.count(DispatchProperty.LEASE_SHARDS).orElse(DispatchOptions.DEFAULT_LEASE_SHARDS);
    Optional<Duration> lockTtl = read.seconds(DispatchProperty.LOCK_TTL);
    Duration locks =
        read.seconds(DispatchProperty.LOCK_ACQUIRE_TIMEOUT)
            .orElseGet(
                () -> DispatchOptions.fitting(DispatchOptions.DEFAULT_LOCK_ACQUIRE_TIMEOUT, half));
    boolean probe = read.yesOrNo(DispatchProperty.FS_PROBE).orElse(true);
    Duration probeTimeout =
        read.seconds(DispatchProperty.FS_PROBE_TIMEOUT)
            .orElseGet(
                () -> DispatchOptions.fitting(DispatchOptions.DEFAULT_FS_PROBE_TIMEOUT, cluster));
    Duration interval =
        read.seconds(DispatchProperty.REQUALIFY_INTERVAL)
            .orElse(DispatchOptions.DEFAULT_REQUALIFY_INTERVAL);
    double jitter =
        read.number(DispatchProperty.REQUALIFY_JITTER)
            .orElse(DispatchOptions.DEFAULT_REQUALIFY_JITTER);
    read.refuse();
    try {
      return new DispatchOptions(
          targetLeases,
          text(DispatchProperty.TARGET_LEASE_DIR).orElse(DispatchOptions.DEFAULT_TARGET_LEASE_DIR),
          targetTtl,
          shards,
          workTtl,
          targetTimeout,
          lockTtl,
          locks,
          probe,
          probeTimeout,
          cluster,
          interval,
          jitter,
          text(DispatchProperty.WORK_EPOCH));
    } catch (DispatchOptionsException e) {
      throw new DispatchOptionsException(e.problems().stream().map(this::asGiven).toList());
    }
  }

  private static Duration workTtlFor(Duration targetTimeout) {
    Duration several = targetTimeout.multipliedBy(DispatchOptions.TARGET_TIMEOUTS_IN_A_TTL);
    Duration least = DispatchOptions.LEAST_WORK_LEASE_TTL_BY_DEFAULT;
    return several.compareTo(least) > 0 ? several : least;
  }

  /** The same problem under the name by which the option was given. */
  private Problem asGiven(Problem problem) {
    return DispatchProperty.ofProperty(problem.name())
        .flatMap(this::given)
        .map(given -> new Problem(given.name(), problem.value(), problem.limit(), problem.advice()))
        .orElse(problem);
  }

  private Optional<Given> given(DispatchProperty property) {
    return Optional.ofNullable(told.get(property))
        .or(() -> Optional.ofNullable(properties.get(property)))
        .or(() -> Optional.ofNullable(variables.get(property)));
  }

  private Optional<String> text(DispatchProperty property) {
    return given(property).map(Given::text);
  }

  /** Turns texts into values, and notes which cannot be. */
  private final class Reading {

    private final List<Problem> problems = new ArrayList<>();

    Optional<Duration> seconds(DispatchProperty property) {
      return read(
          property,
          "it is a number of seconds, such as 90 or 0.5",
          text -> {
            BigDecimal seconds = new BigDecimal(text);
            if (seconds.abs().compareTo(MOST_SECONDS) > 0) {
              throw new NumberFormatException(text);
            }
            return Duration.ofNanos(seconds.movePointRight(NANO_DIGITS).longValue());
          });
    }

    Optional<Double> number(DispatchProperty property) {
      return read(
          property, "it is a number, such as 0.1", text -> new BigDecimal(text).doubleValue());
    }

    Optional<Integer> count(DispatchProperty property) {
      return read(property, "it is a whole number", Integer::valueOf);
    }

    Optional<Boolean> yesOrNo(DispatchProperty property) {
      return read(
          property,
          "it is 1 or 0, or true or false",
          text ->
              switch (text) {
                case "1", "true" -> true;
                case "0", "false" -> false;
                default -> throw new NumberFormatException(text);
              });
    }

    private <T> Optional<T> read(
        DispatchProperty property, String form, Function<String, T> reader) {
      Optional<Given> given = given(property);
      if (given.isEmpty()) {
        return Optional.empty();
      }
      String text = given.get().text();
      try {
        if (text.length() > NUMBER_LIMIT) {
          throw new NumberFormatException(text);
        }
        return Optional.of(reader.apply(text));
      } catch (NumberFormatException e) {
        String shown = text.length() > NUMBER_LIMIT ? text.length() + " characters long" : text;
        problems.add(new Problem(given.get().name(), shown, form, "correct it or leave it out"));
        return Optional.empty();
      }
    }

    void refuse() {
      if (!problems.isEmpty()) {
        throw new DispatchOptionsException(problems);
      }
    }
  }
}
