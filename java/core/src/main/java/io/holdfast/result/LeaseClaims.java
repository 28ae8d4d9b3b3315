package io.holdfast.result;

import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.Reading;
import io.holdfast.lease.WorkId;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.PosixException;
import java.util.Optional;

/**
 * Lets the record of the work decide about its stages, by number.
 *
 * <p>A commit begins from the very claim under which the stage was made, whose number each
 * transition leaves behind for ever. So once the record has passed that number and is not
 * committing with this stage, no commit will ever name it: the lease was released, taken over,
 * committed with another stage, or is done, which it becomes when everything is public. A look that
 * is older than it should be shows a smaller number, or the commit, and the stage stays.
 *
 * <p>A lease that nobody frees keeps its stages, and so does an id whose record is absent: recover
 * and sweep before ids are purged. In tables with update locks numbers begin anew when a record was
 * deleted; its stages stay until the new ones have passed them.
 */
public final class LeaseClaims implements StageClaims {

  /** Reads the record of a work; one that is older than it should be does no harm. */
  @FunctionalInterface
  public interface Records {
    Reading read(WorkId id) throws PosixException;
  }

  private final Records records;

  /** Asks this table; it stays the caller's. */
  public LeaseClaims(WorkLeaseTable table) {
    this(table::read);
  }

  /** Asks whoever can read the table of the work, without taking part in it. */
  public LeaseClaims(Records records) {
    this.records = records;
  }

  @Override
  public Optional<String> reasonToKeep(StageName stage, StageOrigin origin) throws PosixException {
    Reading reading = records.read(origin.id());
    if (reading instanceof Reading.Present present) {
      return reasonToKeep(present.record(), stage, origin);
    }
    if (reading instanceof Reading.Corrupt corrupt) {
      return Optional.of("the record of its work is corrupt: " + corrupt.path());
    }
    if (reading instanceof Reading.Unavailable unavailable) {
      return Optional.of("the record of its work cannot be read: " + unavailable.reason());
    }
    return Optional.of("there is no record of its work");
  }

  private static Optional<String> reasonToKeep(
      LeaseRecord record, StageName stage, StageOrigin origin) {
    if (record.fence() < origin.fence()) {
      return Optional.of("the record of its work is older than the claim that it was made for");
    }
    if (record.fence() == origin.fence() && record.status() == LeaseStatus.LEASED) {
      return Optional.of("the lease that it was made for may still commit it");
    }
    boolean committing = record.status() == LeaseStatus.COMMITTING;
    return committing && mayName(record.commit(), stage)
        ? Optional.of("a commit names it")
        : Optional.empty();
  }

  private static boolean mayName(Optional<JsonObject> commit, StageName stage) {
    try {
      return commit.isPresent() && ResultManifest.of(commit.get()).stage().equals(stage);
    } catch (ResultFormatException e) {
      return true;
    }
  }
}
