package io.holdfast.campaign.crew;

import io.holdfast.campaign.item.Ground;
import io.holdfast.campaign.ledger.Ledger;
import io.holdfast.campaign.ledger.LedgerLine;
import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.TableRefusedException;
import io.holdfast.litmus.KernelHostIdentity;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.ExchangeException;
import io.holdfast.posix.Posix;
import java.util.function.BooleanSupplier;

/** What a coordinator does from its start to its end, whatever its workers are. */
final class CoordinatorProgram {

  private CoordinatorProgram() {}

  /** Brings workers together. */
  @FunctionalInterface
  interface CrewStart {

    /**
     * None of them is waited for.
     *
     * @param clock of the coordinator
     */
    Crew start(NanoClock clock) throws Exception;
  }

  /** Joins the other coordinators. */
  @FunctionalInterface
  interface Joining {

    /** Called once at most, where the task says that they qualify the directory together. */
    Exchange join() throws ExchangeException;
  }

  /**
   * Runs it.
   *
   * @param kernel without the faults of the task
   * @param asked whether it is to end
   */
  static CoordinatorEnd run(
      Posix kernel, CrewTask task, CrewStart workers, Joining others, BooleanSupplier asked)
      throws Exception {
    Posix posix = Faults.on(kernel, task.faultSeed());
    LeaseClocks system = LeaseClocks.system(kernel);
    EpochClock wrong = () -> system.wall().millis() + task.skewMillis();
    LeaseClocks clocks = new LeaseClocks(wrong, system.boot(), system.pause());
    String owner = "coordinator-" + task.coordinator();
    try (Ground ground = Ground.open(kernel, task.directory());
        Ledger ledger = Ledger.begin(kernel, ground.ledgers(), owner)) {
      ledger.tell(
          new LedgerLine.Began(
              ledger.nanos(),
              task.coordinator(),
              KernelHostIdentity.read(kernel).bootId(),
              system.wall().millis(),
              ground.plan().ttlMillis()));
      try (RootWatch watch = watch(kernel, ground, task, others, clocks.boot());
          Crew crew = workers.start(clocks.boot());
          Durable durable = new Durable(posix, DurableOptions.defaults());
          Tables tables = Tables.open(posix, ground, clocks, watch.trust(), owner)) {
        return new Coordinator(
                posix,
                durable,
                ground,
                task.coordinator(),
                crew,
                tables,
                watch,
                ledger,
                clocks,
                asked)
            .run();
      } catch (NotQualifiedException e) {
        return ended(CoordinatorEnd.UNQUALIFIED, task, ledger, e.reason());
      } catch (TableRefusedException e) {
        return ended(CoordinatorEnd.REFUSED, task, ledger, String.valueOf(e.getMessage()));
      }
    }
  }

  private static RootWatch watch(
      Posix kernel, Ground ground, CrewTask task, Joining others, NanoClock clock)
      throws ExchangeException, NotQualifiedException {
    return task.renewMillis().isEmpty()
        ? new PlaceWatch(ground, task.placeMillis())
        : GroupWatch.start(
            kernel, ground, task, others.join(), clock, task.renewMillis().getAsLong());
  }

  private static CoordinatorEnd ended(
      CoordinatorEnd end, CrewTask task, Ledger ledger, String reason) {
    System.err.println("coordinator " + task.coordinator() + ": " + reason);
    ledger.tell(new LedgerLine.Distrusted(ledger.nanos(), reason));
    ledger.tell(new LedgerLine.Ended(ledger.nanos(), end.status(), reason, 0, 0));
    return end;
  }

  /** Ends the process as the coordinator did, unless it came to its end in good order. */
  static void leave(CoordinatorEnd end) {
    if (end != CoordinatorEnd.DONE) {
      Runtime.getRuntime().halt(end.status());
    }
  }
}
