package io.holdfast.lease;

import io.holdfast.lease.FenceView.RecordSight;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.PosixException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Reads what counts of an id, or else what a tombstone keeps of it, without making a name, which
 * {@link FenceReader} does so that a mount looks anew. What decides something is not read with it.
 */
final class QuietReader {

  /** A fence that moves between two looks is found by the next one. */
  private static final int LOOKS = 4;

  private QuietReader() {}

  /**
   * Reads one id.
   *
   * @param names of its shard or of the id, from a listing that may be old
   */
  static Reading read(FenceView view, Collection<String> names) throws PosixException {
    Reading reading = once(view, names);
    for (int look = 1; look < LOOKS && isOpen(reading); look++) {
      reading = once(view, view.files().list());
    }
    return reading;
  }

  private static boolean isOpen(Reading reading) {
    return reading instanceof Reading.Unavailable || reading instanceof Reading.Corrupt;
  }

  private static Reading once(FenceView view, Collection<String> names) throws PosixException {
    Optional<FenceCodec.Stamped> hint = view.hint();
    if (hint.isPresent()
        && !hint.get().record().isRetiring()
        && view.isThere(hint.get().stamp().at())) {
      return new Reading.Present(hint.get().record());
    }
    return inEra(view, names);
  }

  private static Reading inEra(FenceView view, Collection<String> names) throws PosixException {
    Reading reading = byOrigin(view, names);
    FenceEra era = view.lookAtEra();
    if (era.failure().isPresent()) {
      return era.failure().get();
    }
    return era.floor() == view.era().floor() ? reading : inEra(view.in(era), names);
  }

  private static Reading byOrigin(FenceView view, Collection<String> names) throws PosixException {
    Optional<FileStat> origin = view.origin();
    if (origin.isEmpty()) {
      return view.era().last().<Reading>map(Reading.Present::new).orElseGet(Reading.Absent::new);
    }
    List<FenceName> fences = view.fences(origin.get(), names);
    if (fences.isEmpty()) {
      return new Reading.Unavailable("no fence is seen beside its origin");
    }
    FenceName top = fences.get(0);
    RecordSight sight = view.record(top);
    if (sight instanceof RecordSight.Whole whole) {
      return new Reading.Present(whole.stamped().record());
    }
    return sight instanceof RecordSight.Broken broken
        ? new Reading.Corrupt(view.pathOf(top.record(view.id())), broken.reason())
        : new Reading.Unavailable("the record of its fence is not seen");
  }
}
