package io.holdfast.lease;

import io.holdfast.lease.FenceView.RecordSight;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.PosixException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks at fences until what it sees decides: which record counts, and who won a number. It creates
 * names to make the mount look anew, and none that means anything. Any thread may use it.
 */
final class FenceReader {

  private final LeaseClocks clocks;
  private final Nonces nonces;

  FenceReader(LeaseClocks clocks, Nonces nonces) {
    this.clocks = clocks;
    this.nonces = nonces;
  }

  /** What a read found. */
  sealed interface Found {

    /** No origin: nobody used this id in this era. */
    record FirstUse(FenceEra era) implements Found {}

    /** It was done and retired: only a tombstone tells of it. */
    record Retired(LeaseRecord record) implements Found {}

    /**
     * The record that counts.
     *
     * @param sighted whether it was found by its origin, and not by a hint, which only what was
     *     acknowledged has: an origin may be of an era that is over
     */
    record Counts(FenceCodec.Stamped stamped, FenceEra era, boolean sighted) implements Found {

      /** Whether nobody moves on from it: the id is being retired. */
      boolean isRetiring() {
        return stamped.record().isRetiring();
      }
    }

    /** Corrupt or unavailable. */
    record Failed(Reading why) implements Found {}
  }

  /** Who won a number. */
  enum Sighting {
    /** This transition, and its fence stands. */
    WON,
    /** This transition; others have followed it. */
    SUPERSEDED,
    LOST,
    /** Nothing that decides was seen before the deadline. */
    UNKNOWN;

    boolean isWon() {
      return this == WON || this == SUPERSEDED;
    }
  }

  /**
   * Reads what counts: the hint if its fence stands, else the record of the highest genuine fence.
   * A fence that retires its id may stand beside its tombstone, and counts only where there is
   * none.
   *
   * @param deadline on the boot clock
   */
  Found read(FenceView view, long deadline) throws PosixException {
    Optional<FenceCodec.Stamped> hint = view.hint();
    if (hint.isPresent()
        && !hint.get().record().isRetiring()
        && view.isThere(hint.get().stamp().at())) {
      return new Found.Counts(hint.get(), view.era(), false);
    }
    Waiting waiting = new Waiting(clocks, deadline);
    FenceView in = view;
    FenceName brokenBefore = null;
    for (; ; ) {
      Sight sight = sight(in);
      FenceEra era = in.lookAtEra();
      if (era.isKnown() && era.floor() != in.era().floor()) {
        in = in.in(era);
        continue;
      }
      Optional<Found> found = found(in.in(era), sight, brokenBefore);
      if (found.isPresent()) {
        return found.get();
      }
      brokenBefore = sight.record() instanceof RecordSight.Broken ? sight.top() : null;
      in.refresh(nonce());
      if (!waiting.again()) {
        return new Found.Failed(
            era.failure().orElseGet(() -> new Reading.Unavailable(unavailability(sight))));
      }
    }
  }

  /**
   * What one look saw.
   *
   * @param top the highest genuine fence
   * @param record its record
   */
  private record Sight(boolean hasOrigin, @Nullable FenceName top, @Nullable RecordSight record) {}

  private static Sight sight(FenceView view) throws PosixException {
    Optional<FileStat> origin = view.origin();
    FenceName top = origin.isEmpty() ? null : first(view.fences(origin.get()));
    return new Sight(origin.isPresent(), top, top == null ? null : view.record(top));
  }

  /** What a sight comes to that was of the era of its view; empty where it decides nothing. */
  private static Optional<Found> found(
      FenceView view, Sight sight, @Nullable FenceName brokenBefore) {
    FenceEra era = view.era();
    if (!era.isKnown()) {
      return era.failure().filter(why -> why instanceof Reading.Corrupt).map(Found.Failed::new);
    }
    if (!sight.hasOrigin()) {
      Optional<Found> retired = era.done().map(Found.Retired::new);
      return retired.or(() -> Optional.of(new Found.FirstUse(era)));
    }
    if (sight.record() instanceof RecordSight.Whole whole) {
      return Optional.of(new Found.Counts(whole.stamped(), era, true));
    }
    FenceName top = sight.top();
    if (sight.record() instanceof RecordSight.Broken broken
        && top != null
        && top.equals(brokenBefore)) {
      String path = view.pathOf(top.record(view.id()));
      return Optional.of(new Found.Failed(new Reading.Corrupt(path, broken.reason())));
    }
    return Optional.empty();
  }

  private static String unavailability(Sight sight) {
    if (sight.record() == null) {
      return "no fence is seen beside its origin";
    }
    return sight.record() instanceof RecordSight.Broken broken
        ? "the record of its fence reads as broken: " + broken.reason()
        : "the record of its fence is not seen";
  }

  /**
   * Decides by sight whether a transition won its number, after a move that did not answer success.
   *
   * @param deadline on the boot clock
   */
  Sighting whoWon(FenceView view, FenceName mine, long deadline) throws PosixException {
    Waiting waiting = new Waiting(clocks, deadline);
    do {
      Sighting seen = seen(view, mine);
      if (seen != Sighting.UNKNOWN) {
        return seen;
      }
      view.refresh(nonce());
    } while (waiting.again());
    return Sighting.UNKNOWN;
  }

  private static Sighting seen(FenceView view, FenceName mine) throws PosixException {
    FenceEra era = view.lookAtEra();
    if (!era.isKnown()) {
      return Sighting.UNKNOWN;
    }
    if (mine.number() <= era.floor()) {
      return era.remembers(mine) ? Sighting.SUPERSEDED : Sighting.LOST;
    }
    FenceView in = view.in(era);
    Optional<FileStat> origin = in.origin();
    return origin.isEmpty() ? Sighting.UNKNOWN : seen(in, mine, origin.get());
  }

  private static Sighting seen(FenceView view, FenceName mine, FileStat origin)
      throws PosixException {
    boolean isFirst = mine.number() == view.era().floor() + 1;
    if (isFirst ? view.isGenuine(mine, origin) : view.isThere(mine)) {
      return Sighting.WON;
    }
    FenceName top = first(view.fences(origin));
    if (top == null || top.number() < mine.number()) {
      return Sighting.UNKNOWN;
    }
    if (top.number() == mine.number()) {
      return top.equals(mine) ? Sighting.WON : Sighting.LOST;
    }
    if (view.record(top) instanceof RecordSight.Whole whole) {
      return whole.stamped().stamp().remembers(mine) ? Sighting.SUPERSEDED : Sighting.LOST;
    }
    return Sighting.UNKNOWN;
  }

  private static @Nullable FenceName first(List<FenceName> fences) {
    return fences.isEmpty() ? null : fences.get(0);
  }

  /** 128 random bits: a name of a moment, or the nonce of a transition. */
  String nonce() {
    return nonces.next();
  }
}
