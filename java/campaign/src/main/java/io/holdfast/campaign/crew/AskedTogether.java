package io.holdfast.campaign.crew;

import io.holdfast.clock.NanoClock;
import io.holdfast.exchange.mpi.MpiGroup;
import io.holdfast.litmus.cluster.ExchangeException;
import java.util.function.BooleanSupplier;

/**
 * Whether the coordinators of an MPI job are to end. What mpirun reads reaches the first one only,
 * which tells the others. They end as well when one of them was lost, since the job will not go on
 * without it, unless they share a qualification, which that ends. One thread.
 */
final class AskedTogether implements BooleanSupplier {

  private static final int ASKED = 1;

  private final MpiGroup coordinators;
  private final NanoClock clock;
  private final BooleanSupplier asked;
  private final boolean lossEnds;
  private boolean ending;

  /**
   * @param asked whether this one was asked
   * @param clock of the group's bridge
   * @param lossEnds whether a loss is as good as being asked
   */
  AskedTogether(MpiGroup coordinators, NanoClock clock, BooleanSupplier asked, boolean lossEnds) {
    this.coordinators = coordinators;
    this.clock = clock;
    this.asked = asked;
    this.lossEnds = lossEnds;
  }

  @Override
  public boolean getAsBoolean() {
    if (!ending && asked.getAsBoolean()) {
      ending = true;
      tellOthers();
    }
    ending = ending || isToldOrAlone();
    return ending;
  }

  private void tellOthers() {
    for (int other = 0; other < coordinators.members(); other++) {
      try {
        if (other != coordinators.rank()) {
          coordinators.send(other, ASKED, new byte[0]);
        }
      } catch (ExchangeException e) {
        // It has ended already.
      }
    }
  }

  private boolean isToldOrAlone() {
    try {
      return coordinators.receive(ASKED, clock.nanoTime()).isPresent();
    } catch (ExchangeException e) {
      return lossEnds;
    }
  }
}
