package io.holdfast.litmus.cluster;

import io.holdfast.litmus.ProbeDir;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.DirectoryEntries;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A hand that makes the calls for names in this process. */
public final class PosixNameHand implements Hand {

  private static final byte[] EMPTY = {};

  /** No file has this inode number. */
  private static final long ABSENT = 0;

  private final Posix posix;
  private final RawPath root;
  private final NameField field;
  private final int rank;
  private @Nullable ProbeDir rootDirectory;
  private @Nullable ProbeDir names;
  private boolean made;

  /**
   * @param root the directory that is qualified
   * @param rank of its member in the exchange
   */
  public PosixNameHand(Posix posix, RawPath root, NameField field, int rank) {
    this.posix = posix;
    this.root = root;
    this.field = field;
    this.rank = rank;
  }

  @Override
  public Observation perform(Act act, long deadlineNanos) {
    try {
      return switch (act) {
        case MAKE_NAMES -> make();
        case OPEN_NAMES -> open();
        case REACH -> reach();
        case LOOK -> look();
        case REMOVE_NAMES -> remove();
        default -> throw new IllegalArgumentException("no act for names: " + act);
      };
    } catch (PosixException e) {
      return new Observation.Failed(e.operation(), e.errno());
    }
  }

  /** Whoever made the directory takes it away, whatever came out. */
  @Override
  public void close() {
    if (made) {
      try {
        remove();
      } catch (PosixException e) {
        // It has the name of a probe tree: the next qualify sweeps it.
        made = false;
      }
    }
    names = closed(names);
    rootDirectory = closed(rootDirectory);
  }

  private static @Nullable ProbeDir closed(@Nullable ProbeDir directory) {
    if (directory != null) {
      directory.close();
    }
    return null;
  }

  private Observation make() throws PosixException {
    names = root().makeDir(field.directory());
    made = true;
    for (int round = 0; round < NameField.ROUNDS; round++) {
      create(NameField.source(round));
    }
    return Observation.DONE;
  }

  private Observation open() throws PosixException {
    if (names == null) {
      byte[] name = field.directory().getBytes(StandardCharsets.US_ASCII);
      names = new ProbeDir(posix, ProbeDir.openDirectory(posix, root().fd(), name));
    }
    create(NameField.own(rank));
    return Observation.DONE;
  }

  private Observation reach() throws PosixException {
    StringBuilder moves = new StringBuilder();
    StringBuilder links = new StringBuilder();
    ProbeDir here = names();
    for (int round = 0; round < NameField.ROUNDS; round++) {
      String target = NameField.moved(round, rank);
      int moved = here.rename(NameField.source(round), here, target, 0);
      moves.append(isWon("rename", moved, Errno.ENOENT) ? '1' : '0');
      int linked = here.link(NameField.own(rank), NameField.linked(round));
      links.append(isWon("link", linked, Errno.EEXIST) ? '1' : '0');
    }
    return new Observation.Won(moves.toString(), links.toString());
  }

  private static boolean isWon(String call, int result, Errno lost) throws PosixException {
    if (lost.is(result)) {
      return false;
    }
    PosixException.check(result, call);
    return true;
  }

  /** A listing behind a change of this member's own, which makes NFS ask its server. */
  private Observation look() throws PosixException {
    String refresh = "look-" + rank;
    create(refresh);
    names().unlink(refresh);
    List<Set<Integer>> moves = noWinners();
    Map<Long, Integer> ownerOf = new HashMap<>();
    for (DirectoryEntries.Entry entry : names().list()) {
      String name = text(entry);
      String[] words = name.split("-", -1);
      if (words[0].equals("moved")) {
        moves.get(Integer.parseInt(words[1])).add(Integer.valueOf(words[2]));
      } else if (words[0].equals("own")) {
        ownerOf.put(inode(name), Integer.valueOf(words[1]));
      }
    }
    List<Set<Integer>> links = noWinners();
    for (int round = 0; round < NameField.ROUNDS; round++) {
      Integer owner = ownerOf.get(inode(NameField.linked(round)));
      if (owner != null) {
        links.get(round).add(owner);
      }
    }
    return new Observation.Standing(moves, links);
  }

  private static String text(DirectoryEntries.Entry entry) {
    return new String(entry.name(), StandardCharsets.ISO_8859_1);
  }

  private static List<Set<Integer>> noWinners() {
    List<Set<Integer>> winners = new ArrayList<>();
    for (int round = 0; round < NameField.ROUNDS; round++) {
      winners.add(new TreeSet<>());
    }
    return winners;
  }

  /** {@value #ABSENT} for a name that is not there. */
  private long inode(String name) throws PosixException {
    long[] slots = new long[FileStat.SLOTS];
    int result = names().look(name, slots);
    if (Errno.ENOENT.is(result)) {
      return ABSENT;
    }
    PosixException.check(result, "fstatat");
    return FileStat.of(slots).ino();
  }

  private Observation remove() throws PosixException {
    for (DirectoryEntries.Entry entry : names().list()) {
      names().unlink(text(entry));
    }
    byte[] name = field.directory().getBytes(StandardCharsets.US_ASCII);
    PosixException.check(posix.unlinkat(root().fd(), name, Flags.AT_REMOVEDIR), "unlinkat", name);
    made = false;
    return Observation.DONE;
  }

  private void create(String name) throws PosixException {
    names().create(name, EMPTY).close();
  }

  private ProbeDir root() throws PosixException {
    ProbeDir open = rootDirectory;
    if (open == null) {
      int flags = Flags.O_RDONLY | Flags.O_DIRECTORY;
      open = new ProbeDir(posix, Descriptor.open(posix, Flags.AT_FDCWD, root.bytes(), flags, 0));
      rootDirectory = open;
    }
    return open;
  }

  private ProbeDir names() {
    ProbeDir open = names;
    if (open == null) {
      throw new IllegalStateException("the directory of names is not open");
    }
    return open;
  }
}
