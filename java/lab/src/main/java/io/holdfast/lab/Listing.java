package io.holdfast.lab;

import io.holdfast.posix.Descriptor;
import io.holdfast.posix.DirectoryEntries;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** All names below a directory, so that what was left behind can be told. */
final class Listing {

  private static final RawPath DOT = RawPath.of(".");

  private final Posix posix;
  private final SortedSet<String> names = new TreeSet<>();

  private Listing(Posix posix) {
    this.posix = posix;
  }

  /** Every name below a path; where it cannot be opened, only that it cannot. */
  static SortedSet<String> of(Posix posix, RawPath top) {
    Listing listing = new Listing(posix);
    listing.add(Flags.AT_FDCWD, top, DOT);
    return listing.names;
  }

  /** Names that are in one listing and not in the other. */
  static List<String> difference(SortedSet<String> before, SortedSet<String> after) {
    List<String> differences = new ArrayList<>();
    after.stream().filter(name -> !before.contains(name)).forEach(differences::add);
    before.stream()
        .filter(name -> !after.contains(name))
        .forEach(name -> differences.add(name + " (gone)"));
    return differences;
  }

  private void add(int dirfd, RawPath name, RawPath shown) {
    int flags = Flags.O_RDONLY | Flags.O_DIRECTORY | Flags.O_NOFOLLOW;
    try (Descriptor directory = Descriptor.open(posix, dirfd, name.bytes(), flags, 0)) {
      for (DirectoryEntries.Entry entry : DirectoryEntries.list(posix, directory.number())) {
        RawPath entryName = RawPath.of(entry.name());
        RawPath entryShown = shown.resolve(entryName);
        names.add(entryShown.toString());
        if (entry.type() == Flags.DT_DIR) {
          add(directory.number(), entryName, entryShown);
        }
      }
    } catch (PosixException e) {
      names.add(shown + " cannot be listed: " + e.errno());
    }
  }
}
