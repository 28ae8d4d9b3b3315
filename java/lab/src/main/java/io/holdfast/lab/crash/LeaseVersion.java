package io.holdfast.lab.crash;

import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.LeaseStatus;
import java.util.Map;
import java.util.Optional;

/** What a record says, as the version of a name: which claim it is of, and how far that got. */
final class LeaseVersion {

  private static final String CLAIM = "claim";
  private static final int STATUSES = 4;

  private LeaseVersion() {}

  /** The payload by which a record says which claim it is of. */
  static JsonObject payload(int claim) {
    return new JsonObject(Map.of(CLAIM, JsonNumber.of(claim)));
  }

  /**
   * @param claim counted from 1, so that no version is {@link Content#ABSENT}
   */
  static int of(int claim, LeaseStatus status) {
    return claim * STATUSES
        + switch (status) {
          case LEASED -> 0;
          case COMMITTING -> 1;
          case DONE -> 2;
          case RELEASED -> 3;
        };
  }

  static int of(LeaseRecord record) {
    return of(Math.toIntExact(claim(record)), record.status());
  }

  private static long claim(LeaseRecord record) {
    return record
        .payload()
        .get(CLAIM)
        .flatMap(value -> value instanceof JsonNumber number ? number.toLong() : Optional.empty())
        .orElse(0L);
  }
}
