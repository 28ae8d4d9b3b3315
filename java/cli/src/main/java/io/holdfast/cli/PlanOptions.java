package io.holdfast.cli;

import io.holdfast.campaign.item.Plan;
import io.holdfast.lease.TableManifest.Protocol;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a campaign is about. Options that were not given are as the directory has them. */
final class PlanOptions {

  private static final int DEFAULT_ITEMS = 200;
  private static final int ITEMS_OF_A_TARGET = 4;
  private static final int DEFAULT_ITEM_BYTES = 4096;
  private static final int DEFAULT_SHARDS = 16;
  private static final String DEFAULT_WORK = "0.01s";
  private static final String DEFAULT_TTL = "2s";
  private static final double MILLIS_PER_SECOND = 1e3;

  @Option(
      names = "--items",
      paramLabel = "N",
      description = "Inputs at the beginning; default 200.")
  private @Nullable Integer items;

  @Option(
      names = "--children",
      paramLabel = "N",
      description = "Further inputs that come out of working on those; default 1.")
  private @Nullable Integer children;

  @Option(
      names = "--targets",
      paramLabel = "N",
      description = "Targets among which inputs are spread; default one for four inputs.")
  private @Nullable Integer targets;

  @Option(names = "--item-bytes", paramLabel = "N", description = "Size of an input; default 4096.")
  private @Nullable Integer itemBytes;

  @Option(
      names = "--work",
      paramLabel = "AGE",
      description = "How long a worker takes for one, beside hashing it; default 0.01s.")
  private @Nullable String work;

  @Option(
      names = "--ttl",
      paramLabel = "AGE",
      description = "Of the leases of both tables; default 2s.")
  private @Nullable String ttl;

  @Option(names = "--shards", paramLabel = "N", description = "Of both tables; default 16.")
  private @Nullable Integer shards;

  @Option(
      names = "--protocol",
      paramLabel = "NAME",
      description = "How a record changes hands: fence (default), flock, mkdir.")
  private @Nullable String protocol;

  @Option(
      names = "--no-target-leases",
      description = "Lease exact work only, and let coordinators try the same targets.")
  private boolean withoutTargetLeases;

  /** The plan of a campaign that is begun now. */
  Plan plan(String epoch) throws CommandFailure {
    int count = items == null ? DEFAULT_ITEMS : items;
    try {
      return new Plan(
          epoch,
          count,
          children == null ? 1 : children,
          targets == null ? Math.max(1, count / ITEMS_OF_A_TARGET) : targets,
          itemBytes == null ? DEFAULT_ITEM_BYTES : itemBytes,
          millis(work == null ? DEFAULT_WORK : work),
          millis(ttl == null ? DEFAULT_TTL : ttl),
          shards == null ? DEFAULT_SHARDS : shards,
          protocol == null ? Protocol.FENCE : named(protocol),
          !withoutTargetLeases);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(String.valueOf(e.getMessage()), null);
    }
  }

  /** Refuses options that say otherwise than the plan of a campaign that was begun. */
  void requireSame(Plan kept) throws CommandFailure {
    require("--items", items, kept.items());
    require("--children", children, kept.children());
    require("--targets", targets, kept.targets());
    require("--item-bytes", itemBytes, kept.itemBytes());
    require("--work", work == null ? null : millis(work), kept.workMillis());
    require("--ttl", ttl == null ? null : millis(ttl), kept.ttlMillis());
    require("--shards", shards, kept.shards());
    require("--protocol", protocol == null ? null : named(protocol), kept.protocol());
    require("--no-target-leases", withoutTargetLeases ? false : null, kept.targetLeases());
  }

  private static void require(String option, @Nullable Object given, Object kept)
      throws CommandFailure {
    if (given != null && !Objects.equals(given, kept)) {
      throw CommandFailure.usage(
          option + " is not as this campaign was begun",
          "leave what the campaign has kept out, or take another directory");
    }
  }

  private static long millis(String age) throws CommandFailure {
    return Math.round(Age.seconds(age) * MILLIS_PER_SECOND);
  }

  private static Protocol named(String name) throws CommandFailure {
    for (Protocol known : Protocol.values()) {
      if (known.name().toLowerCase(Locale.ROOT).equals(name)) {
        return known;
      }
    }
    String known =
        Arrays.stream(Protocol.values())
            .map(each -> each.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(", "));
    throw CommandFailure.usage(
        "there is no protocol '" + RawArguments.readable(name) + "'", "known: " + known);
  }
}
