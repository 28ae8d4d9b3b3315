package io.holdfast.lab.lease;

import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.CommitAnswer;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.ReleaseAnswer;
import io.holdfast.lease.TableManifest.Protocol;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** One thread that claims ids, works on them and commits. */
final class Worker {

  private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int RELEASES_ONE_IN = 10;

  private final CoordinatorTask task;
  private final int worker;
  private final LivingTable table;
  private final Ledger ledger;
  private final DriverLink driver;
  private final Todo todo;
  private final Map<Integer, LeaseToken> held;
  private final LongAdder conflicts;
  private final BooleanSupplier over;
  private final Random random;

  Worker(
      CoordinatorTask task,
      int worker,
      LivingTable table,
      Ledger ledger,
      DriverLink driver,
      Todo todo,
      Map<Integer, LeaseToken> held,
      LongAdder conflicts,
      BooleanSupplier over) {
    this.task = task;
    this.worker = worker;
    this.table = table;
    this.ledger = ledger;
    this.driver = driver;
    this.todo = todo;
    this.held = held;
    this.conflicts = conflicts;
    this.over = over;
    this.random = new Random(task.seed() + 31L * task.coordinator() + worker);
  }

  /** Tries one id, and carries it as far as it goes. */
  void workOnce() throws Exception {
    OptionalInt taken = todo.take(random);
    if (taken.isEmpty()) {
      LockSupport.parkNanos(IDLE_NANOS);
      return;
    }
    int number = taken.getAsInt();
    try {
      Optional<Lease> lease = claim(number);
      if (lease.isPresent()) {
        held.put(number, lease.get().token());
        carryOut(number, lease.get());
      } else {
        LockSupport.parkNanos(random.nextLong(IDLE_NANOS));
      }
    } finally {
      held.remove(number);
      todo.putBack(number);
    }
  }

  private Optional<Lease> claim(int number) throws Exception {
    Claimant who = new Claimant("c" + task.coordinator(), worker);
    long asked = ledger.nanos();
    Optional<ClaimAnswer> answer =
        table.ask(
            "claim",
            number,
            it -> it.claim(CoordinatorTask.id(number), CoordinatorTask.payload(number), who));
    if (answer.isEmpty()) {
      return Optional.empty();
    }
    if (answer.get() instanceof ClaimAnswer.Claimed claimed) {
      Lease lease = claimed.lease();
      boolean free = lease.record().previousOwner().isEmpty();
      note(free ? Deed.CLAIMED : Deed.STOLEN, asked, number, lease);
      return Optional.of(lease);
    }
    noteRefusal(number, asked, answer.get());
    return Optional.empty();
  }

  private void noteRefusal(int number, long asked, ClaimAnswer answer) {
    if (answer instanceof ClaimAnswer.Done) {
      todo.done(number);
    } else if (answer instanceof ClaimAnswer.Held || answer instanceof ClaimAnswer.Committing) {
      conflicts.increment();
    } else if (answer instanceof ClaimAnswer.Corrupt corrupt) {
      ledger.note(Deed.CORRUPT, asked, corrupt.path() + " " + corrupt.reason());
    } else if (answer instanceof ClaimAnswer.ClockSkew) {
      note(Deed.SKEWED, asked, number, "claim");
    } else {
      note(Deed.UNAVAILABLE, asked, number, "claim");
    }
  }

  private void carryOut(int number, Lease lease) throws Exception {
    work();
    write(number, lease);
    // In a table with update locks a release deletes the record, and its numbers begin anew.
    if (task.protocol() == Protocol.FENCE && random.nextInt(RELEASES_ONE_IN) == 0) {
      release(number, lease);
    } else {
      commit(number, lease);
    }
  }

  /** Half of the work comes before the commit has begun, half of it after. */
  private void work() {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextLong(task.workMillis() + 1)));
  }

  /** A holder that is late is told so by whom it writes to, whatever it believes of its lease. */
  private void write(int number, Lease lease) throws IOException {
    if (!driver.write(number, lease.fence(), lease.token().text())) {
      note(Deed.LATE, ledger.nanos(), number, lease);
    }
  }

  /**
   * Asks until it is decided: a token is good in any session, and while one's own lives nobody else
   * can end what is held by it.
   *
   * @param unavailable the answer that decides nothing
   * @return empty when the end of all came first
   */
  private <A> Optional<A> insist(
      String name, int number, LivingTable.Operation<A> operation, Class<? extends A> unavailable)
      throws Exception {
    while (!over.getAsBoolean()) {
      long asked = ledger.nanos();
      Optional<A> answer = table.ask(name, number, operation);
      if (answer.isPresent() && !unavailable.isInstance(answer.get())) {
        return answer;
      }
      if (answer.isPresent()) {
        note(Deed.UNAVAILABLE, asked, number, name);
      }
    }
    return Optional.empty();
  }

  private void release(int number, Lease lease) throws Exception {
    note(Deed.RELEASING, ledger.nanos(), number, lease);
    long asked = ledger.nanos();
    Optional<ReleaseAnswer> answer =
        insist(
            "release",
            number,
            it -> it.release(lease.id(), lease.token()),
            ReleaseAnswer.Unavailable.class);
    if (answer.isEmpty()) {
      return;
    }
    if (answer.get() instanceof ReleaseAnswer.Released) {
      note(Deed.RELEASED, asked, number, lease);
    } else if (answer.get() instanceof ReleaseAnswer.Stale) {
      note(Deed.STALE, asked, number, "release");
    } else if (answer.get() instanceof ReleaseAnswer.RemovedDurabilityUnknown unknown) {
      note(
          Deed.UNANSWERED, asked, number, "release DurabilityUnknownException " + unknown.reason());
    } else if (answer.get() instanceof ReleaseAnswer.Corrupt corrupt) {
      ledger.note(Deed.CORRUPT, asked, corrupt.path() + " " + corrupt.reason());
    }
  }

  private void commit(int number, Lease lease) throws Exception {
    Optional<JsonObject> manifest = Optional.of(CoordinatorTask.payload(number));
    long asked = ledger.nanos();
    Optional<CommitAnswer> answer =
        insist(
            "begin-commit",
            number,
            it -> it.beginCommit(lease.id(), lease.token(), manifest),
            CommitAnswer.Unavailable.class);
    if (answer.isEmpty()) {
      return;
    }
    if (answer.get() instanceof CommitAnswer.Begun begun) {
      note(Deed.BEGUN, asked, number, begun.lease());
      work();
      write(number, begun.lease());
      note(Deed.COMPLETING, ledger.nanos(), number, begun.lease());
      complete(number, begun.lease());
    } else if (answer.get() instanceof CommitAnswer.Stale) {
      note(Deed.STALE, asked, number, "begin-commit");
      endAnyway(number, lease);
    } else if (answer.get() instanceof CommitAnswer.Corrupt corrupt) {
      ledger.note(Deed.CORRUPT, asked, corrupt.path() + " " + corrupt.reason());
    }
  }

  private void complete(int number, Lease lease) throws Exception {
    long asked = ledger.nanos();
    insist(
            "complete",
            number,
            it -> it.completeOnce(lease.id(), lease.token()),
            CompleteAnswer.Unavailable.class)
        .ifPresent(answer -> noteCompletion(number, asked, lease, answer));
  }

  private void noteCompletion(int number, long asked, Lease lease, CompleteAnswer answer) {
    if (answer instanceof CompleteAnswer.Completed completed) {
      String token = completed.record().token().text();
      ledger.note(Deed.COMPLETED, asked, number, completed.record().fence(), token, "");
      todo.done(number);
    } else if (answer instanceof CompleteAnswer.Already) {
      note(Deed.ALREADY, asked, number, lease);
      todo.done(number);
    } else if (answer instanceof CompleteAnswer.Stale) {
      note(Deed.STALE, asked, number, "complete");
      endAnyway(number, lease);
    } else if (answer instanceof CompleteAnswer.Corrupt corrupt) {
      ledger.note(Deed.CORRUPT, asked, corrupt.path() + " " + corrupt.reason());
    }
  }

  private void endAnyway(int number, Lease lease) {
    if (task.mutant() == LeaseMutant.IGNORES_STALE) {
      note(Deed.COMPLETED, ledger.nanos(), number, lease);
    }
  }

  private void note(Deed deed, long asked, int number, Lease lease) {
    ledger.note(deed, asked, number, lease.fence(), lease.token().text(), "");
  }

  private void note(Deed deed, long asked, int number, String note) {
    ledger.note(deed, asked, number, 0, LedgerLine.NO_TOKEN, note);
  }
}
