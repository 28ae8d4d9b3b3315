package io.holdfast.testkit.sim;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.testkit.contract.Feature;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** mkdirat, symlinkat, unlinkat, linkat, renameat2 of one process. */
final class NameCalls {

  private final Volume volume;
  private final SimProcess process;
  private final Maker maker;

  NameCalls(Volume volume, SimProcess process, Maker maker) {
    this.volume = volume;
    this.process = process;
    this.maker = maker;
  }

  private Place name(int dirfd, byte[] path) {
    return PathWalk.walk(volume, process, dirfd, path, PathWalk.How.NAME);
  }

  // ---- making

  int mkdirat(int dirfd, byte[] path, int mode) {
    Place place = maker.freePlace(dirfd, path);
    SimDirectory made = maker.directory(place.directory(), mode);
    volume.changeNames(
        "mkdir " + place.name(), new NameChange.Half(place.directory(), place.name(), made));
    return 0;
  }

  int symlinkat(byte[] target, int dirfd, byte[] path) {
    Refusal.when(target.length == 0, Errno.ENOENT);
    Place place = maker.freePlace(dirfd, path);
    Refusal.when(place.slash(), Errno.ENOENT);
    SimSymlink made = maker.symlink(place.directory(), target);
    volume.changeNames(
        "symlink " + place.name(), new NameChange.Half(place.directory(), place.name(), made));
    return 0;
  }

  // ---- unlinkat

  int unlinkat(int dirfd, byte[] path, int flags) {
    Refusal.when((flags & ~Flags.AT_REMOVEDIR) != 0, Errno.EINVAL);
    Place place = name(dirfd, path);
    return flags == 0 ? unlink(place) : rmdir(place);
  }

  private int unlink(Place place) {
    Refusal.when(!place.isName(), Errno.EISDIR);
    volume.requireWritable();
    SimInode victim = victim(place);
    Refusal.when(victim instanceof SimDirectory, Errno.EISDIR);
    Refusal.when(place.slash(), Errno.ENOTDIR);
    process.credentials().requireRemoval(place.directory(), victim);
    volume.changeNames(
        "unlink " + place.name(), new NameChange.Half(place.directory(), place.name(), null));
    return 0;
  }

  private int rmdir(Place place) {
    Refusal.when(place.kind() == Place.Kind.DOT, Errno.EINVAL);
    Refusal.when(place.kind() == Place.Kind.DOT_DOT, Errno.ENOTEMPTY);
    Refusal.when(!place.isName(), Errno.EBUSY);
    volume.requireWritable();
    SimInode victim = victim(place);
    process.credentials().requireRemoval(place.directory(), victim);
    if (!(victim instanceof SimDirectory directory)) {
      throw new Refusal(Errno.ENOTDIR);
    }
    Refusal.when(!directory.isEmpty(), Errno.ENOTEMPTY);
    volume.changeNames(
        "rmdir " + place.name(), new NameChange.Half(place.directory(), place.name(), null));
    return 0;
  }

  private SimInode victim(Place place) {
    place.requireLookUp(volume.capabilities().nameLimit());
    SimInode inode = place.inode();
    if (inode == null) {
      throw new Refusal(Errno.ENOENT);
    }
    return inode;
  }

  // ---- linkat

  int linkat(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    int known = Flags.AT_SYMLINK_FOLLOW | Flags.AT_EMPTY_PATH;
    Refusal.when((flags & ~known) != 0, Errno.EINVAL);
    boolean byDescriptor = oldPath.length == 0 && (flags & Flags.AT_EMPTY_PATH) != 0;
    boolean foreign = false;
    SimInode inode;
    if (byDescriptor) {
      Refusal.when(!volume.has(Feature.LINK_BY_EMPTY_PATH), Errno.ENOENT);
      inode = process.start(oldDirfd, volume.root());
    } else {
      boolean follow = (flags & Flags.AT_SYMLINK_FOLLOW) != 0;
      PathWalk.How how = follow ? PathWalk.How.FOLLOW : PathWalk.How.STAY;
      Place from = PathWalk.walk(volume, process, oldDirfd, oldPath, how);
      inode = from.existing();
      foreign = from.kind() == Place.Kind.PROC && !follow;
    }
    Place to = maker.freePlace(newDirfd, newPath);
    Refusal.when(to.slash(), Errno.ENOENT);
    Refusal.when(foreign, Errno.EXDEV);
    Refusal.when(inode instanceof SimDirectory, Errno.EPERM);
    Refusal.when(!inode.hasNames() && !inode.mayBeNamed(), Errno.ENOENT);
    Refusal.when(inode.links() >= volume.capabilities().linkLimit(), Errno.EMLINK);
    volume.changeNames("link " + to.name(), new NameChange.Half(to.directory(), to.name(), inode));
    return 0;
  }

  // ---- renameat2

  int renameat2(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    boolean noReplace = (flags & Flags.RENAME_NOREPLACE) != 0;
    boolean exchange = (flags & Flags.RENAME_EXCHANGE) != 0;
    boolean whiteout = (flags & Flags.RENAME_WHITEOUT) != 0;
    int known = Flags.RENAME_NOREPLACE | Flags.RENAME_EXCHANGE | Flags.RENAME_WHITEOUT;
    Refusal.when((flags & ~known) != 0, Errno.EINVAL);
    Refusal.when(exchange && (noReplace || whiteout), Errno.EINVAL);
    Place from = name(oldDirfd, oldPath);
    Place to = name(newDirfd, newPath);
    Refusal.when(isForeign(from) != isForeign(to), Errno.EXDEV);
    Refusal.when(!from.isName(), Errno.EBUSY);
    Refusal.when(!to.isName(), noReplace ? Errno.EEXIST : Errno.EBUSY);
    volume.requireWritable();
    SimInode moved = victim(from);
    to.requireLookUp(volume.capabilities().nameLimit());
    SimInode target = to.inode();
    Refusal.when(noReplace && target != null, Errno.EEXIST);
    Refusal.when(exchange && target == null, Errno.ENOENT);
    checkSlashes(from, to, moved, target, exchange);
    checkAncestors(from, to, moved, target, exchange);
    if (moved == target) {
      return 0;
    }
    checkPermissions(from, to, moved, target);
    checkKinds(moved, target, exchange);
    checkFlags(noReplace, exchange, whiteout);
    Refusal.when(!to.directory().hasNames(), Errno.ENOENT);
    checkEmpty(target, exchange);
    move(from, to, moved, exchange ? target : null, whiteout);
    return 0;
  }

  private static boolean isForeign(Place place) {
    return place.kind() == Place.Kind.PROC;
  }

  private static void checkSlashes(
      Place from, Place to, SimInode moved, @Nullable SimInode target, boolean exchange) {
    boolean targetIsFile = target != null && !(target instanceof SimDirectory);
    Refusal.when(exchange && targetIsFile && to.slash(), Errno.ENOTDIR);
    boolean slash = from.slash() || (!exchange && to.slash());
    Refusal.when(!(moved instanceof SimDirectory) && slash, Errno.ENOTDIR);
  }

  private static void checkAncestors(
      Place from, Place to, SimInode moved, @Nullable SimInode target, boolean exchange) {
    if (moved instanceof SimDirectory directory) {
      Refusal.when(directory.isAncestorOf(to.directory()), Errno.EINVAL);
    }
    if (target instanceof SimDirectory directory) {
      boolean above = directory.isAncestorOf(from.directory());
      Refusal.when(above, exchange ? Errno.EINVAL : Errno.ENOTEMPTY);
    }
  }

  private void checkPermissions(Place from, Place to, SimInode moved, @Nullable SimInode target) {
    Credentials credentials = process.credentials();
    credentials.requireRemoval(from.directory(), moved);
    if (target == null) {
      credentials.requireChange(to.directory());
    } else {
      credentials.requireRemoval(to.directory(), target);
    }
    if (moved instanceof SimDirectory && from.directory() != to.directory()) {
      credentials.require(moved, Credentials.WRITE);
    }
  }

  private static void checkKinds(SimInode moved, @Nullable SimInode target, boolean exchange) {
    if (target == null || exchange) {
      return;
    }
    boolean directory = moved instanceof SimDirectory;
    boolean onto = target instanceof SimDirectory;
    Refusal.when(directory && !onto, Errno.ENOTDIR);
    Refusal.when(!directory && onto, Errno.EISDIR);
  }

  private void checkFlags(boolean noReplace, boolean exchange, boolean whiteout) {
    Refusal.when(noReplace && !volume.has(Feature.RENAME_NOREPLACE), Errno.EINVAL);
    Refusal.when(exchange && !volume.has(Feature.RENAME_EXCHANGE), Errno.EINVAL);
    Refusal.when(whiteout && !volume.has(Feature.RENAME_WHITEOUT), Errno.EINVAL);
  }

  private static void checkEmpty(@Nullable SimInode target, boolean exchange) {
    if (!exchange && target instanceof SimDirectory directory) {
      Refusal.when(!directory.isEmpty(), Errno.ENOTEMPTY);
    }
  }

  private void move(
      Place from, Place to, SimInode moved, @Nullable SimInode exchanged, boolean whiteout) {
    List<NameChange.Half> halves = new ArrayList<>();
    SimInode left = whiteout ? maker.whiteout(from.directory()) : exchanged;
    halves.add(new NameChange.Half(from.directory(), from.name(), left));
    halves.add(new NameChange.Half(to.directory(), to.name(), moved));
    String how = exchanged == null ? "rename " : "exchange ";
    volume.changeNames(
        how + from.name() + " -> " + to.name(), halves.toArray(NameChange.Half[]::new));
  }
}
