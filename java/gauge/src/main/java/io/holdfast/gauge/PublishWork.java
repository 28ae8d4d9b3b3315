package io.holdfast.gauge;

import io.holdfast.durable.Dir;
import io.holdfast.durable.Durable.Publication;
import io.holdfast.durable.Name;
import io.holdfast.gauge.calls.CallCounts;
import io.holdfast.gauge.calls.CountedCall;
import io.holdfast.posix.PosixException;

/** The verb that makes a new file. It is removed between two operations, without a barrier. */
final class PublishWork implements Work {

  private static final Name NAME = Name.of("published");

  private final RowPlace place;
  private final Dir dir;
  private final byte[] record = RowPlace.content(RowPlace.RECORD_BYTES);

  PublishWork(RowPlace place) throws PosixException {
    this.place = place;
    this.dir = place.directory("published");
  }

  @Override
  public CallCounts model() {
    return RowPlace.barriers(place.durable().barrierForm(dir), 1)
        .plus(CountedCall.FILE_SYNC, 1)
        .plus(CountedCall.LINK, 1);
  }

  @Override
  public void once(long number) throws Exception {
    Publication answer = place.durable().publish(dir, NAME, record);
    if (answer != Publication.CREATED) {
      throw new WrongAnswerException("publish found its name taken");
    }
  }

  @Override
  public void between(long number) throws PosixException {
    PosixException.check(place.posix().unlinkat(dir.fd(), NAME.bytes(), 0), "unlinkat");
  }

  @Override
  public void close() {
    place.close();
  }
}
