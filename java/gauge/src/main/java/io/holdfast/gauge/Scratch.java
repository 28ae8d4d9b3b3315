package io.holdfast.gauge;

import io.holdfast.durable.Dir;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.Name;
import io.holdfast.durable.PoisonedException;
import io.holdfast.posix.DirectoryEntries;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** A directory of its own, mode 0700, below the one that is measured. */
final class Scratch {

  private static final String PREFIX = ".holdfast-bench-";
  private static final int RANDOM_BYTES = 8;
  private static final int MODE = 0700;
  private static final int ENTRY_LIMIT = 1_000_000;

  private final Posix posix;
  private final Dir above;
  private final RawPath path;
  private final Name name;

  private Scratch(Posix posix, Dir above, RawPath path, Name name) {
    this.posix = posix;
    this.above = above;
    this.path = path;
    this.name = name;
  }

  static Scratch make(Posix posix, RawPath directory) throws PosixException {
    byte[] random = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(random);
    Name name = Name.of(PREFIX + HexFormat.of().formatHex(random));
    Dir above = Dir.open(posix, directory);
    try {
      PosixException.check(posix.mkdirat(above.fd(), name.bytes(), MODE), "mkdirat", name.bytes());
    } catch (PosixException e) {
      above.close();
      throw e;
    }
    return new Scratch(posix, above, directory.resolve(RawPath.of(name.bytes())), name);
  }

  RawPath path() {
    return path;
  }

  /** What killed runs, or others that are still running, have here. */
  List<String> others() throws PosixException {
    List<String> others = new ArrayList<>();
    for (DirectoryEntries.Entry entry : DirectoryEntries.list(posix, above.fd())) {
      String found = new String(entry.name(), StandardCharsets.ISO_8859_1);
      if (found.startsWith(PREFIX) && !Name.of(entry.name()).equals(name)) {
        others.add(found);
      }
    }
    return others;
  }

  /** Removes all of it; answers why it could not, in one line. */
  Optional<String> remove() {
    try (above;
        Durable durable = new Durable(posix, DurableOptions.defaults())) {
      durable.removeTree(above, name, ENTRY_LIMIT, () -> true);
      return Optional.empty();
    } catch (PosixException | DurabilityUnknownException | PoisonedException e) {
      return Optional.of(path + " is left behind, remove it: " + e.getMessage());
    }
  }
}
