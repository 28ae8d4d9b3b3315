package io.holdfast.gauge;

import io.holdfast.durable.Dir;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.Name;
import io.holdfast.durable.PoisonedException;
import io.holdfast.litmus.KernelHostIdentity;
import io.holdfast.litmus.ProbeDir;
import io.holdfast.litmus.ProcessMark;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.DirectoryEntries;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * A directory of its own, mode 0700, below the one that is measured. Its file {@link #OWNER} names
 * this process and is locked by it, so that a later run knows whether anybody still works here.
 */
final class Scratch {

  /** The file that names the process. */
  static final String OWNER = "owner";

  /** Most names that one run removes. */
  static final int ENTRY_LIMIT = 1_000_000;

  private static final String PREFIX = ".holdfast-bench-";
  private static final int RANDOM_BYTES = 8;
  private static final int MODE = 0700;

  private final Posix posix;
  private final Dir above;
  private final RawPath path;
  private final Name name;
  private final ProcessMark mark;
  private final Descriptor owner;

  private Scratch(
      Posix posix, Dir above, RawPath path, Name name, ProcessMark mark, Descriptor owner) {
    this.posix = posix;
    this.above = above;
    this.path = path;
    this.name = name;
    this.mark = mark;
    this.owner = owner;
  }

  static Scratch make(Posix posix, RawPath directory) throws PosixException {
    byte[] random = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(random);
    Name name = Name.of(PREFIX + HexFormat.of().formatHex(random));
    ProcessMark mark = ProcessMark.own(posix, KernelHostIdentity.read(posix));
    Dir above = Dir.open(posix, directory);
    try {
      PosixException.check(posix.mkdirat(above.fd(), name.bytes(), MODE), "mkdirat", name.bytes());
      RawPath path = directory.resolve(RawPath.of(name.bytes()));
      return new Scratch(posix, above, path, name, mark, owned(posix, above, name, mark));
    } catch (PosixException e) {
      above.close();
      throw e;
    }
  }

  /** Where flock is not to be had, the process is named and nothing is locked. */
  private static Descriptor owned(Posix posix, Dir above, Name name, ProcessMark mark)
      throws PosixException {
    try (ProbeDir top =
        new ProbeDir(posix, ProbeDir.openDirectory(posix, above.fd(), name.bytes()))) {
      try {
        Descriptor file = top.create(OWNER, mark.toBytes());
        posix.flock(file.number(), Flags.LOCK_EX | Flags.LOCK_NB);
        return file;
      } catch (PosixException e) {
        posix.unlinkat(top.fd(), Name.of(OWNER).bytes(), 0);
        throw e;
      }
    } catch (PosixException e) {
      posix.unlinkat(above.fd(), name.bytes(), Flags.AT_REMOVEDIR);
      throw e;
    }
  }

  RawPath path() {
    return path;
  }

  /** Removes what killed runs have left here; what became of each other one, a sentence each. */
  List<String> sweepOthers() throws PosixException {
    return new Leftovers(posix, above, name, mark).sweep();
  }

  /** Scratch directories of anybody, by their names. */
  static List<Name> in(Posix posix, Dir above) throws PosixException {
    List<Name> found = new ArrayList<>();
    for (DirectoryEntries.Entry entry : DirectoryEntries.list(posix, above.fd())) {
      if (new String(entry.name(), StandardCharsets.ISO_8859_1).startsWith(PREFIX)) {
        found.add(Name.of(entry.name()));
      }
    }
    return found;
  }

  /** Removes all of it; answers why it could not, in one line. */
  Optional<String> remove() {
    owner.close();
    try (above;
        Durable durable = new Durable(posix, DurableOptions.defaults())) {
      durable.removeTree(above, name, ENTRY_LIMIT, () -> true);
      return Optional.empty();
    } catch (PosixException | DurabilityUnknownException | PoisonedException e) {
      return Optional.of(path + " is left behind, remove it: " + e.getMessage());
    }
  }
}
