package io.holdfast.testkit.sim;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.testkit.contract.Feature;

/** read, write, their relatives and the barriers of one process. */
final class DataCalls {

  private static final int SYNC_RANGE_FLAGS =
      Flags.SYNC_FILE_RANGE_WAIT_BEFORE
          | Flags.SYNC_FILE_RANGE_WRITE
          | Flags.SYNC_FILE_RANGE_WAIT_AFTER;

  private final Volume volume;
  private final SimProcess process;

  DataCalls(Volume volume, SimProcess process) {
    this.volume = volume;
    this.process = process;
  }

  int read(int fd, byte[] buffer, int offset, int length) {
    OpenFile open = readable(fd);
    int count = readAt(open, buffer, offset, length, open.position());
    open.setPosition(open.position() + count);
    return count;
  }

  int pread(int fd, byte[] buffer, int offset, int length, long position) {
    Refusal.when(position < 0, Errno.EINVAL);
    OpenFile open = readable(fd);
    return readAt(open, buffer, offset, length, position);
  }

  private OpenFile readable(int fd) {
    OpenFile open = process.withContent(fd);
    Refusal.when(!open.canRead(), Errno.EBADF);
    return open;
  }

  private static int readAt(OpenFile open, byte[] buffer, int offset, int length, long position) {
    int asked = Math.min(length, Posix.TRANSFER_LIMIT);
    return open.file(Errno.EISDIR).content().read(position, buffer, offset, asked);
  }

  int write(int fd, byte[] buffer, int offset, int length) {
    OpenFile open = writable(fd);
    long position = open.has(Flags.O_APPEND) ? open.inode().size() : open.position();
    int count = writeAt(open, buffer, offset, length, position);
    open.setPosition(position + count);
    return count;
  }

  int pwrite(int fd, byte[] buffer, int offset, int length, long position) {
    Refusal.when(position < 0, Errno.EINVAL);
    OpenFile open = writable(fd);
    long where = open.has(Flags.O_APPEND) ? open.inode().size() : position;
    return writeAt(open, buffer, offset, length, where);
  }

  private OpenFile writable(int fd) {
    OpenFile open = process.withContent(fd);
    Refusal.when(!open.canWrite(), Errno.EBADF);
    return open;
  }

  private int writeAt(OpenFile open, byte[] buffer, int offset, int length, long position) {
    SimFile file = open.file(Errno.EBADF);
    int asked = Math.min(length, Posix.TRANSFER_LIMIT);
    if (asked == 0) {
      return 0;
    }
    volume.requireWritable();
    Refusal.when(position > Long.MAX_VALUE - asked, Errno.EFBIG);
    int fits = fitting(file.content(), position, asked);
    Refusal.when(fits == 0, Errno.ENOSPC);
    volume.setContent(file, file.content().write(position, buffer, offset, fits));
    if (open.has(Flags.O_DSYNC)) {
      volume.syncData(file);
    }
    return fits;
  }

  /** How many of the bytes find room. */
  private int fitting(FileContent content, long position, int length) {
    long free = volume.freeSectors();
    long end = position + length;
    for (long at = position; at < end; at = (at / FileContent.SECTOR + 1) * FileContent.SECTOR) {
      if (!content.isAllocated(at / FileContent.SECTOR) && free-- == 0) {
        return (int) (at - position);
      }
    }
    return length;
  }

  long lseek(int fd, long offset, int whence) {
    OpenFile open = process.withContent(fd);
    long base;
    if (whence == Flags.SEEK_SET) {
      base = 0;
    } else if (whence == Flags.SEEK_CUR) {
      base = open.position();
    } else {
      Refusal.when(whence != Flags.SEEK_END, Errno.EINVAL);
      base = open.file(Errno.EINVAL).size();
    }
    Refusal.when(offset > 0 && base > Long.MAX_VALUE - offset, Errno.EOVERFLOW);
    Refusal.when(base + offset < 0, Errno.EINVAL);
    open.setPosition(base + offset);
    return open.position();
  }

  int ftruncate(int fd, long length) {
    Refusal.when(length < 0, Errno.EINVAL);
    OpenFile open = process.withContent(fd);
    Refusal.when(!open.canWrite(), Errno.EINVAL);
    SimFile file = open.file(Errno.EINVAL);
    volume.requireWritable();
    volume.setContent(file, file.content().withSize(length));
    return 0;
  }

  int fallocate(int fd, int mode, long offset, long length) {
    OpenFile open = process.withContent(fd);
    Refusal.when(offset < 0 || length <= 0, Errno.EINVAL);
    Refusal.when((mode & ~Flags.FALLOC_FL_KEEP_SIZE) != 0, Errno.EOPNOTSUPP);
    Refusal.when(!open.canWrite(), Errno.EBADF);
    SimFile file = open.file(Errno.EBADF);
    Refusal.when(!volume.has(Feature.FALLOCATE), Errno.EOPNOTSUPP);
    volume.requireWritable();
    Refusal.when(length > Long.MAX_VALUE - offset, Errno.EFBIG);
    FileContent old = file.content();
    long first = offset / FileContent.SECTOR;
    long end = FileContent.sectorsOf(offset + length);
    Refusal.when(end - first > volume.totalSectors(), Errno.ENOSPC);
    FileContent grown = old.allocate(first, end);
    long taken = grown.allocatedSectors() - old.allocatedSectors();
    Refusal.when(taken > volume.freeSectors(), Errno.ENOSPC);
    boolean keepsSize = (mode & Flags.FALLOC_FL_KEEP_SIZE) != 0;
    volume.setContent(
        file, keepsSize ? grown : grown.withSize(Math.max(grown.size(), offset + length)));
    return 0;
  }

  // ---- barriers

  int fsync(int fd) {
    volume.sync(syncable(fd));
    return 0;
  }

  int fdatasync(int fd) {
    volume.syncData(syncable(fd));
    return 0;
  }

  private SimInode syncable(int fd) {
    SimInode inode = process.withContent(fd).inode();
    boolean directory = inode instanceof SimDirectory;
    Refusal.when(directory && !volume.has(Feature.DIRECTORY_FSYNC), Errno.EINVAL);
    return inode;
  }

  int syncfs(int fd) {
    process.withContent(fd);
    volume.syncAll();
    return 0;
  }

  /** Starts write-back at most: nothing is durable by it. */
  int syncFileRange(int fd, long offset, long length, int flags) {
    process.withContent(fd);
    boolean badRange = offset < 0 || length < 0 || length > Long.MAX_VALUE - offset;
    Refusal.when(badRange || (flags & ~SYNC_RANGE_FLAGS) != 0, Errno.EINVAL);
    return 0;
  }
}
