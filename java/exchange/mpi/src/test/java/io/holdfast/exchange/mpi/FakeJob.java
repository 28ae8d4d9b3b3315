package io.holdfast.exchange.mpi;

import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The bridges of a job without MPI: one thread that passes frames on between pipes of this process.
 * It is written after {@code native/mpi/pipe.h}, without the code that is tested.
 */
final class FakeJob implements AutoCloseable {

  private static final int HEAD = 5;

  private final Posix posix;
  private final List<Side> sides = new ArrayList<>();
  private final Thread thread = new Thread(this::pass, "fake bridges");
  private volatile boolean ended;

  /** One bridge's ends of two pipes, and what it knows of its command's groups. */
  private static final class Side {

    private final Descriptor fromCommand;
    private final Descriptor toCommand;
    private final String variable;
    private final ByteArrayOutputStream heard = new ByteArrayOutputStream();
    private final ArrayDeque<byte[]> unwritten = new ArrayDeque<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<Integer, Group> groups = new HashMap<>();
    private final List<Late> late = new ArrayList<>();

    private Side(Descriptor fromCommand, Descriptor toCommand, String variable) {
      this.fromCommand = fromCommand;
      this.toCommand = toCommand;
      this.variable = variable;
    }
  }

  private record Group(String name, List<Integer> ranks) {}

  private record Late(String name, char kind, byte[] body) {}

  /**
   * @param directory for the pipes
   */
  FakeJob(Posix posix, Path directory, int ranks) throws Exception {
    this.posix = posix;
    for (int rank = 0; rank < ranks; rank++) {
      Path in = fifo(directory.resolve("in-" + rank));
      Path out = fifo(directory.resolve("out-" + rank));
      // A FIFO opens without waiting for a reader, and for a writer once there is one.
      Descriptor inRead = open(in, Flags.O_RDONLY);
      Descriptor inWrite = open(in, Flags.O_WRONLY);
      Descriptor outRead = open(out, Flags.O_RDONLY);
      Descriptor outWrite = open(out, Flags.O_WRONLY);
      String variable =
          "1:%d:%d:%d:%d"
              .formatted(inRead.number(), inode(inRead), outWrite.number(), inode(outWrite));
      sides.add(new Side(outRead, inWrite, variable));
    }
    thread.start();
  }

  private static Path fifo(Path path) throws IOException, InterruptedException {
    if (new ProcessBuilder("mkfifo", path.toString()).inheritIO().start().waitFor() != 0) {
      throw new IOException("mkfifo failed");
    }
    return path;
  }

  private Descriptor open(Path path, int flags) throws PosixException {
    byte[] bytes = RawPath.of(path.toString()).bytes();
    return Descriptor.open(posix, Flags.AT_FDCWD, bytes, flags | Flags.O_NONBLOCK, 0);
  }

  private long inode(Descriptor descriptor) throws PosixException {
    long[] slots = new long[FileStat.SLOTS];
    PosixException.check(posix.fstat(descriptor.number(), slots), "fstat");
    return FileStat.of(slots).ino();
  }

  /** What the command of a rank finds in its environment. */
  Map<String, String> environment(int rank) {
    return Map.of(Pipes.VARIABLE, sides.get(rank).variable);
  }

  /** Tells everybody else that a rank's command is gone. */
  void end(int rank, boolean lost, String why) {
    synchronized (this) {
      Side side = sides.get(rank);
      side.groups.values().forEach(group -> tellGone(rank, group, lost, why));
      side.groups.clear();
    }
  }

  /** Writes anything to a rank's command. */
  void say(int rank, byte[] bytes) {
    synchronized (this) {
      sides.get(rank).unwritten.add(bytes);
    }
  }

  /** All bridges die. */
  @Override
  public void close() throws InterruptedException {
    ended = true;
    thread.join();
    for (Side side : sides) {
      side.fromCommand.close();
      side.toCommand.close();
    }
  }

  // ---- the bridges' thread

  private void pass() {
    while (!ended) {
      boolean moved = false;
      synchronized (this) {
        for (int rank = 0; rank < sides.size(); rank++) {
          moved |= read(rank) | write(sides.get(rank));
        }
      }
      if (!moved) {
        LockSupport.parkNanos(50_000);
      }
    }
  }

  private boolean read(int rank) {
    Side side = sides.get(rank);
    byte[] buffer = new byte[Posix.TRANSFER_LIMIT];
    int count = posix.read(side.fromCommand.number(), buffer, 0, buffer.length);
    if (count <= 0) {
      return false;
    }
    side.heard.write(buffer, 0, count);
    ByteBuffer heard = ByteBuffer.wrap(side.heard.toByteArray());
    while (heard.remaining() >= HEAD && heard.getInt(heard.position()) <= heard.remaining() - 4) {
      byte[] body = new byte[heard.getInt() - 1];
      char kind = (char) heard.get();
      heard.get(body);
      hear(rank, kind, ByteBuffer.wrap(body));
    }
    side.heard.reset();
    side.heard.write(heard.array(), heard.position(), heard.remaining());
    return true;
  }

  private boolean write(Side side) {
    byte[] next = side.unwritten.peek();
    if (next == null) {
      return false;
    }
    int length = Math.min(next.length, Posix.TRANSFER_LIMIT);
    int count = posix.write(side.toCommand.number(), next, 0, length);
    if (Errno.EAGAIN.is(count)) {
      return false;
    }
    side.unwritten.remove();
    if (count >= 0 && count < next.length) {
      side.unwritten.addFirst(Arrays.copyOfRange(next, count, next.length));
    }
    return true;
  }

  private void hear(int rank, char kind, ByteBuffer body) {
    Side side = sides.get(rank);
    switch (kind) {
      case 'H' ->
          side.unwritten.add(
              frame(
                  'h',
                  ByteBuffer.allocate(18).put(body).putInt(rank).putInt(sides.size()).array()));
      case 'J' -> join(rank, body);
      case 'S' -> {
        Group group = side.groups.get((int) body.getShort());
        int to = group.ranks().get(body.getInt());
        byte[] rest = new byte[body.remaining()];
        body.get(rest);
        int own = group.ranks().indexOf(rank);
        pass(to, group.name(), 'R', ByteBuffer.allocate(4 + rest.length).putInt(own).put(rest));
      }
      case 'L' -> tellGone(rank, side.groups.remove((int) body.getShort()), false, "it left");
      default -> throw new IllegalStateException("kind " + kind);
    }
  }

  private void join(int rank, ByteBuffer body) {
    Side side = sides.get(rank);
    int number = body.getShort();
    byte[] name = new byte[body.get()];
    body.get(name);
    List<Integer> ranks = new ArrayList<>();
    while (body.hasRemaining()) {
      ranks.add(body.getInt());
    }
    Group group = new Group(new String(name, StandardCharsets.UTF_8), ranks);
    side.groups.put(number, group);
    side.numbers.put(group.name(), number);
    side.unwritten.add(
        frame(
            'j',
            ByteBuffer.allocate(6).putShort((short) number).putInt(ranks.indexOf(rank)).array()));
    List<Late> late = List.copyOf(side.late);
    side.late.clear();
    late.forEach(one -> pass(rank, one.name(), one.kind(), ByteBuffer.wrap(one.body())));
  }

  private void tellGone(int rank, @Nullable Group group, boolean lost, String why) {
    if (group == null) {
      return;
    }
    int own = group.ranks().indexOf(rank);
    byte[] text = why.getBytes(StandardCharsets.UTF_8);
    for (int to : group.ranks()) {
      if (to != rank) {
        ByteBuffer body = ByteBuffer.allocate(5 + text.length).putInt(own);
        pass(to, group.name(), 'G', body.put((byte) (lost ? 1 : 0)).put(text));
      }
    }
  }

  private void pass(int to, String name, char kind, ByteBuffer body) {
    Side side = sides.get(to);
    Integer number = side.numbers.get(name);
    if (number == null) {
      side.late.add(new Late(name, kind, body.array()));
      return;
    }
    byte[] bytes = body.array();
    side.unwritten.add(
        frame(
            kind,
            ByteBuffer.allocate(2 + bytes.length)
                .putShort(number.shortValue())
                .put(bytes)
                .array()));
  }

  static byte[] frame(char kind, byte[] body) {
    return ByteBuffer.allocate(HEAD + body.length)
        .putInt(1 + body.length)
        .put((byte) kind)
        .put(body)
        .array();
  }
}
