package io.holdfast.campaign.crew;

import io.holdfast.campaign.item.Input;
import io.holdfast.campaign.ledger.Ledger;
import io.holdfast.campaign.ledger.LedgerLine;
import io.holdfast.dispatch.Results;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.Lease;
import io.holdfast.lease.WorkId;
import io.holdfast.result.ResultPublisher;
import java.util.HashMap;
import java.util.Map;

/** Publishes results, and tells of those that are done. One thread. */
final class ItemResults implements Results {

  private final ResultPublisher publisher;
  private final Ledger ledger;
  private final Map<WorkId, Long> fences = new HashMap<>();

  ItemResults(ResultPublisher publisher, Ledger ledger) {
    this.publisher = publisher;
    this.ledger = ledger;
  }

  /** Work of this coordinator goes on under this fence. */
  void sent(WorkId id, long fence) {
    fences.put(id, fence);
  }

  @Override
  public void publish(Lease lease, JsonObject manifest) throws Exception {
    publisher.publish(lease, manifest);
  }

  @Override
  public void digest(JsonObject payload, JsonObject manifest) {
    WorkId id = WorkId.ofPayload(payload);
    Long fence = fences.remove(id);
    try {
      String input = Input.named(payload).hex();
      ledger.tell(new LedgerLine.Done(ledger.nanos(), id.hex(), input, fence == null ? 0 : fence));
    } catch (JsonFormatException e) {
      throw new IllegalStateException("a job of this campaign " + e.getMessage(), e);
    }
  }
}
