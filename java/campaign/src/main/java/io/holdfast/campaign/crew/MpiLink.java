package io.holdfast.campaign.crew;

import io.holdfast.clock.NanoClock;
import io.holdfast.exchange.mpi.MpiGroup;
import io.holdfast.json.JsonFormatException;
import io.holdfast.litmus.cluster.Exchange.Frame;
import io.holdfast.litmus.cluster.ExchangeException;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The way of a worker that is a rank of its coordinator's MPI job. */
final class MpiLink implements WorkerLink {

  private static final long LOOK_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final MpiGroup group;
  private final NanoClock clock;

  /**
   * @param group of the crew
   * @param clock of the group's bridge
   */
  MpiLink(MpiGroup group, NanoClock clock) {
    this.group = group;
    this.clock = clock;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IOException a member of the crew was lost: the job will be ended
   */
  @Override
  public Optional<Order> next() throws IOException {
    try {
      for (; ; ) {
        Optional<Frame> frame = group.receive(MpiCrew.ORDER, clock.nanoTime() + LOOK_NANOS);
        if (frame.isPresent()) {
          return Optional.of(Order.of(frame.get().bytes()));
        }
      }
    } catch (ExchangeException | JsonFormatException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void tell(Word word) throws IOException {
    try {
      group.send(MpiCrew.COORDINATOR, MpiCrew.WORD, word.toBytes());
    } catch (ExchangeException e) {
      throw new IOException(e);
    }
  }
}
