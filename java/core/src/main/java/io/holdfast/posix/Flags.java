package io.holdfast.posix;

/**
 * The kernel's numbers for this platform, under the names that the manual pages use.
 *
 * <p>None is written here: the C compiler resolved them (native/src/constants.def), core carries
 * the resulting table as a resource per operating system and architecture, and every binding with C
 * code behind it compares its own table with that one when it is loaded.
 */
public final class Flags {

  // ---- open

  public static final int O_RDONLY = PlatformConstants.intValue("O_RDONLY");
  public static final int O_WRONLY = PlatformConstants.intValue("O_WRONLY");
  public static final int O_RDWR = PlatformConstants.intValue("O_RDWR");
  public static final int O_ACCMODE = PlatformConstants.intValue("O_ACCMODE");
  public static final int O_CREAT = PlatformConstants.intValue("O_CREAT");
  public static final int O_EXCL = PlatformConstants.intValue("O_EXCL");
  public static final int O_TRUNC = PlatformConstants.intValue("O_TRUNC");
  public static final int O_APPEND = PlatformConstants.intValue("O_APPEND");
  public static final int O_NONBLOCK = PlatformConstants.intValue("O_NONBLOCK");
  public static final int O_DSYNC = PlatformConstants.intValue("O_DSYNC");
  public static final int O_SYNC = PlatformConstants.intValue("O_SYNC");
  public static final int O_DIRECT = PlatformConstants.intValue("O_DIRECT");
  public static final int O_DIRECTORY = PlatformConstants.intValue("O_DIRECTORY");
  public static final int O_NOFOLLOW = PlatformConstants.intValue("O_NOFOLLOW");
  public static final int O_CLOEXEC = PlatformConstants.intValue("O_CLOEXEC");
  public static final int O_PATH = PlatformConstants.intValue("O_PATH");
  public static final int O_TMPFILE = PlatformConstants.intValue("O_TMPFILE");
  public static final long RESOLVE_BENEATH = PlatformConstants.longValue("RESOLVE_BENEATH");
  public static final long RESOLVE_NO_SYMLINKS = PlatformConstants.longValue("RESOLVE_NO_SYMLINKS");
  public static final long RESOLVE_NO_XDEV = PlatformConstants.longValue("RESOLVE_NO_XDEV");

  // ---- *at

  public static final int AT_FDCWD = PlatformConstants.intValue("AT_FDCWD");
  public static final int AT_SYMLINK_NOFOLLOW = PlatformConstants.intValue("AT_SYMLINK_NOFOLLOW");
  public static final int AT_SYMLINK_FOLLOW = PlatformConstants.intValue("AT_SYMLINK_FOLLOW");
  public static final int AT_REMOVEDIR = PlatformConstants.intValue("AT_REMOVEDIR");
  public static final int AT_EMPTY_PATH = PlatformConstants.intValue("AT_EMPTY_PATH");
  public static final int AT_STATX_FORCE_SYNC = PlatformConstants.intValue("AT_STATX_FORCE_SYNC");
  public static final int RENAME_NOREPLACE = PlatformConstants.intValue("RENAME_NOREPLACE");
  public static final int RENAME_EXCHANGE = PlatformConstants.intValue("RENAME_EXCHANGE");
  public static final int RENAME_WHITEOUT = PlatformConstants.intValue("RENAME_WHITEOUT");

  // ---- stat

  public static final int S_IFMT = PlatformConstants.intValue("S_IFMT");
  public static final int S_IFREG = PlatformConstants.intValue("S_IFREG");
  public static final int S_IFDIR = PlatformConstants.intValue("S_IFDIR");
  public static final int S_IFLNK = PlatformConstants.intValue("S_IFLNK");
  public static final int S_IFIFO = PlatformConstants.intValue("S_IFIFO");
  public static final int S_IFCHR = PlatformConstants.intValue("S_IFCHR");
  public static final int S_IFBLK = PlatformConstants.intValue("S_IFBLK");
  public static final int S_IFSOCK = PlatformConstants.intValue("S_IFSOCK");
  public static final int STATX_BASIC_STATS = PlatformConstants.intValue("STATX_BASIC_STATS");
  public static final int STATX_BTIME = PlatformConstants.intValue("STATX_BTIME");
  public static final int STATX_MNT_ID = PlatformConstants.intValue("STATX_MNT_ID");
  public static final long UTIME_NOW = PlatformConstants.longValue("UTIME_NOW");
  public static final long UTIME_OMIT = PlatformConstants.longValue("UTIME_OMIT");
  public static final int ST_RDONLY = PlatformConstants.intValue("ST_RDONLY");
  public static final int DT_UNKNOWN = PlatformConstants.intValue("DT_UNKNOWN");
  public static final int DT_REG = PlatformConstants.intValue("DT_REG");
  public static final int DT_DIR = PlatformConstants.intValue("DT_DIR");
  public static final int DT_LNK = PlatformConstants.intValue("DT_LNK");

  // ---- data

  public static final int SEEK_SET = PlatformConstants.intValue("SEEK_SET");
  public static final int SEEK_CUR = PlatformConstants.intValue("SEEK_CUR");
  public static final int SEEK_END = PlatformConstants.intValue("SEEK_END");
  public static final int SYNC_FILE_RANGE_WAIT_BEFORE =
      PlatformConstants.intValue("SYNC_FILE_RANGE_WAIT_BEFORE");
  public static final int SYNC_FILE_RANGE_WRITE =
      PlatformConstants.intValue("SYNC_FILE_RANGE_WRITE");
  public static final int SYNC_FILE_RANGE_WAIT_AFTER =
      PlatformConstants.intValue("SYNC_FILE_RANGE_WAIT_AFTER");
  public static final int FALLOC_FL_KEEP_SIZE = PlatformConstants.intValue("FALLOC_FL_KEEP_SIZE");
  public static final int XATTR_CREATE = PlatformConstants.intValue("XATTR_CREATE");
  public static final int XATTR_REPLACE = PlatformConstants.intValue("XATTR_REPLACE");

  // ---- locks

  public static final int LOCK_SH = PlatformConstants.intValue("LOCK_SH");
  public static final int LOCK_EX = PlatformConstants.intValue("LOCK_EX");
  public static final int LOCK_NB = PlatformConstants.intValue("LOCK_NB");
  public static final int LOCK_UN = PlatformConstants.intValue("LOCK_UN");
  public static final int F_GETLK = PlatformConstants.intValue("F_GETLK");
  public static final int F_SETLK = PlatformConstants.intValue("F_SETLK");
  public static final int F_SETLKW = PlatformConstants.intValue("F_SETLKW");
  public static final int F_OFD_GETLK = PlatformConstants.intValue("F_OFD_GETLK");
  public static final int F_OFD_SETLK = PlatformConstants.intValue("F_OFD_SETLK");
  public static final int F_OFD_SETLKW = PlatformConstants.intValue("F_OFD_SETLKW");
  public static final int F_RDLCK = PlatformConstants.intValue("F_RDLCK");
  public static final int F_WRLCK = PlatformConstants.intValue("F_WRLCK");
  public static final int F_UNLCK = PlatformConstants.intValue("F_UNLCK");

  // ---- clocks

  public static final int CLOCK_REALTIME = PlatformConstants.intValue("CLOCK_REALTIME");
  public static final int CLOCK_MONOTONIC = PlatformConstants.intValue("CLOCK_MONOTONIC");
  public static final int CLOCK_BOOTTIME = PlatformConstants.intValue("CLOCK_BOOTTIME");

  // ---- system calls by number, for a binding that has no C code of its own

  public static final long SYS_OPENAT2 = PlatformConstants.longValue("SYS_openat2");
  public static final long SYS_RENAMEAT2 = PlatformConstants.longValue("SYS_renameat2");
  public static final long SYS_STATX = PlatformConstants.longValue("SYS_statx");

  private Flags() {}
}
