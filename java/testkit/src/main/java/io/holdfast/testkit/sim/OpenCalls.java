package io.holdfast.testkit.sim;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.testkit.contract.Feature;

/** openat, openat2, close, opendir, dirfd, closedir of one process. */
final class OpenCalls {

  private static final int PERMISSIONS = 07777;

  /** What O_PATH leaves of the flags; openat2 refuses the others. */
  private static final int PATH_FLAGS = Flags.O_PATH | Flags.O_DIRECTORY | Flags.O_NOFOLLOW;

  private static final long KNOWN_RESOLVE =
      Flags.RESOLVE_BENEATH | Flags.RESOLVE_NO_SYMLINKS | Flags.RESOLVE_NO_XDEV | 0x22;

  private final Volume volume;
  private final SimProcess process;
  private final Maker maker;

  OpenCalls(Volume volume, SimProcess process, Maker maker) {
    this.volume = volume;
    this.process = process;
    this.maker = maker;
  }

  int openat2(int dirfd, byte[] path, int flags, int mode, long resolve) {
    boolean making = (flags & Flags.O_CREAT) != 0 || isNameless(flags);
    Refusal.when((resolve & ~KNOWN_RESOLVE) != 0, Errno.EINVAL);
    Refusal.when(making ? (mode & ~PERMISSIONS) != 0 : mode != 0, Errno.EINVAL);
    boolean byPath = has(flags, Flags.O_PATH);
    Refusal.when(byPath && (flags & ~(PATH_FLAGS | Flags.O_CLOEXEC)) != 0, Errno.EINVAL);
    return openat(dirfd, path, flags, mode, resolve);
  }

  int openat(int dirfd, byte[] path, int flags, int mode, long resolve) {
    process.requireRoom(volume.capabilities().descriptorLimit());
    int wanted = flags;
    if ((flags & Flags.O_PATH) != 0) {
      wanted = flags & PATH_FLAGS;
    }
    int allowed = mode & PERMISSIONS;
    if (isNameless(wanted)) {
      return openNameless(dirfd, path, wanted, allowed, resolve);
    }
    boolean creating = has(wanted, Flags.O_CREAT);
    Refusal.when(creating && has(wanted, Flags.O_DIRECTORY), Errno.EINVAL);
    boolean exclusive = creating && has(wanted, Flags.O_EXCL);
    boolean stays = has(wanted, Flags.O_NOFOLLOW) || exclusive;
    PathWalk.How how = new PathWalk.How(last(stays), creating, resolve);
    Place place = PathWalk.walk(volume, process, dirfd, path, how);
    if (place.inode() == null) {
      Refusal.when(!creating, Errno.ENOENT);
      return create(place, wanted, allowed);
    }
    Refusal.when(exclusive, Errno.EEXIST);
    checkExisting(place, wanted);
    return openExisting(place.existing(), wanted);
  }

  private static boolean has(int flags, int flag) {
    return (flags & flag) == flag;
  }

  private static boolean isNameless(int flags) {
    return has(flags, Flags.O_TMPFILE);
  }

  private static PathWalk.Last last(boolean stays) {
    return stays ? PathWalk.Last.STAY : PathWalk.Last.FOLLOW;
  }

  private static boolean writes(int flags) {
    return (flags & Flags.O_ACCMODE) != Flags.O_RDONLY;
  }

  private int create(Place place, int flags, int mode) {
    SimDirectory directory = place.directory();
    volume.requireWritable();
    Refusal.when(!directory.hasNames(), Errno.ENOENT);
    process.credentials().requireChange(directory);
    SimFile file = volume.newFile(maker.attributes(directory, mode));
    volume.changeNames(
        "create " + place.name(), new NameChange.Half(directory, place.name(), file));
    return install(file, flags);
  }

  private void checkExisting(Place place, int flags) {
    SimInode inode = place.existing();
    boolean directory = inode instanceof SimDirectory;
    Refusal.when(has(flags, Flags.O_DIRECTORY) && !directory, Errno.ENOTDIR);
    if (has(flags, Flags.O_PATH)) {
      return;
    }
    Refusal.when(inode instanceof SimSymlink, Errno.ELOOP);
    boolean changing = writes(flags) || has(flags, Flags.O_TRUNC);
    Refusal.when(directory && (changing || has(flags, Flags.O_CREAT)), Errno.EISDIR);
    boolean reads = (flags & Flags.O_ACCMODE) != Flags.O_WRONLY;
    process
        .credentials()
        .require(inode, (reads ? Credentials.READ : 0) | (changing ? Credentials.WRITE : 0));
    Refusal.when(inode instanceof SimWhiteout, Errno.ENXIO);
    if (changing) {
      volume.requireWritable();
    }
  }

  private int openExisting(SimInode inode, int flags) {
    int fd = install(inode, flags);
    boolean truncates = has(flags, Flags.O_TRUNC) && !has(flags, Flags.O_PATH);
    if (truncates && inode instanceof SimFile file && file.size() > 0) {
      volume.setContent(file, file.content().withSize(0));
    }
    return fd;
  }

  private int openNameless(int dirfd, byte[] path, int flags, int mode, long resolve) {
    Refusal.when(!writes(flags) || has(flags, Flags.O_CREAT), Errno.EINVAL);
    PathWalk.How how = new PathWalk.How(last(has(flags, Flags.O_NOFOLLOW)), false, resolve);
    SimInode where = PathWalk.walk(volume, process, dirfd, path, how).existing();
    if (!(where instanceof SimDirectory directory)) {
      throw new Refusal(Errno.ENOTDIR);
    }
    Refusal.when(!volume.has(Feature.TMPFILE), Errno.EOPNOTSUPP);
    volume.requireWritable();
    process.credentials().requireChange(directory);
    SimFile file = volume.newFile(maker.attributes(directory, mode));
    if (has(flags, Flags.O_EXCL)) {
      file.forbidNames();
    }
    return install(file, flags);
  }

  private int install(SimInode inode, int flags) {
    int fd = process.open(new OpenFile(inode, flags));
    volume.opened(inode);
    return fd;
  }

  int close(int fd) {
    OpenFile file = process.remove(fd);
    volume.locks().closed(process, file);
    volume.closed(file.inode());
    return 0;
  }

  /** What the end of a process does. */
  void closeAll() {
    process.numbers().forEach(this::close);
    volume.locks().wake();
  }

  long opendir(int dirfd, byte[] path) {
    return process.addStream(openat(dirfd, path, Flags.O_RDONLY | Flags.O_DIRECTORY, 0, 0));
  }

  int dirfd(long stream) {
    return process.streamDescriptor(stream);
  }

  int closedir(long stream) {
    return close(process.removeStream(stream));
  }
}
