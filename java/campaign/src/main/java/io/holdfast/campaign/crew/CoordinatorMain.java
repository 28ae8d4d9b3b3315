package io.holdfast.campaign.crew;

import io.holdfast.campaign.item.Ground;
import io.holdfast.campaign.ledger.Ledger;
import io.holdfast.campaign.ledger.LedgerLine;
import io.holdfast.clock.EpochClock;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.litmus.KernelHostIdentity;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import java.util.Arrays;

/** The program of a coordinator whose workers are processes of this host. */
public final class CoordinatorMain {

  private CoordinatorMain() {}

  /**
   * The program.
   *
   * @param arguments {@link CrewTask#words}
   */
  public static void main(String[] arguments) throws Exception {
    CrewTask task = CrewTask.of(Arrays.asList(arguments));
    Lifeline lifeline = Lifeline.on();
    CoordinatorEnd end = run(task, lifeline);
    if (end != CoordinatorEnd.DONE) {
      Runtime.getRuntime().halt(end.status());
    }
  }

  private static CoordinatorEnd run(CrewTask task, Lifeline lifeline) throws Exception {
    Posix kernel = Bindings.load();
    Posix posix = Faults.on(kernel, task.faultSeed());
    LeaseClocks system = LeaseClocks.system(kernel);
    EpochClock wrong = () -> system.wall().millis() + task.skewMillis();
    LeaseClocks clocks = new LeaseClocks(wrong, system.boot(), system.pause());
    String owner = "coordinator-" + task.coordinator();
    try (Ground ground = Ground.open(kernel, task.directory());
        Ledger ledger = Ledger.begin(kernel, ground.ledgers(), owner);
        RootWatch watch = new PlaceWatch(ground, task.placeMillis())) {
      ledger.tell(
          new LedgerLine.Began(
              ledger.nanos(),
              task.coordinator(),
              KernelHostIdentity.read(kernel).bootId(),
              system.wall().millis(),
              ground.plan().ttlMillis()));
      try (Crew crew = ProcessCrew.start(task, clocks.boot());
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
                lifeline::isAskedToEnd)
            .run();
      }
    }
  }
}
