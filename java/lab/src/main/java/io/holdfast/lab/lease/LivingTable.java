package io.holdfast.lab.lease;

import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.PoisonedException;
import io.holdfast.durable.RootTrust;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.SessionLostException;
import io.holdfast.lease.TableRefusedException;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * One coordinator's table, opened again whenever it says that it has to be. What it does not answer
 * is noted in the ledger. Any thread may use it.
 */
final class LivingTable implements AutoCloseable {

  private final Posix posix;
  private final CoordinatorTask task;
  private final Ledger ledger;

  /** Read: the table is used; write: it is exchanged. Its descriptors must not go while in use. */
  private final ReadWriteLock use = new ReentrantReadWriteLock();

  private WorkLeaseTable table;

  LivingTable(Posix posix, CoordinatorTask task, Ledger ledger) throws Exception {
    this.posix = posix;
    this.task = task;
    this.ledger = ledger;
    this.table = open();
  }

  private WorkLeaseTable open()
      throws PosixException, DurabilityUnknownException, PoisonedException, TableRefusedException {
    long asked = ledger.nanos();
    LeaseMutant mutant = task.mutant();
    LeaseClocks clocks = LeaseClocks.system(posix);
    WorkLeaseTable opened =
        WorkLeaseTable.open(
            mutant == null ? posix : mutant.applyTo(posix),
            task.table(),
            CoordinatorTask.manifest(task.protocol(), task.ttlMillis()),
            LeaseOptions.defaults(mutant == null ? clocks : mutant.applyTo(clocks)),
            RootTrust.declaredByCaller("the lab's own table"),
            "c" + task.coordinator());
    ledger.note(Deed.OPENED, asked, "");
    return opened;
  }

  /** An operation of the table. */
  @FunctionalInterface
  interface Operation<A> {
    A on(WorkLeaseTable table) throws Exception;
  }

  /**
   * Asks the table.
   *
   * @param name of the operation
   * @param number of the id
   * @return empty when it did not answer
   * @throws Exception the table cannot be opened any more, or a mistake of this program
   */
  <A> Optional<A> ask(String name, int number, Operation<A> operation) throws Exception {
    long asked = ledger.nanos();
    WorkLeaseTable used;
    use.readLock().lock();
    try {
      used = table;
      return Optional.of(operation.on(used));
    } catch (DurabilityUnknownException | PosixException e) {
      noteUnanswered(name, asked, number, e);
      return Optional.empty();
    } catch (SessionLostException | PoisonedException e) {
      noteUnanswered(name, asked, number, e);
      used = table;
    } finally {
      use.readLock().unlock();
    }
    exchange(used);
    return Optional.empty();
  }

  private void noteUnanswered(String name, long asked, int number, Exception e) {
    String note = name + " " + e.getClass().getSimpleName() + " " + e.getMessage();
    ledger.note(Deed.UNANSWERED, asked, number, 0, LedgerLine.NO_TOKEN, note);
  }

  private void exchange(WorkLeaseTable old) throws Exception {
    use.writeLock().lock();
    try {
      if (table == old) {
        ledger.note(Deed.CLOSING, ledger.nanos(), "");
        table.close();
        table = open();
      }
    } finally {
      use.writeLock().unlock();
    }
  }

  @Override
  public void close() {
    use.writeLock().lock();
    try {
      ledger.note(Deed.CLOSING, ledger.nanos(), "");
      table.close();
    } finally {
      use.writeLock().unlock();
    }
  }
}
