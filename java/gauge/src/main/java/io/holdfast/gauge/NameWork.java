package io.holdfast.gauge;

import io.holdfast.durable.Dir;
import io.holdfast.durable.Name;
import io.holdfast.gauge.calls.CallCounts;
import io.holdfast.gauge.calls.CountedCall;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Flags;
import io.holdfast.posix.PosixException;

/** A name changed and made durable by bare calls: of a file that is there, or of a new one. */
final class NameWork implements Work {

  private static final Name TO = Name.of("to");
  private static final Name FRO = Name.of("fro");

  private final RowPlace place;
  private final boolean staged;
  private final Dir dir;
  private final byte[] record = RowPlace.content(RowPlace.RECORD_BYTES);

  /**
   * @param staged whether each operation writes a new file, and puts it in the place of the last
   */
  NameWork(RowPlace place, boolean staged) throws PosixException {
    this.place = place;
    this.staged = staged;
    this.dir = place.directory("names");
    place.file(dir, TO, Flags.O_RDWR).close();
    PosixException.check(place.posix().fsync(dir.fd()), "fsync of a directory");
  }

  @Override
  public CallCounts model() {
    return CallCounts.of(CountedCall.DIRECTORY_SYNC, 1)
        .plus(CountedCall.RENAME, 1)
        .plus(CountedCall.FILE_SYNC, staged ? 1 : 0);
  }

  @Override
  public void once(long number) throws PosixException, WrongAnswerException {
    if (staged) {
      stage();
      move(FRO, TO);
    } else {
      boolean even = number % 2 == 0;
      move(even ? TO : FRO, even ? FRO : TO);
    }
    PosixException.check(place.posix().fsync(dir.fd()), "fsync of a directory");
  }

  private void stage() throws PosixException, WrongAnswerException {
    try (Descriptor file = place.file(dir, FRO, Flags.O_WRONLY | Flags.O_EXCL)) {
      place.write(file, record);
      PosixException.check(place.posix().fsync(file.number()), "fsync");
    }
  }

  private void move(Name from, Name to) throws PosixException {
    int moved = place.posix().renameat2(dir.fd(), from.bytes(), dir.fd(), to.bytes(), 0);
    PosixException.check(moved, "renameat2", to.bytes());
  }

  @Override
  public void close() {
    place.close();
  }
}
