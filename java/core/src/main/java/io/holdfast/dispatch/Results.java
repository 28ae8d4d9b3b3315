package io.holdfast.dispatch;

import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.Lease;
import io.holdfast.lease.WorkLeaseTable.CommitReplay;

/** What is done with results. */
public interface Results extends CommitReplay {

  /**
   * Publishes what a manifest names: durably, and so that it may be called again, by this
   * coordinator or by another, at any time afterwards.
   *
   * @param lease its fence is passed on to what is changed outside
   * @throws Exception not all of it is published; the commit stays begun and is tried again
   */
  @Override
  void publish(Lease lease, JsonObject manifest) throws Exception;

  /**
   * Learns from a result that is published and completed: telemetry, coverage, new jobs. Called
   * once for each result of this coordinator, before its targets are free for others.
   *
   * @param payload the job, as its lease record has it
   */
  void digest(JsonObject payload, JsonObject manifest);
}
