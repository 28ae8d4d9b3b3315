package io.holdfast.lease;

import io.holdfast.durable.Name;
import io.holdfast.lease.FenceReader.Sighting;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.PosixException;
import java.util.Optional;
import java.util.function.Function;

/**
 * One transition on its way: from one point of an id's history to the next. The move of the fence
 * is the decision. One thread.
 */
final class FenceMove<A> {

  private final FenceView view;
  private final boolean sighted;
  private final FenceStamp from;
  private final FenceStamp to;
  private final LeaseRecord record;
  private final Function<LeaseRecord, A> answer;

  /**
   * A transition.
   *
   * @param view of the era in which it is made
   * @param sighted whether where it begins was found by its origin, or is one that we have begun
   */
  FenceMove(
      FenceView view,
      boolean sighted,
      FenceStamp from,
      String nonce,
      LeaseRecord next,
      Function<LeaseRecord, A> answer) {
    this.view = view;
    this.sighted = sighted;
    this.from = from;
    this.to = from.next(nonce, view.era().floor());
    this.record = FenceCodec.stamped(next, to);
    this.answer = answer;
  }

  WorkId id() {
    return view.id();
  }

  FenceView view() {
    return view;
  }

  FenceName at() {
    return to.at();
  }

  /** Whether it depends on an origin, whose era may be over. */
  boolean isSighted() {
    return sighted;
  }

  /** Whether it is the first move of its era. */
  boolean isFirst() {
    return from.at().number() == 0;
  }

  /** Whether the era in which it is made is seen to be the last. */
  boolean isOfThisEra() throws PosixException {
    FenceEra era = view.lookAtEra();
    return era.isKnown() && era.floor() == view.era().floor();
  }

  Name recordName() {
    return to.at().record(id());
  }

  byte[] recordBytes() {
    return LeaseCodec.ofFenceTables().encode(record);
  }

  /** Whether the record can be read under its name. */
  boolean isStaged() throws PosixException {
    return view.record(to.at()) instanceof FenceView.RecordSight.Whole;
  }

  LeaseRecord record() {
    return record;
  }

  A answer() {
    return answer.apply(record);
  }

  /**
   * Moves the fence, once. An answer of success decides, except for the first move of a fence,
   * which counts only if it moved the genuine one of an era that is not over; whatever else is
   * answered decides nothing, and what can be seen does.
   *
   * @param deadline on the boot clock
   */
  Sighting move(FenceReader reader, long deadline) throws PosixException {
    int result = view.files().rename(from.at().fence(id()), to.at().fence(id()));
    if (result == 0 && !isFirst()) {
      return Sighting.WON;
    }
    if (result == 0) {
      Optional<FileStat> origin = view.origin();
      if (origin.isPresent() && view.isGenuine(to.at(), origin.get()) && isOfThisEra()) {
        return Sighting.WON;
      }
    }
    return reader.whoWon(view, to.at(), deadline);
  }

  /** Removes the record of a transition that was not won, and never will be. */
  void removeRecord(LeaseCounters counters) {
    if (isFailure(view.files().unlink(recordName()))) {
      counters.leftover();
    }
  }

  /**
   * After the acknowledgement: makes the record the hint, and removes the record two numbers back,
   * which nobody needs any more. Errors are only counted.
   */
  void publish(String passing, LeaseCounters counters) {
    ShardFiles files = view.files();
    Name staged = FenceName.passing(id(), passing);
    int linked = files.link(recordName(), staged);
    int moved = linked == 0 ? files.rename(staged, FenceName.hint(id())) : linked;
    if (moved < 0) {
      counters.hintFailure();
      files.unlink(staged);
    }
    if (to.won().size() > 1) {
      long number = to.at().number() - 2;
      boolean isBeginning = number == view.era().floor();
      FenceName old = new FenceName(isBeginning ? 0 : number, to.won().get(1));
      if (isFailure(files.unlink(old.record(id())))) {
        counters.leftover();
      }
    }
  }

  private static boolean isFailure(int unlinked) {
    return unlinked < 0 && !ShardFiles.isAbsence(unlinked);
  }
}
