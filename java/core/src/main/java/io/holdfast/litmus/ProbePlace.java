package io.holdfast.litmus;

import io.holdfast.clock.NanoClock;
import io.holdfast.mount.MountFacts;
import io.holdfast.mount.MountFactsReader;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.FileSystemStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One directory that is asked: its descriptor, its mount, and the probe tree in it. */
final class ProbePlace {

  private final Posix posix;
  private final RawPath path;
  private final Contender keeper;
  private final Descriptor root;
  private final FileStat stat;
  private final MountFacts mount;
  private final String absolute;
  private final TreeSweeper.Swept swept;
  private final ProbeTree tree;
  private final OverlayLayers layers;
  private final BarrierReach reach;

  private ProbePlace(
      Posix posix,
      RawPath path,
      Contender keeper,
      Descriptor root,
      ProbeTree tree,
      TreeSweeper.Swept swept)
      throws PosixException {
    this.posix = posix;
    this.path = path;
    this.keeper = keeper;
    this.root = root;
    this.tree = tree;
    this.swept = swept;
    MountFactsReader mounts = new MountFactsReader(posix);
    this.stat = stat(posix, root);
    this.mount = mounts.read(root.number());
    this.absolute = mounts.path(root.number());
    this.layers =
        OverlayLayers.find(posix, mount, CommonGround.inside(mount, absolute), tree.name());
    this.reach = reachOf();
  }

  /** What places are opened with. */
  record Opening(
      Posix posix, NanoClock clock, TreeSweeper sweeper, ProcessMark own, long timeoutNanos) {}

  /**
   * Opens a directory, sweeps it and makes a tree in it. An agent goes first: storage that does not
   * answer must not hang this process.
   *
   * @param keeper stands in {@code path} and is not started yet
   * @param patienceNanos how long the storage may take to answer at all
   */
  static ProbePlace open(Opening opening, RawPath path, Contender keeper, long patienceNanos)
      throws LitmusException {
    Posix posix = opening.posix();
    enter(path, keeper, opening.clock().nanoTime() + patienceNanos);
    Descriptor root = openRoot(posix, path);
    ProbeTree tree = null;
    try {
      FileStat stat = stat(posix, root);
      if (stat.dev() != keeper.dev() || stat.ino() != keeper.ino()) {
        throw new LitmusException(path + ": the path leads elsewhere from one moment to the next");
      }
      TreeSweeper.Swept swept = opening.sweeper().sweep(root, keeper, posix.getuid());
      tree =
          ProbeTree.make(
              posix, opening.clock(), path, root, keeper, opening.own(), opening.timeoutNanos());
      return new ProbePlace(posix, path, keeper, root, tree, swept);
    } catch (PosixException e) {
      throw abandon(root, tree, Unaskable.failing(posix, path, root.number(), e));
    } catch (LitmusException e) {
      throw abandon(root, tree, e);
    }
  }

  RawPath path() {
    return path;
  }

  int fd() {
    return root.number();
  }

  FileStat stat() {
    return stat;
  }

  /** Where the path leads when it is a symbolic link itself. */
  Optional<String> linkTarget() {
    byte[] bytes = path.bytes();
    int length = bytes.length;
    while (length > 1 && bytes[length - 1] == '/') {
      length--;
    }
    byte[] name = Arrays.copyOf(bytes, length);
    long[] slots = new long[FileStat.SLOTS];
    int looked = posix.fstatat(Flags.AT_FDCWD, name, slots, Flags.AT_SYMLINK_NOFOLLOW);
    return looked == 0 && FileStat.of(slots).isSymbolicLink()
        ? Optional.of(absolute)
        : Optional.empty();
  }

  MountFacts mount() {
    return mount;
  }

  ProbeTree tree() {
    return tree;
  }

  BarrierReach reach() {
    return reach;
  }

  TreeSweeper.Swept swept() {
    return swept;
  }

  CommonGround.Side side() {
    return new CommonGround.Side(mount, absolute, layers.absolute());
  }

  /** The tree that another place made, as this path shows it. */
  ProbeDir open(ProbeTree other) throws PosixException {
    return new ProbeDir(posix, ProbeDir.openDirectory(posix, root.number(), other.name()));
  }

  /**
   * Looks once more, so that no verdict speaks of a directory that is another by now.
   *
   * @throws LitmusException the path leads elsewhere than when it was opened, or the tree is gone
   */
  void checkInPlace() throws LitmusException {
    long[] byPath = new long[FileStat.SLOTS];
    long[] held = new long[FileStat.SLOTS];
    if (posix.fstatat(Flags.AT_FDCWD, path.bytes(), byPath, 0) != 0
        || posix.fstat(root.number(), held) != 0
        || !FileStat.of(byPath).sameFileAs(FileStat.of(held))) {
      throw new LitmusException(path + ": it was moved or removed while it was asked");
    }
    if (tree.isGone()) {
      throw new LitmusException(path + ": somebody removed the probe tree while it was asked");
    }
  }

  /**
   * Removes the tree and lets go of everything.
   *
   * @return what is left, in words; usually nothing
   */
  Optional<String> leave() {
    try (root) {
      return tree.remove();
    } finally {
      keeper.close();
    }
  }

  private static void enter(RawPath path, Contender keeper, long deadlineNanos)
      throws LitmusException {
    try {
      keeper.start(deadlineNanos);
    } catch (Stopped e) {
      throw new LitmusException("holdfast-agent does not work here (" + e.getMessage() + ")", e);
    }
    try {
      keeper.agent(deadlineNanos);
    } catch (Stopped e) {
      Errno errno = e.outcome().errno();
      throw errno == null
          ? new LitmusException(
              path
                  + ": the storage does not answer ("
                  + e.getMessage()
                  + "); a longer --timeout waits longer",
              e)
          : Unaskable.opening(path, errno);
    }
  }

  private static LitmusException abandon(
      Descriptor root, @Nullable ProbeTree tree, LitmusException e) {
    if (tree != null) {
      tree.remove();
    }
    root.close();
    return e;
  }

  private static Descriptor openRoot(Posix posix, RawPath path) throws LitmusException {
    try {
      return Descriptor.open(
          posix, Flags.AT_FDCWD, path.bytes(), Flags.O_RDONLY | Flags.O_DIRECTORY, 0);
    } catch (PosixException e) {
      throw Unaskable.opening(path, e.errno());
    }
  }

  private static FileStat stat(Posix posix, Descriptor root) throws PosixException {
    long[] slots = new long[FileStat.SLOTS];
    PosixException.check(posix.fstat(root.number(), slots), "fstat");
    return FileStat.of(slots);
  }

  /** An overlay reaches as far as its upper directory does. */
  private BarrierReach reachOf() {
    BarrierReach own = BarrierReach.of(mount, fileSystemType(root.number()));
    Optional<String> upper = layers.upper();
    if (own.kind() != BarrierReach.Kind.CLAIMED || upper.isEmpty()) {
      return own;
    }
    byte[] path = RawPath.of(upper.get()).bytes();
    try (Descriptor directory = ProbeDir.openDirectory(posix, Flags.AT_FDCWD, path)) {
      MountFacts facts = new MountFactsReader(posix).read(directory.number());
      BarrierReach reach = BarrierReach.of(facts, fileSystemType(directory.number()));
      return reach.kind() == BarrierReach.Kind.NONE ? BarrierReach.overMemory(upper.get()) : own;
    } catch (PosixException e) {
      return own;
    }
  }

  private long fileSystemType(int fd) {
    long[] slots = new long[FileSystemStat.SLOTS];
    return posix.fstatfs(fd, slots) == 0 ? FileSystemStat.of(slots).type() : 0;
  }
}
