package io.holdfast.lab.lease;

import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseRecord;
import java.io.IOException;

/** Finishes commits whose holders did not. Used by one thread. */
final class Replays {

  private final CoordinatorTask task;
  private final LivingTable table;
  private final Ledger ledger;
  private final DriverLink driver;

  Replays(CoordinatorTask task, LivingTable table, Ledger ledger, DriverLink driver) {
    this.task = task;
    this.table = table;
    this.ledger = ledger;
    this.driver = driver;
  }

  /** The outside resource refused what was to be published. */
  private static final class LateException extends IOException {
    private static final long serialVersionUID = 1L;
  }

  /** Tries to. @return whether the id is done */
  boolean replay(int number, LeaseRecord committing) throws Exception {
    Claimant who = new Claimant("c" + task.coordinator(), 0);
    long asked = ledger.nanos();
    CompleteAnswer answer =
        table
            .ask(
                "replay",
                number,
                it -> {
                  try {
                    return it.replayCommit(
                        committing, who, (lease, commit) -> publish(number, asked, lease, commit));
                  } catch (LateException e) {
                    return new CompleteAnswer.Stale();
                  }
                })
            .orElseGet(CompleteAnswer.Stale::new);
    if (answer instanceof CompleteAnswer.Completed completed) {
      LeaseRecord record = completed.record();
      ledger.note(Deed.REPLAYED, asked, number, record.fence(), record.token().text(), "");
      return true;
    }
    if (answer instanceof CompleteAnswer.Corrupt corrupt) {
      ledger.note(Deed.CORRUPT, asked, corrupt.path() + " " + corrupt.reason());
    }
    return answer instanceof CompleteAnswer.Already;
  }

  private void publish(int number, long asked, Lease lease, JsonObject commit) throws IOException {
    String token = lease.token().text();
    ledger.note(Deed.TAKEN_OVER, asked, number, lease.fence(), token, "");
    if (CoordinatorTask.number(commit) != number) {
      throw new IllegalStateException("another commit than that of " + number);
    }
    if (!driver.write(number, lease.fence(), token)) {
      ledger.note(Deed.LATE, ledger.nanos(), number, lease.fence(), token, "");
      throw new LateException();
    }
    ledger.note(Deed.COMPLETING, ledger.nanos(), number, lease.fence(), token, "");
  }
}
