package io.holdfast.dispatch;

import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.WorkId;

/** What comes back from a worker. */
public sealed interface Report {

  /** Its number. */
  int worker();

  /**
   * The work is done, and what is to be published is durable where the manifest says.
   *
   * @param manifest what is to be published; kept in the lease record before anything is
   */
  record Result(int worker, WorkId id, JsonObject manifest) implements Report {}

  /** The work has come to nothing; the worker can have another. */
  record Failed(int worker, WorkId id, String reason) implements Report {}

  /** The worker has ended. Whatever it worked on has come to nothing. */
  record Gone(int worker, String reason) implements Report {}
}
