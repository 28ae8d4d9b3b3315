package io.holdfast.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.durable.Dir;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.Name;
import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Directories to work in, the verbs of one {@link Durable} on them, and the counts of both. The
 * directories stay when it is closed.
 */
final class Ground implements AutoCloseable {

  /** System property: the directory that takes the files; its caller removes them. */
  static final String DIRECTORY_PROPERTY = "holdfast.bench.directory";

  static final int RECORD_BYTES = 400;

  private static final int MODE = 0700;
  private static final byte[] PROBE_ATTRIBUTE = "user.holdfast.barrier".getBytes(UTF_8);

  private final Posix posix;
  private final Durable durable;
  private final List<Dir> shards = new ArrayList<>();
  private final byte[] record = new byte[RECORD_BYTES];
  private long ownFileSyncs;
  private long ownDirectorySyncs;
  private Counts marked = Counts.NONE;

  /**
   * @param top is there; the shards are made in a directory in it
   */
  Ground(String top, int shardCount, String binding)
      throws PosixException, BindingUnavailableException {
    posix = Bindings.find().choose(binding);
    durable = new Durable(posix, DurableOptions.defaults());
    Arrays.fill(record, (byte) 'x');
    make(top + "/java");
    for (int i = 0; i < shardCount; i++) {
      String path = top + "/java/s" + i;
      make(path);
      shards.add(Dir.open(posix, RawPath.of(path.getBytes(UTF_8))));
    }
  }

  /** Where JMH works: what the property says. */
  static String directory() {
    return System.getProperty(DIRECTORY_PROPERTY, "");
  }

  private void make(String path) throws PosixException {
    int result = posix.mkdirat(Flags.AT_FDCWD, path.getBytes(UTF_8), MODE);
    if (!Errno.EEXIST.is(result)) {
      PosixException.check(result, "mkdirat", path.getBytes(UTF_8));
    }
  }

  static List<Name> names(String prefix, int count) {
    List<Name> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add(Name.of(prefix + "-" + i));
    }
    return names;
  }

  Posix posix() {
    return posix;
  }

  Durable durable() {
    return durable;
  }

  Dir shard(int number) {
    return shards.get(number % shards.size());
  }

  byte[] record() {
    return record;
  }

  /** A content barrier that no verb makes. */
  void syncFile(int fd) throws PosixException {
    ownFileSyncs++;
    PosixException.check(posix.fsync(fd), "fsync");
  }

  /** A directory barrier that no verb makes: fsync, then the probe by an attribute. */
  void syncDirectory(Dir dir) throws PosixException {
    ownDirectorySyncs++;
    PosixException.check(posix.fsync(dir.fd()), "fsync of a directory");
    byte[] changing = ByteBuffer.allocate(Long.BYTES).putLong(ownDirectorySyncs).array();
    PosixException.check(posix.fsetxattr(dir.fd(), PROBE_ATTRIBUTE, changing, 0), "fsetxattr");
  }

  /** Begins to count. */
  void mark() {
    marked = total();
  }

  /** What was counted since {@link #mark}. */
  Counts counts() {
    return total().minus(marked);
  }

  private Counts total() {
    Counts verbs = Counts.of(durable.counters().snapshot());
    return new Counts(
        verbs.fileSyncs() + ownFileSyncs,
        verbs.directorySyncs() + ownDirectorySyncs,
        verbs.directorySyncsAvoided(),
        verbs.probes() + ownDirectorySyncs);
  }

  @Override
  public void close() {
    durable.close();
    shards.forEach(Dir::close);
  }
}
