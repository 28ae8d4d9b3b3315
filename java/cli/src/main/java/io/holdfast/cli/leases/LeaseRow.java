package io.holdfast.cli.leases;

import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.Reading;
import io.holdfast.lease.WorkId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One id in a list.
 *
 * @param state {@code leased}, {@code committing}, {@code done}, {@code released}, or why there is
 *     no such state
 * @param record what counts; null where it cannot be read
 * @param path where a corrupt record is, or null
 * @param problem why it cannot be read, or null
 * @param ageSeconds since it was claimed, beaten or completed; 0 where it cannot be read
 */
public record LeaseRow(
    WorkId id,
    int shard,
    String state,
    @Nullable LeaseRecord record,
    @Nullable String path,
    @Nullable String problem,
    double ageSeconds) {

  /** State of a record that is no valid one. */
  public static final String CORRUPT = "corrupt";

  /** State of an id whose record could not be seen. */
  public static final String UNAVAILABLE = "unavailable";

  /** State of an id that has names and no record: nobody has it. */
  public static final String ABSENT = "absent";

  /** A row for what was read. */
  public static LeaseRow of(WorkId id, int shard, Reading reading, double nowSeconds) {
    if (reading instanceof Reading.Present present) {
      LeaseRecord record = present.record();
      double age = nowSeconds - record.updatedSeconds();
      return new LeaseRow(id, shard, record.status().word(), record, null, null, age);
    }
    if (reading instanceof Reading.Corrupt why) {
      return new LeaseRow(id, shard, CORRUPT, null, why.path(), why.reason(), 0);
    }
    return reading instanceof Reading.Unavailable why
        ? new LeaseRow(id, shard, UNAVAILABLE, null, null, why.reason(), 0)
        : new LeaseRow(id, shard, ABSENT, null, null, "it has no record: nobody has it", 0);
  }

  /** The target of a target record. */
  public Optional<Long> target() {
    return record == null
        ? Optional.empty()
        : record
            .fields()
            .get("target")
            .flatMap(v -> v instanceof JsonNumber n ? n.toLong() : Optional.empty());
  }
}
