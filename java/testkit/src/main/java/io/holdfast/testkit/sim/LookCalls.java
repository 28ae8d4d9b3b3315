package io.holdfast.testkit.sim;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.contract.Feature;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** fstat, fstatat, statx, fstatfs, getdents64, readlinkat of one process. */
final class LookCalls {

  private static final long DEVICE = 0x51D;
  private static final long MOUNT = 51;
  private static final long TYPE = 0x53494D46;
  private static final int BLOCK = 4096;
  private static final int SECTORS_PER_BLOCK = BLOCK / FileContent.SECTOR;
  private static final int ENTRY_HEADER = 19;
  private static final int NO_AUTOMOUNT = 0x800;
  private static final int SYNC_TYPE = 0x6000;
  private static final int MODE_SHIFT = 12;

  private final Volume volume;
  private final SimProcess process;

  LookCalls(Volume volume, SimProcess process) {
    this.volume = volume;
    this.process = process;
  }

  /** What a path stands for; an empty one the descriptor itself, if the flags allow it. */
  SimInode find(int dirfd, byte[] path, int flags) {
    if (path.length == 0 && (flags & Flags.AT_EMPTY_PATH) != 0) {
      return process.start(dirfd, volume.root());
    }
    boolean follow = (flags & Flags.AT_SYMLINK_NOFOLLOW) == 0;
    return PathWalk.walk(
            volume, process, dirfd, path, follow ? PathWalk.How.FOLLOW : PathWalk.How.STAY)
        .existing();
  }

  int fstat(int fd, long[] stat) {
    fill(process.any(fd).inode(), Flags.STATX_BASIC_STATS, stat);
    return 0;
  }

  int fstatat(int dirfd, byte[] path, long[] stat, int flags) {
    int known = Flags.AT_SYMLINK_NOFOLLOW | Flags.AT_EMPTY_PATH | NO_AUTOMOUNT;
    Refusal.when((flags & ~known) != 0, Errno.EINVAL);
    fill(find(dirfd, path, flags), Flags.STATX_BASIC_STATS, stat);
    return 0;
  }

  int statx(int dirfd, byte[] path, int flags, int mask, long[] stat) {
    int known = Flags.AT_SYMLINK_NOFOLLOW | Flags.AT_EMPTY_PATH | NO_AUTOMOUNT | SYNC_TYPE;
    Refusal.when((flags & ~known) != 0 || mask < 0, Errno.EINVAL);
    Refusal.when((flags & SYNC_TYPE) == SYNC_TYPE, Errno.EINVAL);
    int birth = volume.has(Feature.BIRTH_TIME) ? Flags.STATX_BTIME : 0;
    fill(find(dirfd, path, flags), Flags.STATX_BASIC_STATS | birth | Flags.STATX_MNT_ID, stat);
    return 0;
  }

  private static void fill(SimInode inode, int mask, long[] stat) {
    Attributes attributes = inode.attributes();
    long[] slots = {
      DEVICE,
      inode.ino(),
      inode.type() | attributes.permissions(),
      inode.links(),
      attributes.uid(),
      attributes.gid(),
      0,
      inode.size(),
      BLOCK,
      inode.allocatedSectors(),
      inode.atimeNanos(),
      inode.mtimeNanos(),
      inode.ctimeNanos(),
      (mask & Flags.STATX_BTIME) == 0 ? 0 : inode.birthNanos(),
      mask,
      (mask & Flags.STATX_MNT_ID) == 0 ? 0 : MOUNT,
      0
    };
    System.arraycopy(slots, 0, stat, 0, slots.length);
  }

  int fstatfs(int fd, long[] statfs) {
    process.any(fd);
    SimCapabilities capabilities = volume.capabilities();
    long free = volume.freeSectors() / SECTORS_PER_BLOCK;
    long[] slots = {
      TYPE,
      BLOCK,
      volume.totalSectors() / SECTORS_PER_BLOCK,
      free,
      free,
      capabilities.inodes(),
      Math.max(0, capabilities.inodes() - volume.usedInodes()),
      DEVICE,
      capabilities.nameLimit(),
      BLOCK,
      capabilities.readOnly() ? Flags.ST_RDONLY : 0
    };
    System.arraycopy(slots, 0, statfs, 0, slots.length);
    return 0;
  }

  int getdents64(int fd, byte[] buffer, int offset, int length) {
    OpenFile open = process.withContent(fd);
    SimDirectory directory = open.directory();
    Refusal.when(!directory.hasNames(), Errno.ENOENT);
    int room = Math.min(length, Posix.TRANSFER_LIMIT);
    Listing listing = new Listing(open, buffer, offset, room);
    boolean goes =
        listing.dot(SimDirectory.DOT_COOKIE, ".", directory)
            && listing.dot(SimDirectory.DOT_DOT_COOKIE, "..", directory.parent());
    if (goes) {
      for (SimDirectory.Entry entry : directory.entriesAfter(open.position())) {
        if (!listing.add(entry.cookie(), entry.name().bytes(), entry.inode())) {
          break;
        }
      }
    }
    Refusal.when(listing.filled == 0 && listing.isFull, Errno.EINVAL);
    return listing.filled;
  }

  /** Fills a buffer with struct linux_dirent64 and moves the position along. */
  private static final class Listing {
    private final OpenFile open;
    private final ByteBuffer records;
    private int filled;
    private boolean isFull;

    Listing(OpenFile open, byte[] buffer, int offset, int length) {
      this.open = open;
      records = ByteBuffer.wrap(buffer, offset, length).slice().order(ByteOrder.nativeOrder());
    }

    boolean dot(long cookie, String name, SimInode inode) {
      return open.position() >= cookie || add(cookie, RawPath.of(name).bytes(), inode);
    }

    boolean add(long cookie, byte[] name, SimInode inode) {
      int length = (ENTRY_HEADER + name.length + 1 + 7) / 8 * 8;
      if (records.capacity() - filled < length) {
        isFull = true;
        return false;
      }
      byte[] record = new byte[length];
      ByteBuffer fields = ByteBuffer.wrap(record).order(ByteOrder.nativeOrder());
      fields.putLong(inode.ino()).putLong(cookie).putShort((short) length);
      fields.put((byte) (inode.type() >> MODE_SHIFT)).put(name);
      records.put(filled, record);
      filled += length;
      open.setPosition(cookie);
      return true;
    }
  }

  int readlinkat(int dirfd, byte[] path, byte[] buffer) {
    Refusal.when(buffer.length == 0, Errno.EINVAL);
    SimInode inode;
    if (path.length == 0) {
      inode = process.start(dirfd, volume.root());
      Refusal.when(!(inode instanceof SimSymlink), Errno.ENOENT);
    } else {
      inode = find(dirfd, path, Flags.AT_SYMLINK_NOFOLLOW);
    }
    if (!(inode instanceof SimSymlink link)) {
      throw new Refusal(Errno.EINVAL);
    }
    int count = Math.min(buffer.length, link.target().length);
    System.arraycopy(link.target(), 0, buffer, 0, count);
    return count;
  }
}
