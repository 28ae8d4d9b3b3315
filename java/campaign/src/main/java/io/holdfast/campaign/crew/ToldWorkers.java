package io.holdfast.campaign.crew;

import io.holdfast.campaign.item.Input;
import io.holdfast.campaign.item.JsonFields;
import io.holdfast.campaign.ledger.Ledger;
import io.holdfast.campaign.ledger.LedgerLine;
import io.holdfast.dispatch.Assignment;
import io.holdfast.dispatch.Report;
import io.holdfast.dispatch.Workers;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonArray;
import io.holdfast.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/** Tells the ledger what workers are sent and what comes back, and passes it on. */
final class ToldWorkers implements Workers {

  private final Crew crew;
  private final Ledger ledger;

  ToldWorkers(Crew crew, Ledger ledger) {
    this.crew = crew;
    this.ledger = ledger;
  }

  @Override
  public SortedSet<Integer> idle() {
    return crew.idle();
  }

  @Override
  public void send(int worker, Assignment assignment) throws Exception {
    ledger.tell(
        new LedgerLine.Sent(
            ledger.nanos(),
            worker,
            assignment.id().hex(),
            assignment.fence(),
            Input.named(assignment.payload()).hex(),
            targets(assignment.payload())));
    crew.send(worker, assignment);
  }

  private static List<Long> targets(JsonObject payload) throws JsonFormatException {
    JsonFields fields = new JsonFields(payload);
    List<Long> targets = new ArrayList<>();
    targets.add(fields.number("target"));
    if (payload.fields().get("actions") instanceof JsonArray actions) {
      for (JsonValue action : actions.items()) {
        targets.add(new JsonFields((JsonObject) action).number("target"));
      }
    }
    return targets;
  }

  @Override
  public void stop(int worker) {
    crew.stop(worker);
  }

  @Override
  public Optional<Report> poll() throws Exception {
    Optional<Report> report = crew.poll();
    if (report.isPresent()) {
      String how =
          report.get() instanceof Report.Result
              ? "result"
              : report.get() instanceof Report.Failed ? "failed" : "gone";
      ledger.tell(new LedgerLine.Back(ledger.nanos(), report.get().worker(), how));
    }
    return report;
  }
}
