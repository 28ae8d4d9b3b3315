package io.holdfast.gauge;

import io.holdfast.durable.BarrierForm;
import io.holdfast.durable.Dir;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.Name;
import io.holdfast.gauge.calls.CallCounts;
import io.holdfast.gauge.calls.CountedCall;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Where one row works: directories of its own, and verbs that no earlier row has poisoned. */
final class RowPlace implements AutoCloseable {

  /** About as much as a record of a lease. */
  static final int RECORD_BYTES = 400;

  private static final int MODE = 0700;
  private static final int FILE_MODE = 0600;

  private final Posix posix;
  private final RawPath path;
  private final Durable durable;
  private final List<Dir> opened = new ArrayList<>();

  /**
   * @param path is there; everything is made in it
   */
  RowPlace(Posix posix, RawPath path) {
    this.posix = posix;
    this.path = path;
    this.durable = new Durable(posix, DurableOptions.defaults());
  }

  Posix posix() {
    return posix;
  }

  Durable durable() {
    return durable;
  }

  /** A path below, where nothing is yet. */
  RawPath below(String name) {
    return path.resolve(RawPath.of(name));
  }

  /** A new directory, closed with this. */
  Dir directory(String name) throws PosixException {
    byte[] made = below(name).bytes();
    PosixException.check(posix.mkdirat(Flags.AT_FDCWD, made, MODE), "mkdirat", made);
    Dir dir = Dir.open(posix, below(name));
    opened.add(dir);
    return dir;
  }

  /** A file in a directory, made where it is not there. */
  Descriptor file(Dir dir, Name name, int flags) throws PosixException {
    int all = flags | Flags.O_CREAT | Flags.O_NOFOLLOW;
    return Descriptor.open(posix, dir.fd(), name.bytes(), all, FILE_MODE);
  }

  /** Writes all of it at the beginning of a file; a short write is an answer that is not right. */
  void write(Descriptor file, byte[] content) throws PosixException, WrongAnswerException {
    int written = posix.pwrite(file.number(), content, 0, content.length, 0);
    if (PosixException.check(written, "pwrite") != content.length) {
      throw new WrongAnswerException(
          "pwrite wrote %d of %d bytes".formatted(written, content.length));
    }
  }

  static byte[] content(int bytes) {
    byte[] content = new byte[bytes];
    Arrays.fill(content, (byte) 'x');
    return content;
  }

  static List<Name> names(int count) {
    List<Name> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add(Name.of("record-" + i));
    }
    return names;
  }

  /**
   * The syncs of so many barriers of directories: one each, and where these do not reach the server
   * the sentinel's file besides.
   */
  static CallCounts barriers(BarrierForm form, long count) {
    CallCounts syncs = CallCounts.NONE;
    if (form != BarrierForm.SENTINEL_ALONE) {
      syncs = syncs.plus(CountedCall.DIRECTORY_SYNC, count);
    }
    return form == BarrierForm.FSYNC ? syncs : syncs.plus(CountedCall.FILE_SYNC, count);
  }

  @Override
  public void close() {
    durable.close();
    opened.forEach(Dir::close);
  }
}
