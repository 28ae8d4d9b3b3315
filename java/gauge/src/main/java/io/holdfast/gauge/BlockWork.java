package io.holdfast.gauge;

import io.holdfast.durable.Dir;
import io.holdfast.durable.Name;
import io.holdfast.gauge.calls.CallCounts;
import io.holdfast.gauge.calls.CountedCall;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Flags;
import io.holdfast.posix.PosixException;

/** A block written in place and made durable: fsync, fdatasync, O_DSYNC. */
final class BlockWork implements Work {

  private final RowPlace place;
  private final CountedCall barrier;
  private final Descriptor file;
  private final byte[] block;

  /**
   * @param barrier FILE_SYNC, DATA_SYNC or SYNCED_WRITE
   */
  BlockWork(RowPlace place, CountedCall barrier, int blockBytes)
      throws PosixException, WrongAnswerException {
    this.place = place;
    this.barrier = barrier;
    this.block = RowPlace.content(blockBytes);
    Dir dir = place.directory("blocks");
    Name name = Name.of("in-place");
    try (Descriptor made = place.file(dir, name, Flags.O_RDWR)) {
      place.write(made, block);
      PosixException.check(place.posix().fsync(made.number()), "fsync");
    }
    PosixException.check(place.posix().fsync(dir.fd()), "fsync of a directory");
    int synced = barrier == CountedCall.SYNCED_WRITE ? Flags.O_DSYNC : 0;
    this.file = place.file(dir, name, Flags.O_RDWR | synced);
  }

  @Override
  public CallCounts model() {
    return CallCounts.of(barrier, 1);
  }

  @Override
  public void once(long number) throws PosixException, WrongAnswerException {
    block[0] = (byte) number;
    place.write(file, block);
    switch (barrier) {
      case FILE_SYNC -> PosixException.check(place.posix().fsync(file.number()), "fsync");
      case DATA_SYNC -> PosixException.check(place.posix().fdatasync(file.number()), "fdatasync");
      default -> {
        return;
      }
    }
  }

  @Override
  public void close() {
    file.close();
    place.close();
  }
}
