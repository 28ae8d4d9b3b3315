package io.holdfast.exchange.mpi;

import io.holdfast.litmus.cluster.ExchangeException;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Whole frames through the two pipes to the bridge, never waiting. Not for several threads at once.
 */
final class Pipes implements AutoCloseable {

  /** Tells a command where its bridge is. */
  static final String VARIABLE = "HOLDFAST_MPI_PIPES";

  /** Longest frame with its kind and its head. */
  static final int LIMIT = 1024 * 1024 + 1024;

  private static final Pattern VALUE =
      Pattern.compile("1:(\\d{1,9}):(\\d{1,19}):(\\d{1,9}):(\\d{1,19})");

  private final Posix posix;
  private final Descriptor source;
  private final Descriptor sink;

  private final Part length = new Part(new byte[Integer.BYTES]);
  private @Nullable Part body;

  private final ArrayDeque<Part> waiting = new ArrayDeque<>();
  private long put;
  private long written;

  /** Bytes of which the first ones have passed. */
  private static final class Part {

    private final byte[] bytes;
    private int done;

    private Part(byte[] bytes) {
      this.bytes = bytes;
    }

    private boolean isWhole() {
      return done == bytes.length;
    }

    /** How many one call moves. */
    private int next() {
      return Math.min(bytes.length - done, Posix.TRANSFER_LIMIT);
    }
  }

  private Pipes(Posix posix, Descriptor source, Descriptor sink) {
    this.posix = posix;
    this.source = source;
    this.sink = sink;
  }

  /**
   * Takes ownership of the descriptors that are named.
   *
   * @param value of {@link #VARIABLE}
   */
  static Pipes open(Posix posix, String value) throws ExchangeException {
    Matcher parts = VALUE.matcher(value);
    if (!parts.matches()) {
      throw new ExchangeException(
          VARIABLE + " is not of a holdfast-mpi that this version knows: " + value);
    }
    int source = number(posix, parts.group(1), parts.group(2));
    int sink = number(posix, parts.group(3), parts.group(4));
    return new Pipes(posix, Descriptor.own(posix, source), Descriptor.own(posix, sink));
  }

  /** The descriptor, if it still is the pipe that was meant. */
  private static int number(Posix posix, String descriptor, String inode) throws ExchangeException {
    int number = Integer.parseInt(descriptor);
    long[] slots = new long[FileStat.SLOTS];
    int result = posix.fstat(number, slots);
    FileStat stat = FileStat.of(slots);
    if (result < 0
        || (stat.mode() & Flags.S_IFMT) != Flags.S_IFIFO
        || !Long.toUnsignedString(stat.ino()).equals(inode)) {
      throw new ExchangeException(
          VARIABLE
              + " was inherited, but descriptor "
              + number
              + " is not the pipe that it names: only the command of holdfast-mpi itself, and only"
              + " once, can use its bridge");
    }
    int flags = posix.fcntlGetFlags(number);
    if (flags < 0 || (flags & Flags.O_NONBLOCK) == 0) {
      throw new ExchangeException("descriptor " + number + " of the bridge would block");
    }
    return number;
  }

  /**
   * Lines a frame up; {@link #flush} writes it.
   *
   * @return for {@link #isWritten}
   */
  long put(byte[] frame) {
    waiting.add(new Part(frame));
    put += frame.length;
    return put;
  }

  /** Whether everything up to that was written. */
  boolean isWritten(long upTo) {
    return written >= upTo;
  }

  /** Writes as much as the pipe takes. */
  void flush() throws ExchangeException {
    for (Part part = waiting.peek(); part != null; part = waiting.peek()) {
      int result = posix.write(sink.number(), part.bytes, part.done, part.next());
      if (Errno.EAGAIN.is(result)) {
        return;
      }
      if (result < 0 && !Errno.EINTR.is(result)) {
        throw gone("write", result);
      }
      int moved = Math.max(result, 0);
      part.done += moved;
      written += moved;
      if (part.isWhole()) {
        waiting.remove();
      }
    }
  }

  /** The next frame, kind and body, if the whole of it is there. */
  Optional<byte[]> next() throws ExchangeException {
    for (; ; ) {
      Part part = body == null ? length : body;
      if (!fill(part)) {
        return Optional.empty();
      }
      if (part != length) {
        body = null;
        return Optional.of(part.bytes);
      }
      int size = ByteBuffer.wrap(length.bytes).getInt();
      length.done = 0;
      if (size < 1 || size > LIMIT) {
        throw new ExchangeException("the bridge sent a frame of " + size + " bytes");
      }
      body = new Part(new byte[size]);
    }
  }

  private boolean fill(Part part) throws ExchangeException {
    while (!part.isWhole()) {
      int result = posix.read(source.number(), part.bytes, part.done, part.next());
      if (Errno.EAGAIN.is(result)) {
        return false;
      }
      if (result == 0) {
        throw new ExchangeException("the MPI bridge has gone: its pipe ended");
      }
      if (result < 0 && !Errno.EINTR.is(result)) {
        throw gone("read", result);
      }
      part.done += Math.max(result, 0);
    }
    return true;
  }

  private static ExchangeException gone(String operation, int result) {
    PosixException cause = PosixException.of(operation, result);
    return new ExchangeException("the MPI bridge has gone: " + cause.getMessage(), cause);
  }

  @Override
  public void close() {
    source.close();
    sink.close();
  }
}
