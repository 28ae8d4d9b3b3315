package io.holdfast.qualification;

import io.holdfast.durable.Dir;
import io.holdfast.durable.Name;
import io.holdfast.litmus.cluster.Epoch;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Eintr;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Optional;

/**
 * Where a job keeps its epoch, so that it can go on with the state in a root after all of its
 * processes have ended: 64 hex digits and a newline, made once, durably. The epoch identifies, it
 * is no secret.
 */
public final class EpochFile {

  /** Its usual name in a root. */
  public static final String NAME = ".holdfast-epoch";

  private final Posix posix;
  private final RawPath directory;
  private final CreatedOnce file;
  private final Name name;

  /**
   * @param directory a symbolic link to it is refused when it is used
   */
  public EpochFile(Posix posix, RawPath directory, Name name) {
    this.posix = posix;
    this.directory = directory;
    this.file = new CreatedOnce(posix, directory, name);
    this.name = name;
  }

  /**
   * The epoch that is kept; a new one where there is none yet.
   *
   * @throws IOException it cannot be read or made, or holds no epoch; it is left as it is
   */
  public Epoch epoch(SecureRandom random) throws IOException {
    byte[] fresh = (Epoch.random(random).hex() + "\n").getBytes(StandardCharsets.US_ASCII);
    String kept = new String(file.keep(fresh), StandardCharsets.US_ASCII).strip();
    if (!Epoch.isHex(kept)) {
      throw new IOException(name + " holds no epoch of 64 lower-case hex digits; it is left");
    }
    return new Epoch(kept);
  }

  /**
   * Takes the file, which {@link #epoch} has made, for one job: {@code flock(LOCK_EX | LOCK_NB)},
   * given up by closing and by the death of this process. It tells two jobs of each other that go
   * on with one epoch and know of no other carrier.
   *
   * <p>It excludes as far as flock does on this storage, and nobody where that is refused for
   * another reason than a holder, for which SMB says EACCES (ENOLCK, EBADF where the file may only
   * be read on NFS).
   *
   * @return what holds it; empty while another open file does
   * @throws IOException the file cannot be opened
   */
  public Optional<Descriptor> claim() throws IOException {
    try (Dir dir = Dir.open(posix, directory)) {
      Descriptor opened = open(dir);
      int answer = Eintr.again(() -> posix.flock(opened.number(), Flags.LOCK_EX | Flags.LOCK_NB));
      if (Errno.EAGAIN.is(answer) || Errno.EACCES.is(answer)) {
        opened.close();
        return Optional.empty();
      }
      return Optional.of(opened);
    } catch (PosixException e) {
      throw new IOException(name + " in " + directory + " cannot be opened: " + e.getMessage(), e);
    }
  }

  /** For writing, which NFS wants of who locks; for reading where that is not allowed. */
  private Descriptor open(Dir dir) throws PosixException {
    int flags = Flags.O_NOFOLLOW | Flags.O_NONBLOCK;
    try {
      return Descriptor.open(posix, dir.fd(), name.bytes(), flags | Flags.O_RDWR, 0);
    } catch (PosixException e) {
      if (e.errno().equals(Errno.EACCES) || e.errno().equals(Errno.EROFS)) {
        return Descriptor.open(posix, dir.fd(), name.bytes(), flags | Flags.O_RDONLY, 0);
      }
      throw e;
    }
  }
}
