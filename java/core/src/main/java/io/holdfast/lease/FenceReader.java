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

    /** No origin: nobody ever used this id. */
    record FirstUse() implements Found {}

    /** The record that counts. */
    record Counts(FenceCodec.Stamped stamped) implements Found {}

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
   *
   * @param deadline on the boot clock
   */
  Found read(FenceView view, long deadline) throws PosixException {
    Optional<FenceCodec.Stamped> hint = view.hint();
    if (hint.isPresent() && view.isThere(hint.get().stamp().at())) {
      return new Found.Counts(hint.get());
    }
    Waiting waiting = new Waiting(clocks, deadline);
    FenceName brokenBefore = null;
    for (; ; ) {
      Optional<FileStat> origin = view.origin();
      if (origin.isEmpty()) {
        return new Found.FirstUse();
      }
      FenceName top = first(view.fences(origin.get()));
      RecordSight sight = top == null ? null : view.record(top);
      if (sight instanceof RecordSight.Whole whole) {
        return new Found.Counts(whole.stamped());
      }
      FenceName brokenAt = null;
      if (sight instanceof RecordSight.Broken broken && top != null) {
        if (top.equals(brokenBefore)) {
          String path = view.pathOf(top.record(view.id()));
          return new Found.Failed(new Reading.Corrupt(path, broken.reason()));
        }
        brokenAt = top;
      }
      brokenBefore = brokenAt;
      view.refresh(nonce());
      if (!waiting.again()) {
        return new Found.Failed(new Reading.Unavailable(unavailability(sight)));
      }
    }
  }

  private static String unavailability(@Nullable RecordSight sight) {
    if (sight == null) {
      return "no fence is seen beside its origin";
    }
    return sight instanceof RecordSight.Broken broken
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
      Optional<FileStat> origin = view.origin();
      if (origin.isPresent()) {
        Sighting seen = seen(view, mine, origin.get());
        if (seen != Sighting.UNKNOWN) {
          return seen;
        }
      }
      view.refresh(nonce());
    } while (waiting.again());
    return Sighting.UNKNOWN;
  }

  private static Sighting seen(FenceView view, FenceName mine, FileStat origin)
      throws PosixException {
    if (mine.number() > 1 ? view.isThere(mine) : view.isGenuine(mine, origin)) {
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
