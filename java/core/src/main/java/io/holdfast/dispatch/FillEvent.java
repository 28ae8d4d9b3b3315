package io.holdfast.dispatch;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Flight-recorder event: one search for work, from the first lane to what was admitted. */
@Name("io.holdfast.Fill")
@Label("Fill")
@Category("Holdfast")
@StackTrace(false)
final class FillEvent extends Event {

  @Label("Wanted")
  int wanted;

  @Label("Proposals")
  long proposals;

  @Label("Admitted")
  long admitted;

  @Label("Local conflicts")
  long localConflicts;

  @Label("Conflicts")
  long conflicts;

  @Label("Undecided")
  long undecided;

  @Label("Backfills")
  long backfills;

  @Label("Failed, or ended because the root is not trusted")
  boolean failed;

  static FillEvent begun() {
    FillEvent event = new FillEvent();
    event.begin();
    return event;
  }

  void tell(int limit, Filling filling) {
    end();
    if (shouldCommit()) {
      Filling.Counts counts = filling.counts();
      wanted = limit;
      proposals = counts.proposals();
      admitted = counts.admitted();
      localConflicts = counts.localConflicts();
      conflicts = counts.conflicts();
      undecided = counts.undecided();
      backfills = counts.backfills();
      failed = filling.failure().isPresent() || filling.distrust().isPresent();
      commit();
    }
  }
}
