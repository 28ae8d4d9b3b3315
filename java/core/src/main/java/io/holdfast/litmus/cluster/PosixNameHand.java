package io.holdfast.litmus.cluster;

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

  private static final int DIRECTORY = Flags.O_RDONLY | Flags.O_DIRECTORY | Flags.O_NOFOLLOW;
  private static final int NEW_FILE =
      Flags.O_RDWR | Flags.O_CREAT | Flags.O_EXCL | Flags.O_NOFOLLOW;

  /** No file has this inode number. */
  private static final long ABSENT = 0;

  private final Posix posix;
  private final RawPath root;
  private final NameField field;
  private final int rank;
  private @Nullable Descriptor rootDirectory;
  private @Nullable Descriptor names;
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

  private static @Nullable Descriptor closed(@Nullable Descriptor descriptor) {
    if (descriptor != null) {
      descriptor.close();
    }
    return null;
  }

  private Observation make() throws PosixException {
    PosixException.check(
        posix.mkdirat(rootFd(), field.directory(), NameField.DIRECTORY_MODE), "mkdirat");
    made = true;
    names = Descriptor.open(posix, rootFd(), field.directory(), DIRECTORY, 0);
    for (int round = 0; round < NameField.ROUNDS; round++) {
      create(NameField.source(round));
    }
    return Observation.DONE;
  }

  private Observation open() throws PosixException {
    if (names == null) {
      names = Descriptor.open(posix, rootFd(), field.directory(), DIRECTORY, 0);
    }
    create(NameField.own(rank));
    return Observation.DONE;
  }

  private Observation reach() throws PosixException {
    StringBuilder moves = new StringBuilder();
    StringBuilder links = new StringBuilder();
    for (int round = 0; round < NameField.ROUNDS; round++) {
      int fd = namesFd();
      byte[] target = NameField.moved(round, rank);
      int moved = posix.renameat2(fd, NameField.source(round), fd, target, 0);
      moves.append(isWon("rename", moved, Errno.ENOENT) ? '1' : '0');
      int linked = posix.linkat(fd, NameField.own(rank), fd, NameField.linked(round), 0);
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
    byte[] refresh = ("look-" + rank).getBytes(StandardCharsets.US_ASCII);
    create(refresh);
    PosixException.check(posix.unlinkat(namesFd(), refresh, 0), "unlinkat", refresh);
    List<Set<Integer>> moves = noWinners();
    Map<Long, Integer> ownerOf = new HashMap<>();
    for (DirectoryEntries.Entry entry : DirectoryEntries.list(posix, namesFd())) {
      String[] words = new String(entry.name(), StandardCharsets.ISO_8859_1).split("-", -1);
      if (words[0].equals("moved")) {
        moves.get(Integer.parseInt(words[1])).add(Integer.valueOf(words[2]));
      } else if (words[0].equals("own")) {
        ownerOf.put(inode(entry.name()), Integer.valueOf(words[1]));
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

  private static List<Set<Integer>> noWinners() {
    List<Set<Integer>> winners = new ArrayList<>();
    for (int round = 0; round < NameField.ROUNDS; round++) {
      winners.add(new TreeSet<>());
    }
    return winners;
  }

  /** {@value #ABSENT} for a name that is not there. */
  private long inode(byte[] name) throws PosixException {
    long[] slots = new long[FileStat.SLOTS];
    int result = posix.fstatat(namesFd(), name, slots, Flags.AT_SYMLINK_NOFOLLOW);
    if (Errno.ENOENT.is(result)) {
      return ABSENT;
    }
    PosixException.check(result, "fstatat", name);
    return FileStat.of(slots).ino();
  }

  private Observation remove() throws PosixException {
    for (DirectoryEntries.Entry entry : DirectoryEntries.list(posix, namesFd())) {
      PosixException.check(posix.unlinkat(namesFd(), entry.name(), 0), "unlinkat", entry.name());
    }
    PosixException.check(
        posix.unlinkat(rootFd(), field.directory(), Flags.AT_REMOVEDIR), "unlinkat");
    made = false;
    return Observation.DONE;
  }

  private void create(byte[] name) throws PosixException {
    Descriptor.open(posix, namesFd(), name, NEW_FILE, NameField.FILE_MODE).close();
  }

  private int rootFd() throws PosixException {
    Descriptor open = rootDirectory;
    if (open == null) {
      open =
          Descriptor.open(
              posix, Flags.AT_FDCWD, root.bytes(), Flags.O_RDONLY | Flags.O_DIRECTORY, 0);
      rootDirectory = open;
    }
    return open.number();
  }

  private int namesFd() {
    Descriptor open = names;
    if (open == null) {
      throw new IllegalStateException("the directory of names is not open");
    }
    return open.number();
  }
}
