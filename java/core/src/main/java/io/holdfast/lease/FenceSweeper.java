package io.holdfast.lease;

import io.holdfast.durable.BarrierReason;
import io.holdfast.durable.Dir;
import io.holdfast.durable.DirectoryBarrierBatch;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.Name;
import io.holdfast.durable.PoisonedException;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.PosixException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Removes what losers and the dead have left in a fence table. A record is a leftover only by
 * number: one that the genuine fence has passed, or that lost its number. Age decides nothing, and
 * neither does the death of a session, which may yet win with what it has staged.
 */
final class FenceSweeper {

  private final Durable durable;
  private final LeaseCounters counters;

  FenceSweeper(Durable durable, LeaseCounters counters) {
    this.durable = durable;
    this.counters = counters;
  }

  /**
   * What can go of an id once its era is seen, behind a barrier, not to be over.
   *
   * @param ended what is of earlier eras
   * @param passed what can go if the fence still stands then
   */
  private record Leftovers(
      FenceView view, List<Name> ended, Optional<FenceName> fence, List<Name> passed) {

    boolean isEmpty() {
      return ended.isEmpty() && passed.isEmpty();
    }
  }

  /** Sweeps every shard. @return how many names went */
  int sweep(Shards shards, Obstacles obstacles)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    int swept = 0;
    for (ShardFiles files : shards.all(obstacles)) {
      swept += sweep(files, ShardListing.of(Shards.names(files, obstacles)), obstacles);
    }
    return swept;
  }

  private int sweep(ShardFiles files, ShardListing listing, Obstacles obstacles)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    boolean hasTombstones = listing.others().contains(Tombstones.DIRECTORY.toString());
    List<Leftovers> found = new ArrayList<>();
    for (Map.Entry<WorkId, List<String>> entry : listing.byId().entrySet()) {
      FenceView view = new FenceView(files, entry.getKey(), counters);
      try {
        FenceEra era = hasTombstones ? view.lookAtEra() : FenceEra.FIRST;
        Leftovers leftovers = leftovers(view.in(era), entry.getValue());
        if (era.isKnown() && !leftovers.isEmpty()) {
          found.add(leftovers);
        }
      } catch (PosixException e) {
        obstacles.meet(files.label() + "/" + entry.getKey(), e);
      }
    }
    if (found.isEmpty() || !barrier(files, hasTombstones)) {
      return 0;
    }
    int swept = 0;
    for (Leftovers leftovers : found) {
      FenceView view = leftovers.view();
      FenceEra era = view.lookAtEra();
      if (era.isKnown() && era.floor() == view.era().floor()) {
        swept += remove(files, leftovers.ended());
        if (leftovers.fence().isPresent() && view.isThere(leftovers.fence().get())) {
          swept += remove(files, leftovers.passed());
        }
      }
    }
    return swept;
  }

  /**
   * What was seen is durable then, and what is seen next is new.
   *
   * @return whether it is so; not where tombstones were not seen before
   */
  private boolean barrier(ShardFiles files, boolean hasTombstones)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    try (DirectoryBarrierBatch batch = durable.batch(BarrierReason.REMOVE)) {
      batch.changed(files.dir());
      Optional<Dir> retired = hasTombstones ? files.tombstones().open() : Optional.empty();
      if (retired.isPresent()) {
        try (Dir open = retired.get()) {
          batch.changed(open);
        }
      }
      batch.flush();
      return retired.isPresent() || !hasTombstones(files);
    }
  }

  private static boolean hasTombstones(ShardFiles files) throws PosixException {
    Optional<Dir> retired = files.tombstones().open();
    retired.ifPresent(Dir::close);
    return retired.isPresent();
  }

  private static Leftovers leftovers(FenceView view, List<String> names) throws PosixException {
    List<Name> ended = view.era().floor() == 0 ? List.of() : ended(view, names);
    Optional<FenceName> top = onlyFence(view, names);
    List<Name> passed = new ArrayList<>();
    for (String name : names) {
      if (top.isPresent() && isPassed(name, top.get())) {
        Name leftover = Name.of(name);
        if (!ended.contains(leftover)) {
          passed.add(leftover);
        }
      }
    }
    return new Leftovers(view, ended, top, passed);
  }

  /** Empty for an id that shows two genuine fences: it is moving, or somebody has to look at it. */
  private static Optional<FenceName> onlyFence(FenceView view, List<String> names)
      throws PosixException {
    Optional<FileStat> origin = view.origin();
    if (origin.isEmpty()) {
      return Optional.empty();
    }
    List<FenceName> fences = view.fences(origin.get(), names);
    return fences.size() == 1 ? Optional.of(fences.get(0)) : Optional.empty();
  }

  /** Beside the one genuine fence. */
  private static boolean isPassed(String name, FenceName top) {
    boolean passedRecord =
        FenceName.ofRecord(name).filter(record -> isPassed(record, top)).isPresent();
    boolean foreignFirst =
        FenceName.ofFence(name)
            .filter(fence -> fence.number() == 0 && !fence.equals(top))
            .isPresent();
    return passedRecord || foreignFirst || FenceName.isPassing(name);
  }

  /**
   * The names of an id that are of eras before that of a view, origins last, and those that were to
   * live for a moment. They mean nothing by their numbers, whatever comes into being late.
   */
  static List<Name> ended(FenceView view, List<String> names) throws PosixException {
    long floor = view.era().floor();
    List<Name> ended = new ArrayList<>();
    List<Name> origins = new ArrayList<>();
    for (String name : names) {
      Optional<Long> origin = FenceName.ofOrigin(name);
      if (origin.filter(era -> era < floor).isPresent()) {
        origins.add(Name.of(name));
        ended.addAll(beginning(view, Name.of(name), names));
      } else if (numberOf(name).filter(number -> number > 0 && number <= floor).isPresent()
          || FenceName.isPassing(name)) {
        ended.add(Name.of(name));
      } else if (name.equals(FenceName.hint(view.id()).toString()) && isHintOfEnded(view)) {
        ended.add(Name.of(name));
      }
    }
    ended.addAll(origins);
    return ended;
  }

  private static Optional<Long> numberOf(String name) {
    return FenceName.ofFence(name).or(() -> FenceName.ofRecord(name)).map(FenceName::number);
  }

  private static boolean isHintOfEnded(FenceView view) throws PosixException {
    Optional<FenceCodec.Stamped> hint = view.hint();
    return hint.isPresent() && hint.get().stamp().at().number() <= view.era().floor();
  }

  /** What is left of the number 0 that an origin is the origin of. */
  private static List<Name> beginning(FenceView view, Name origin, List<String> names)
      throws PosixException {
    if (!(view.files().read(origin) instanceof FileContent.Bytes line)) {
      return List.of();
    }
    Optional<FenceName> first =
        FenceCodec.nonceOf(view.id(), line.bytes()).map(nonce -> new FenceName(0, nonce));
    return first.stream()
        .flatMap(at -> Stream.of(at.fence(view.id()), at.record(view.id())))
        .filter(name -> names.contains(name.toString()))
        .toList();
  }

  /** Whether a record is a leftover by its number. */
  static boolean isPassed(FenceName record, FenceName fence) {
    return record.number() < fence.number() - 1
        || (record.number() == fence.number() && !record.equals(fence));
  }

  private int remove(ShardFiles files, List<Name> names) {
    int removed = 0;
    for (Name name : names) {
      int result = files.unlink(name);
      if (result == 0) {
        removed++;
      } else if (!ShardFiles.isAbsence(result)) {
        counters.leftover();
      }
    }
    return removed;
  }
}
