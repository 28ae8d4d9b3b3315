package io.holdfast.dispatch;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Flight-recorder event: a row has ended, by its result or without. */
@Name("io.holdfast.Row")
@Label("Row")
@Category("Holdfast")
@StackTrace(false)
final class RowEvent extends Event {

  @Label("Lane")
  String lane = "";

  @Label("Key")
  String key = "";

  @Label("Ending")
  String ending = "";

  @Label("Where it ended without a result")
  String step = "";

  @Label("Why it ended without a result")
  String reason = "";

  @Label("Whether targets are free, where there is a result")
  String targets = "";

  static void tell(Rejected rejected) {
    RowEvent event = new RowEvent();
    if (event.shouldCommit()) {
      event.step = rejected.step().name();
      event.reason = rejected.reason();
      event.tell(rejected.proposal(), rejected.ending());
    }
  }

  static void tell(Released released) {
    RowEvent event = new RowEvent();
    if (event.shouldCommit()) {
      event.targets = released.targetsFree() ? "free" : "owed";
      event.tell(released.proposal(), Selector.Ending.COMMITTED);
    }
  }

  private void tell(Proposal proposal, Selector.Ending how) {
    lane = proposal.lane();
    key = proposal.key();
    ending = how.name();
    commit();
  }
}
