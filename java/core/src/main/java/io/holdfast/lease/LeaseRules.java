package io.holdfast.lease;

import io.holdfast.json.JsonValue.JsonObject;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * What may follow upon what: the state machine of a record, the same for every protocol. Pure.
 *
 * <p>absent or released → leased → committing → done; leased → absent or released; leased by one →
 * leased by another, once the first has expired.
 */
final class LeaseRules {

  /** How far the clocks of coordinators may differ, in seconds. */
  static final double CLOCK_SKEW_LIMIT_SECONDS = 5;

  private static final long MILLIS = 1000;

  private LeaseRules() {}

  /**
   * Who wants a lease, and what goes into its record.
   *
   * @param session the claimant's; empty where records are beaten by their stamps
   * @param beside fields of the record beside those of every lease
   */
  record Wish(
      JsonObject payload,
      Claimant who,
      LeaseToken token,
      long ttlMillis,
      Optional<String> session,
      JsonObject beside) {

    Wish withBeside(JsonObject fields) {
      return new Wish(payload, who, token, ttlMillis, session, fields);
    }
  }

  /** Whether a lease has expired, as its reader judges. */
  interface Expiry {

    /** How long it still lives, in milliseconds; 0 or less when it is over. */
    long remainingMillis(LeaseRecord record);

    /** Whether that compares the record's date with a clock of this process. */
    boolean comparesDates(LeaseRecord record);
  }

  static Step<ClaimAnswer> claim(
      WorkId id, Reading reading, Wish wish, double nowSeconds, Expiry expiry) {
    Optional<Step<ClaimAnswer>> unreadable =
        unreadable(reading, ClaimAnswer.Corrupt::new, ClaimAnswer.Unavailable::new);
    if (unreadable.isPresent()) {
      return unreadable.get();
    }
    Optional<LeaseRecord> before = held(reading);
    if (before.isPresent()) {
      LeaseRecord record = before.get();
      switch (record.status()) {
        case COMMITTING -> {
          return new Step.Keep<>(new ClaimAnswer.Committing(record));
        }
        case DONE -> {
          return new Step.Keep<>(new ClaimAnswer.Done(record));
        }
        default -> {
          double ahead = record.updatedSeconds() - nowSeconds;
          if (expiry.comparesDates(record) && ahead > CLOCK_SKEW_LIMIT_SECONDS) {
            return new Step.Keep<>(new ClaimAnswer.ClockSkew(record, ahead));
          }
          long remaining = expiry.remainingMillis(record);
          if (remaining > 0) {
            return new Step.Keep<>(new ClaimAnswer.Held(record, remaining));
          }
        }
      }
    }
    return new Step.Put<>(
        claimed(id, before, wish, nowSeconds),
        written -> new ClaimAnswer.Claimed(Lease.of(written)));
  }

  private static <A> Optional<Step<A>> unreadable(
      Reading reading, BiFunction<String, String, A> corrupt, Function<String, A> unavailable) {
    if (reading instanceof Reading.Corrupt why) {
      return Optional.of(new Step.Keep<>(corrupt.apply(why.path(), why.reason())));
    }
    return reading instanceof Reading.Unavailable why
        ? Optional.of(new Step.Keep<>(unavailable.apply(why.reason())))
        : Optional.empty();
  }

  /** The record that counts, unless nobody has it. */
  private static Optional<LeaseRecord> held(Reading reading) {
    return reading instanceof Reading.Present present
            && present.record().status() != LeaseStatus.RELEASED
        ? Optional.of(present.record())
        : Optional.empty();
  }

  private static LeaseRecord claimed(
      WorkId id, Optional<LeaseRecord> before, Wish wish, double nowSeconds) {
    LeaseRecord.Change change =
        before.map(LeaseRecord::change).orElseGet(LeaseRecord.Change::ofNothing);
    wish.beside().fields().forEach(change::set);
    String previousOwner = before.map(LeaseRecord::owner).orElse("");
    long steals = before.map(LeaseRecord::steals).orElse(0L);
    boolean stolen = before.isPresent() && !previousOwner.equals(wish.who().owner());
    change
        .set(LeaseRecord.SCHEMA, LeaseCodec.LOCKED_SCHEMA)
        .set(LeaseRecord.ID, id.hex())
        .set(LeaseRecord.STATUS, LeaseStatus.LEASED.word())
        .set(LeaseRecord.PAYLOAD, wish.payload())
        .set(LeaseRecord.OWNER, wish.who().owner())
        .set(LeaseRecord.PREVIOUS_OWNER, previousOwner)
        .set(LeaseRecord.WORKER, wish.who().worker())
        .set(LeaseRecord.TOKEN, wish.token().text())
        .set(LeaseRecord.UPDATED, nowSeconds)
        .set(LeaseRecord.ATTEMPTS, before.map(LeaseRecord::attempts).orElse(0L) + 1)
        .set(LeaseRecord.STEALS, stolen ? steals + 1 : steals)
        .set(LeaseRecord.FENCE, before.map(LeaseRecord::fence).orElse(0L) + 1)
        .set(LeaseRecord.TTL, wish.ttlMillis() / (double) MILLIS)
        .remove(LeaseRecord.COMMIT)
        .remove(LeaseRecord.COMPLETED);
    wish.session()
        .ifPresentOrElse(
            session -> change.set(LeaseRecord.SESSION, session),
            () -> change.remove(LeaseRecord.SESSION));
    return change.make();
  }

  /** Leased, or committing with the same manifest, by this token. */
  static Step<CommitAnswer> beginCommit(
      Reading reading, LeaseToken token, Optional<JsonObject> manifest) {
    Optional<Step<CommitAnswer>> unreadable =
        unreadable(reading, CommitAnswer.Corrupt::new, CommitAnswer.Unavailable::new);
    if (unreadable.isPresent()) {
      return unreadable.get();
    }
    Optional<LeaseRecord> mine = held(reading).filter(record -> record.isHeldBy(token));
    if (mine.isEmpty() || mine.get().status() == LeaseStatus.DONE) {
      return new Step.Keep<>(new CommitAnswer.Stale());
    }
    LeaseRecord record = mine.get();
    if (record.status() == LeaseStatus.COMMITTING) {
      return record.commit().equals(manifest)
          ? new Step.Confirm<>(new CommitAnswer.Begun(Lease.of(record)))
          : new Step.Keep<>(new CommitAnswer.Stale());
    }
    LeaseRecord.Change change =
        record.change().set(LeaseRecord.STATUS, LeaseStatus.COMMITTING.word());
    manifest.ifPresent(commit -> change.set(LeaseRecord.COMMIT, commit));
    return new Step.Put<>(change.make(), written -> new CommitAnswer.Begun(Lease.of(written)));
  }

  /** Leased or committing by this token. */
  static Step<CompleteAnswer> complete(Reading reading, LeaseToken token, double nowSeconds) {
    Optional<Step<CompleteAnswer>> unreadable =
        unreadable(reading, CompleteAnswer.Corrupt::new, CompleteAnswer.Unavailable::new);
    if (unreadable.isPresent()) {
      return unreadable.get();
    }
    Optional<LeaseRecord> mine = held(reading).filter(record -> record.isHeldBy(token));
    if (mine.isEmpty()) {
      return new Step.Keep<>(new CompleteAnswer.Stale());
    }
    if (mine.get().status() == LeaseStatus.DONE) {
      return new Step.Confirm<>(new CompleteAnswer.Already(mine.get()));
    }
    LeaseRecord done =
        mine.get()
            .change()
            .set(LeaseRecord.STATUS, LeaseStatus.DONE.word())
            .set(LeaseRecord.COMPLETED, nowSeconds)
            .set(LeaseRecord.UPDATED, nowSeconds)
            .make();
    return new Step.Put<>(done, CompleteAnswer.Completed::new);
  }

  /** Leased or committing by this token. */
  static boolean isRenewable(Reading reading, LeaseToken token) {
    return held(reading)
        .filter(record -> record.isHeldBy(token) && record.status() != LeaseStatus.DONE)
        .isPresent();
  }

  /** Leased by this token; what is committing is not given up. */
  static Step<ReleaseAnswer> release(Reading reading, LeaseToken token) {
    Optional<Step<ReleaseAnswer>> unreadable =
        unreadable(reading, ReleaseAnswer.Corrupt::new, ReleaseAnswer.Unavailable::new);
    if (unreadable.isPresent()) {
      return unreadable.get();
    }
    Optional<LeaseRecord> mine =
        held(reading)
            .filter(record -> record.isHeldBy(token) && record.status() == LeaseStatus.LEASED);
    return mine.isEmpty()
        ? new Step.Keep<>(new ReleaseAnswer.Stale())
        : new Step.Free<>(mine.get(), new ReleaseAnswer.Released());
  }

  /** Committing by this token, with a manifest. */
  static Optional<LeaseRecord> replayable(Reading reading, LeaseToken token) {
    return held(reading)
        .filter(record -> record.isHeldBy(token))
        .filter(record -> record.status() == LeaseStatus.COMMITTING)
        .filter(record -> record.commit().isPresent());
  }

  /**
   * Takes a commit over from a holder that is gone, so that its own completion becomes stale.
   *
   * @param token of the commit that was seen
   * @param gone sessions that were declared dead
   */
  static Step<CommitAnswer> takeOver(
      Reading reading, LeaseToken token, Wish wish, Set<String> gone, double nowSeconds) {
    Optional<Step<CommitAnswer>> unreadable =
        unreadable(reading, CommitAnswer.Corrupt::new, CommitAnswer.Unavailable::new);
    if (unreadable.isPresent()) {
      return unreadable.get();
    }
    Optional<LeaseRecord> committing =
        replayable(reading, token)
            .filter(record -> record.session().filter(gone::contains).isPresent());
    if (committing.isEmpty()) {
      return new Step.Keep<>(new CommitAnswer.Stale());
    }
    LeaseRecord before = committing.get();
    LeaseRecord.Change change =
        before
            .change()
            .set(LeaseRecord.PREVIOUS_OWNER, before.owner())
            .set(LeaseRecord.OWNER, wish.who().owner())
            .set(LeaseRecord.WORKER, wish.who().worker())
            .set(LeaseRecord.TOKEN, wish.token().text())
            .set(LeaseRecord.UPDATED, nowSeconds);
    wish.session().ifPresent(session -> change.set(LeaseRecord.SESSION, session));
    return new Step.Put<>(change.make(), written -> new CommitAnswer.Begun(Lease.of(written)));
  }
}
