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
 * @param record what counts; null where it cannot be read
 * @param path where a corrupt record is, or null
 * @param problem why it cannot be read, or null
 * @param ageSeconds since it was claimed, beaten or completed; 0 where it cannot be read
 */
public record LeaseRow(
    WorkId id,
    int shard,
    @Nullable LeaseRecord record,
    @Nullable String path,
    @Nullable String problem,
    double ageSeconds) {

  /** State of a record that is no valid one. */
  public static final String CORRUPT = "corrupt";

  /** State of an id whose record could not be seen. */
  public static final String UNAVAILABLE = "unavailable";

  /** A row for what was read. */
  public static LeaseRow of(WorkId id, int shard, Reading reading, double nowSeconds) {
    if (reading instanceof Reading.Present present) {
      LeaseRecord record = present.record();
      return new LeaseRow(id, shard, record, null, null, nowSeconds - record.updatedSeconds());
    }
    if (reading instanceof Reading.Corrupt corrupt) {
      return new LeaseRow(id, shard, null, corrupt.path(), corrupt.reason(), 0);
    }
    String reason = reading instanceof Reading.Unavailable why ? why.reason() : "it is absent";
    return new LeaseRow(id, shard, null, null, reason, 0);
  }

  /** {@code leased}, {@code committing}, {@code done}, {@code released}, or why it has none. */
  public String state() {
    if (record != null) {
      return record.status().word();
    }
    return path == null ? UNAVAILABLE : CORRUPT;
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
