package io.holdfast.jnr;

import io.holdfast.posix.Flags;
import jnr.ffi.NativeType;
import jnr.ffi.Runtime;
import jnr.ffi.StructLayout;

/** The structs of linux-x86_64 as the headers of glibc and the kernel declare them. */
final class Layouts {

  private static final long NANOS = 1_000_000_000L;

  private Layouts() {}

  /** Nanoseconds since the epoch, saturated at the ends of {@code long}. */
  static long nanos(long seconds, long nanos) {
    try {
      return Math.addExact(Math.multiplyExact(seconds, NANOS), nanos);
    } catch (ArithmeticException e) {
      return seconds < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }

  /** struct timespec. */
  static final class Timespec extends StructLayout {
    private final Signed64 seconds = new Signed64();
    private final Signed64 nanos = new Signed64();

    Timespec(Runtime runtime) {
      super(runtime);
    }

    long nanos(jnr.ffi.Pointer in) {
      return Layouts.nanos(seconds.get(in), nanos.get(in));
    }

    void set(jnr.ffi.Pointer to, long second, long nano) {
      seconds.set(to, second);
      nanos.set(to, nano);
    }
  }

  /** struct stat. */
  static final class Stat extends StructLayout {
    private final Unsigned64 dev = new Unsigned64();
    private final Unsigned64 ino = new Unsigned64();
    private final Unsigned64 nlink = new Unsigned64();
    private final Unsigned32 mode = new Unsigned32();
    private final Unsigned32 uid = new Unsigned32();
    private final Unsigned32 gid = new Unsigned32();
    private final Padding unused = new Padding(NativeType.UINT, 1);
    private final Unsigned64 rdev = new Unsigned64();
    private final Signed64 size = new Signed64();
    private final Signed64 blockSize = new Signed64();
    private final Signed64 blocks = new Signed64();
    private final Timespec atime = inner(new Timespec(getRuntime()));
    private final Timespec mtime = inner(new Timespec(getRuntime()));
    private final Timespec ctime = inner(new Timespec(getRuntime()));
    private final Padding unusedEnd = new Padding(NativeType.SLONGLONG, 3);

    Stat(Runtime runtime) {
      super(runtime);
    }

    /** Fills the slots of a {@link io.holdfast.posix.FileStat}. */
    void copy(jnr.ffi.Pointer in, long[] slots) {
      long[] values = {
        dev.get(in),
        ino.get(in),
        mode.get(in),
        nlink.get(in),
        uid.get(in),
        gid.get(in),
        rdev.get(in),
        size.get(in),
        blockSize.get(in),
        blocks.get(in),
        atime.nanos(in),
        mtime.nanos(in),
        ctime.nanos(in),
        0,
        Flags.STATX_BASIC_STATS,
        0,
        0
      };
      System.arraycopy(values, 0, slots, 0, values.length);
    }
  }

  /** struct statx_timestamp. */
  static final class StatxTime extends StructLayout {
    private final Signed64 seconds = new Signed64();
    private final Unsigned32 nanos = new Unsigned32();
    private final Padding unusedEnd = new Padding(NativeType.SINT, 1);

    StatxTime(Runtime runtime) {
      super(runtime);
    }

    long nanos(jnr.ffi.Pointer in) {
      return Layouts.nanos(seconds.get(in), nanos.get(in));
    }
  }

  /** struct statx of linux/stat.h. */
  static final class Statx extends StructLayout {
    private final Unsigned32 mask = new Unsigned32();
    private final Unsigned32 blockSize = new Unsigned32();
    private final Unsigned64 attributes = new Unsigned64();
    private final Unsigned32 nlink = new Unsigned32();
    private final Unsigned32 uid = new Unsigned32();
    private final Unsigned32 gid = new Unsigned32();
    private final Unsigned16 mode = new Unsigned16();
    private final Padding unused = new Padding(NativeType.USHORT, 1);
    private final Unsigned64 ino = new Unsigned64();
    private final Unsigned64 size = new Unsigned64();
    private final Unsigned64 blocks = new Unsigned64();
    private final Padding unusedAttributesMask = new Padding(NativeType.ULONGLONG, 1);
    private final StatxTime atime = inner(new StatxTime(getRuntime()));
    private final StatxTime btime = inner(new StatxTime(getRuntime()));
    private final StatxTime ctime = inner(new StatxTime(getRuntime()));
    private final StatxTime mtime = inner(new StatxTime(getRuntime()));
    private final Unsigned32 rdevMajor = new Unsigned32();
    private final Unsigned32 rdevMinor = new Unsigned32();
    private final Unsigned32 devMajor = new Unsigned32();
    private final Unsigned32 devMinor = new Unsigned32();
    private final Unsigned64 mountId = new Unsigned64();
    private final Padding unusedEnd = new Padding(NativeType.ULONGLONG, 13);

    Statx(Runtime runtime) {
      super(runtime);
    }

    /** Fills the slots of a {@link io.holdfast.posix.FileStat}. */
    void copy(jnr.ffi.Pointer in, long[] slots) {
      long[] values = {
        makedev(devMajor.get(in), devMinor.get(in)),
        ino.get(in),
        mode.get(in),
        nlink.get(in),
        uid.get(in),
        gid.get(in),
        makedev(rdevMajor.get(in), rdevMinor.get(in)),
        size.get(in),
        blockSize.get(in),
        blocks.get(in),
        atime.nanos(in),
        mtime.nanos(in),
        ctime.nanos(in),
        btime.nanos(in),
        mask.get(in),
        mountId.get(in),
        attributes.get(in)
      };
      System.arraycopy(values, 0, slots, 0, values.length);
    }

    /** makedev(3) of glibc. */
    private static long makedev(long major, long minor) {
      return (major & 0xfffff000L) << 32
          | (major & 0xfffL) << 8
          | (minor & 0xffffff00L) << 12
          | (minor & 0xffL);
    }
  }

  /** struct statfs. */
  static final class Statfs extends StructLayout {
    private final Signed64 type = new Signed64();
    private final Signed64 blockSize = new Signed64();
    private final Unsigned64 blocks = new Unsigned64();
    private final Unsigned64 blocksFree = new Unsigned64();
    private final Unsigned64 blocksAvailable = new Unsigned64();
    private final Unsigned64 files = new Unsigned64();
    private final Unsigned64 filesFree = new Unsigned64();
    private final Signed64 fileSystemId = new Signed64();
    private final Signed64 nameLength = new Signed64();
    private final Signed64 fragmentSize = new Signed64();
    private final Signed64 flags = new Signed64();
    private final Padding unusedEnd = new Padding(NativeType.SLONGLONG, 4);

    Statfs(Runtime runtime) {
      super(runtime);
    }

    /** Fills the slots of a {@link io.holdfast.posix.FileSystemStat}. */
    void copy(jnr.ffi.Pointer in, long[] slots) {
      long[] values = {
        type.get(in),
        blockSize.get(in),
        blocks.get(in),
        blocksFree.get(in),
        blocksAvailable.get(in),
        files.get(in),
        filesFree.get(in),
        fileSystemId.get(in),
        nameLength.get(in),
        fragmentSize.get(in),
        flags.get(in)
      };
      System.arraycopy(values, 0, slots, 0, values.length);
    }
  }

  /** struct flock. */
  static final class RecordLock extends StructLayout {
    private final Signed16 type = new Signed16();
    private final Signed16 whence = new Signed16();
    private final Signed64 start = new Signed64();
    private final Signed64 length = new Signed64();
    private final Signed32 pid = new Signed32();
    private final Padding unused = new Padding(NativeType.SINT, 1);

    RecordLock(Runtime runtime) {
      super(runtime);
    }

    void set(jnr.ffi.Pointer to, int lockType, long from, long bytes) {
      type.set(to, (short) lockType);
      whence.set(to, (short) Flags.SEEK_SET);
      start.set(to, from);
      length.set(to, bytes);
      pid.set(to, 0);
    }

    /** Fills the slots of a {@link io.holdfast.posix.LockStat}. */
    void copy(jnr.ffi.Pointer in, long[] slots) {
      long[] values = {type.get(in), whence.get(in), start.get(in), length.get(in), pid.get(in)};
      System.arraycopy(values, 0, slots, 0, values.length);
    }
  }

  /** struct open_how of linux/openat2.h. */
  static final class OpenHow extends StructLayout {
    private final Unsigned64 flags = new Unsigned64();
    private final Unsigned64 mode = new Unsigned64();
    private final Unsigned64 resolve = new Unsigned64();

    OpenHow(Runtime runtime) {
      super(runtime);
    }

    void set(jnr.ffi.Pointer to, int openFlags, int openMode, long resolveFlags) {
      flags.set(to, Integer.toUnsignedLong(openFlags));
      mode.set(to, Integer.toUnsignedLong(openMode));
      resolve.set(to, resolveFlags);
    }
  }
}
