package io.holdfast.campaign.crew;

import io.holdfast.campaign.item.Input;
import io.holdfast.campaign.ledger.Ledger;
import io.holdfast.campaign.ledger.LedgerLine;
import io.holdfast.dispatch.Results;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.Lease;
import io.holdfast.lease.WorkId;
import io.holdfast.result.ContentHash;
import io.holdfast.result.ResultFormatException;
import io.holdfast.result.ResultManifest;
import io.holdfast.result.ResultPublisher;

/** Publishes results, and tells of those that are done, be they of the dead. One thread. */
final class ItemResults implements Results {

  private final ResultPublisher publisher;
  private final Ledger ledger;

  ItemResults(ResultPublisher publisher, Ledger ledger) {
    this.publisher = publisher;
    this.ledger = ledger;
  }

  @Override
  public void publish(Lease lease, JsonObject manifest) throws Exception {
    publisher.publish(lease, manifest);
  }

  @Override
  public void digest(JsonObject payload, JsonObject manifest) {
    try {
      ledger.tell(
          new LedgerLine.Done(
              ledger.nanos(),
              WorkId.ofPayload(payload).hex(),
              Input.named(payload).hex(),
              ResultManifest.of(manifest).hashes().stream().map(ContentHash::hex).toList()));
    } catch (JsonFormatException | ResultFormatException e) {
      throw new IllegalStateException("a job of this campaign " + e.getMessage(), e);
    }
  }
}
