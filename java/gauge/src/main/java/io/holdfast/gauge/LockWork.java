package io.holdfast.gauge;

import io.holdfast.durable.Dir;
import io.holdfast.durable.Name;
import io.holdfast.gauge.calls.CallCounts;
import io.holdfast.gauge.calls.CountedCall;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Flags;
import io.holdfast.posix.PosixException;

/**
 * An exclusive flock that goes from one descriptor of a file to another and back: let go by the
 * first, taken by the second, let go by it, taken by the first. Nobody waits.
 */
final class LockWork implements Work {

  private static final Name NAME = Name.of("lock");

  private final RowPlace place;
  private final Descriptor first;
  private final Descriptor second;

  LockWork(RowPlace place) throws PosixException {
    this.place = place;
    Dir dir = place.directory("locks");
    this.first = place.file(dir, NAME, Flags.O_RDWR);
    this.second = place.file(dir, NAME, Flags.O_RDWR);
    take(first);
  }

  @Override
  public CallCounts model() {
    return CallCounts.of(CountedCall.LOCK, 4);
  }

  @Override
  public void once(long number) throws PosixException {
    letGo(first);
    take(second);
    letGo(second);
    take(first);
  }

  private void take(Descriptor file) throws PosixException {
    int taken = place.posix().flock(file.number(), Flags.LOCK_EX | Flags.LOCK_NB);
    PosixException.check(taken, "flock");
  }

  private void letGo(Descriptor file) throws PosixException {
    PosixException.check(place.posix().flock(file.number(), Flags.LOCK_UN), "flock");
  }

  @Override
  public void close() {
    first.close();
    second.close();
    place.close();
  }
}
