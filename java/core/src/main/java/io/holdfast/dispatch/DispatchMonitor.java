package io.holdfast.dispatch;

import io.holdfast.lease.RecordCounts;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.target.TargetLeaseTable;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * Asks a dispatcher and its tables how they are. It has no thread and keeps nothing: who wants a
 * line each minute asks each minute.
 */
public final class DispatchMonitor {

  private final Dispatcher dispatcher;
  private final Optional<TargetLeaseTable> targets;
  private final Optional<LongSupplier> generation;

  private DispatchMonitor(
      Dispatcher dispatcher,
      Optional<TargetLeaseTable> targets,
      Optional<LongSupplier> generation) {
    this.dispatcher = dispatcher;
    this.targets = targets;
    this.generation = generation;
  }

  /** One that knows the dispatcher and its table of exact work. */
  public static DispatchMonitor of(Dispatcher dispatcher) {
    return new DispatchMonitor(dispatcher, Optional.empty(), Optional.empty());
  }

  /**
   * One that tells of targets too.
   *
   * @param table the one that the admission claims in
   */
  public DispatchMonitor withTargets(TargetLeaseTable table) {
    return new DispatchMonitor(dispatcher, Optional.of(table), generation);
  }

  /**
   * One that tells the generation too.
   *
   * @param completed the last one of the qualification, as its metrics say
   */
  public DispatchMonitor withGeneration(LongSupplier completed) {
    return new DispatchMonitor(dispatcher, targets, Optional.of(completed));
  }

  /** What is known without a look at the storage; on the thread of the dispatcher. */
  public DispatchStatus status() {
    return status(Optional.empty(), Optional.empty());
  }

  /**
   * The same with what stands in the tables, every record of which is read for it, and for each
   * lease that is another coordinator's a look is cast at its session. On the thread of the
   * dispatcher, which renews nothing meanwhile: for a table that is large, seldom.
   *
   * @throws Exception a table could not be read; {@link #status} still answers
   */
  public DispatchStatus statusWithTables() throws Exception {
    RecordCounts work = table().counts();
    Optional<RecordCounts> leased =
        targets.isPresent() ? Optional.of(targets.get().counts()) : Optional.empty();
    return status(Optional.of(work), leased);
  }

  private DispatchStatus status(Optional<RecordCounts> work, Optional<RecordCounts> leased) {
    return new DispatchStatus(
        dispatcher.parts().owner(),
        dispatcher.state(),
        dispatcher.end(),
        generation.map(LongSupplier::getAsLong).map(OptionalLong::of).orElse(OptionalLong.empty()),
        dispatcher.here(),
        DispatchStatus.Table.of(table().counters().snapshot(), work),
        targets.map(each -> DispatchStatus.Table.of(each.counters().snapshot(), leased)));
  }

  /** What was counted up to now; any thread may ask. */
  public DispatchMetrics metrics() {
    return new DispatchMetrics(
        dispatcher.lastTurn(),
        dispatcher.counters().values(),
        dispatcher.parts().scheduler().totals(),
        table().metrics(),
        targets.map(TargetLeaseTable::metrics));
  }

  private WorkLeaseTable table() {
    return dispatcher.parts().work();
  }
}
