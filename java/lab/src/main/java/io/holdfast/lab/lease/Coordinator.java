package io.holdfast.lab.lease;

import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.Reading;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.lease.WorkId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * One coordinator: some threads that claim, work and commit, one that beats, one that looks for
 * what the dead have left, until everything is done or the driver says that it is enough.
 */
final class Coordinator {

  /** Threads that hold one lease each at a time. */
  static final int WORKERS = 3;

  private static final int ROUNDS_PER_EXPIRY_LOOK = 2;
  private static final int BEATS_PER_TTL = 3;

  private final CoordinatorTask task;
  private final LivingTable table;
  private final Ledger ledger;
  private final DriverLink driver;
  private final Todo todo;
  private final Replays replays;

  /** What is held, by the number of its id. */
  private final Map<Integer, LeaseToken> held = new ConcurrentHashMap<>();

  private final LongAdder conflicts = new LongAdder();
  private volatile boolean over;

  Coordinator(CoordinatorTask task, LivingTable table, Ledger ledger, DriverLink driver) {
    this.task = task;
    this.table = table;
    this.ledger = ledger;
    this.driver = driver;
    this.todo = new Todo(task.ids(), task.window());
    this.replays = new Replays(task, table, ledger, driver);
  }

  /** Returns when there is nothing left to do. The first exception of any thread is thrown. */
  void run() throws Exception {
    List<Callable<Void>> threads = new ArrayList<>(List.of(this::beat, this::recover));
    for (int worker = 0; worker < WORKERS; worker++) {
      Worker one =
          new Worker(task, worker, table, ledger, driver, todo, held, conflicts, () -> over);
      threads.add(() -> work(one));
    }
    ExecutorService executor = Executors.newFixedThreadPool(threads.size());
    try {
      ExecutorCompletionService<Void> ends = new ExecutorCompletionService<>(executor);
      threads.forEach(ends::submit);
      for (int ended = 0; ended < threads.size(); ended++) {
        ends.take().get();
      }
    } finally {
      over = true;
      executor.shutdownNow();
    }
  }

  private Void work(Worker worker) throws Exception {
    while (!over) {
      worker.workOnce();
    }
    return null;
  }

  /** Beats until the end, also when nothing is held: the session is to live. */
  private Void beat() throws Exception {
    long interval = TimeUnit.MILLISECONDS.toNanos(task.ttlMillis()) / BEATS_PER_TTL;
    while (!over) {
      Map<WorkId, LeaseToken> tokens = new TreeMap<>();
      Map<WorkId, Integer> numbers = new TreeMap<>();
      held.forEach(
          (number, token) -> {
            WorkId id = CoordinatorTask.id(number);
            tokens.put(id, token);
            numbers.put(id, number);
          });
      long asked = ledger.nanos();
      table
          .ask("heartbeat", LedgerLine.NO_NUMBER, it -> it.heartbeatMany(tokens))
          .ifPresent(
              batch -> {
                List<String> renewed =
                    batch.renewed().stream().map(id -> String.valueOf(numbers.get(id))).toList();
                ledger.note(
                    Deed.BEAT, asked, String.join(",", renewed) + " " + conflicts.sumThenReset());
              });
      LockSupport.parkNanos(interval);
    }
    return null;
  }

  private Void recover() throws Exception {
    long interval = TimeUnit.MILLISECONDS.toNanos(task.ttlMillis());
    for (int round = 0; !over; round++) {
      if (!driver.goesOn() || todo.isEmpty()) {
        over = true;
      } else {
        look();
        if (round % ROUNDS_PER_EXPIRY_LOOK == 0) {
          table.ask("recover-expired", LedgerLine.NO_NUMBER, it -> it.recoverExpired());
        }
        LockSupport.parkNanos(todo.isEmpty() ? 0 : interval);
      }
    }
    return null;
  }

  /**
   * Looks at every record: what is done is nobody's work any more, what commits may be orphaned.
   */
  private void look() throws Exception {
    List<LeaseRecord> committing = new ArrayList<>();
    Optional<Boolean> looked =
        table.ask(
            "scan",
            LedgerLine.NO_NUMBER,
            it -> {
              it.scan((id, reading) -> sort(id, reading, committing));
              return true;
            });
    if (looked.isPresent()) {
      for (LeaseRecord record : committing) {
        int number = CoordinatorTask.number(record.payload());
        if (!held.containsKey(number) && mayBeOrphaned(record) && replays.replay(number, record)) {
          todo.done(number);
        }
      }
    }
  }

  private void sort(WorkId id, Reading reading, List<LeaseRecord> committing) {
    if (reading instanceof Reading.Present present) {
      LeaseRecord record = present.record();
      if (record.status() == LeaseStatus.DONE) {
        todo.done(CoordinatorTask.number(record.payload()));
      } else if (record.status() == LeaseStatus.COMMITTING) {
        committing.add(record);
      }
    } else if (reading instanceof Reading.Corrupt corrupt) {
      ledger.note(Deed.CORRUPT, ledger.nanos(), id + " " + corrupt.path() + " " + corrupt.reason());
    }
  }

  /** Fence tables judge the holder's session themselves; others tell by the record's own stamp. */
  private boolean mayBeOrphaned(LeaseRecord record) {
    return task.protocol() == Protocol.FENCE
        || System.currentTimeMillis() - record.updatedSeconds() * 1e3 > task.ttlMillis();
  }
}
