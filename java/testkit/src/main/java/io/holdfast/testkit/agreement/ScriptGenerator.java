package io.holdfast.testkit.agreement;

import static io.holdfast.testkit.agreement.World.answer;
import static io.holdfast.testkit.agreement.World.bytes;
import static io.holdfast.testkit.agreement.World.describe;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.holdfast.posix.DirectoryEntries;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.LockStat;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * Makes scripts of random calls: the same seed, the same script. A step is drawn before any call is
 * made, so that a script keeps its meaning when steps are left out of it.
 */
final class ScriptGenerator {

  private static final String[] NAMES = {
    "a",
    "b",
    "c",
    "d",
    "e",
    "d/a",
    "d/b",
    "d/e",
    "e/a",
    "e/d",
    "d/e/a",
    "a/",
    "d/",
    "e/",
    "./a",
    "d/../b",
    "d/.",
    "d/..",
    ".",
    "",
    "link",
    "link/a",
    "loop",
    "absent/a",
    "e//a"
  };
  private static final String[] TARGETS = {"a", "d", "absent", "loop", "d/a", "../a", "e/", "."};
  private static final int[] OPEN_FLAGS = {
    0,
    0,
    Flags.O_CREAT,
    Flags.O_CREAT,
    Flags.O_CREAT | Flags.O_EXCL,
    Flags.O_TRUNC,
    Flags.O_CREAT | Flags.O_TRUNC,
    Flags.O_APPEND,
    Flags.O_DIRECTORY,
    Flags.O_NOFOLLOW,
    Flags.O_NOFOLLOW | Flags.O_DIRECTORY,
    Flags.O_CREAT | Flags.O_NOFOLLOW,
    Flags.O_PATH,
    Flags.O_PATH | Flags.O_NOFOLLOW,
    Flags.O_TMPFILE,
    Flags.O_TMPFILE | Flags.O_EXCL
  };
  private static final long[] RESOLVE = {
    0, Flags.RESOLVE_BENEATH, Flags.RESOLVE_NO_SYMLINKS, Flags.RESOLVE_NO_XDEV, 1L << 40
  };
  private static final List<String> BAD_NAMES =
      List.of(
          "n".repeat(256), "x\0y", "./".repeat(2500), "./".repeat(2047) + "\0", "a".repeat(255));
  private static final int STATUS_FLAGS =
      Flags.O_ACCMODE | Flags.O_APPEND | Flags.O_PATH | Flags.O_DIRECTORY | Flags.O_NOFOLLOW;
  private static final int[] ACCESS = {Flags.O_RDONLY, Flags.O_RDWR, Flags.O_RDWR, Flags.O_WRONLY};

  private final SplittableRandom random;

  private ScriptGenerator(long seed) {
    random = new SplittableRandom(seed);
  }

  /** A script that opens something into every slot first. */
  static List<Step> script(long seed, int steps) {
    ScriptGenerator generator = new ScriptGenerator(seed);
    List<Step> script = new ArrayList<>();
    for (int i = 0; i < steps; i++) {
      script.add(i < World.SLOTS ? generator.open(i) : generator.nextStep());
    }
    return script;
  }

  // ---- the calls

  private Step nextStep() {
    return switch (random.nextInt(30)) {
      case 0, 1, 2, 3 -> open(random.nextInt(World.SLOTS));
      case 4 -> close();
      case 5, 6 -> write();
      case 7 -> read();
      case 8 -> resize();
      case 9 -> seek();
      case 10, 11 -> mkdir();
      case 12, 13 -> unlink();
      case 14 -> link();
      case 15, 16, 17 -> rename();
      case 18 -> symlink();
      case 19 -> look();
      case 20 -> attributes();
      case 21 -> xattr();
      case 22 -> flock();
      case 23 -> record();
      case 24 -> openBelow();
      case 25 -> list();
      case 26 -> stream();
      case 27 -> flags();
      case 28 -> touch();
      default -> badName();
    };
  }

  private Step open(int slot) {
    int from = start();
    String path = name();
    int flags = pick(ACCESS) | pick(OPEN_FLAGS);
    int mode = random.nextBoolean() ? 0600 : 0640;
    return new Step(
        "slot "
            + slot
            + " := openat("
            + from
            + ", "
            + path
            + ", "
            + Integer.toHexString(flags)
            + ")",
        world ->
            world.opened(slot, world.posix().openat(world.start(from), bytes(path), flags, mode)));
  }

  private Step openBelow() {
    int slot = random.nextInt(World.SLOTS);
    int from = start();
    String path = name();
    int flags = pick(ACCESS) | pick(OPEN_FLAGS);
    int mode = (flags & Flags.O_CREAT) != 0 ? 0600 : 0;
    long resolve = RESOLVE[random.nextInt(RESOLVE.length)];
    return new Step(
        "slot %d := openat2(%d, %s, %x, %x)".formatted(slot, from, path, flags, resolve),
        world ->
            world.opened(
                slot, world.posix().openat2(world.start(from), bytes(path), flags, mode, resolve)));
  }

  private Step list() {
    int slot = random.nextInt(World.SLOTS);
    int room = random.nextInt(3) == 0 ? 20 : 4096;
    return new Step(
        "list " + slot + " into " + room,
        world -> {
          byte[] buffer = new byte[room];
          int filled = world.posix().getdents64(world.at(slot), buffer, 0, room);
          String told = filled < 0 ? answer(filled) : names(world, slot);
          if (isDirectory(world, slot)) {
            world.posix().lseek(world.at(slot), 0, Flags.SEEK_SET);
          }
          return told;
        });
  }

  /** In an order of our own: that of a directory, and a position in it, are the file system's. */
  private static String names(World world, int slot) {
    try {
      TreeSet<String> names = new TreeSet<>();
      for (DirectoryEntries.Entry entry : DirectoryEntries.list(world.posix(), world.at(slot))) {
        names.add(new String(entry.name(), ISO_8859_1) + ":" + entry.type());
      }
      return names.toString();
    } catch (PosixException e) {
      return e.errno().symbol();
    }
  }

  private Step stream() {
    int from = start();
    String path = name();
    return new Step(
        "opendir(" + from + ", " + path + ")",
        world -> {
          long stream = world.posix().opendir(world.start(from), bytes(path));
          if (stream < 0) {
            return answer(stream);
          }
          long[] slots = new long[FileStat.SLOTS];
          String seen = answer(world.posix().fstat(world.posix().dirfd(stream), slots));
          return seen + describe(FileStat.of(slots)) + answer(world.posix().closedir(stream));
        });
  }

  private Step flags() {
    int slot = random.nextInt(World.SLOTS);
    int how = random.nextInt(4);
    return new Step(
        "flags or barrier " + how + " " + slot,
        world ->
            answer(
                switch (how) {
                  case 0 -> world.posix().fdatasync(world.at(slot));
                  case 1 -> world.posix().syncFileRange(world.at(slot), 0, 0, 0);
                  default -> told(world.posix().fcntlGetFlags(world.at(slot)));
                }));
  }

  /** O_LARGEFILE is the kernel's own. */
  private static int told(int statusFlags) {
    return statusFlags < 0 ? statusFlags : statusFlags & STATUS_FLAGS;
  }

  private Step touch() {
    int from = start();
    String path = name();
    long atime = random.nextLong(1_900_000_000L);
    long mtime = random.nextLong(1_900_000_000L);
    long nanos = random.nextInt(4) == 0 ? 1_000_000_000L : random.nextLong(1_000_000_000L);
    int flags = random.nextBoolean() ? Flags.AT_SYMLINK_NOFOLLOW : 0;
    return new Step(
        "touch (%d, %s) %d.%d %x".formatted(from, path, mtime, nanos, flags),
        world -> {
          Posix posix = world.posix();
          int dirfd = world.start(from);
          int result = posix.utimensat(dirfd, bytes(path), atime, nanos, mtime, nanos, flags);
          long[] slots = new long[FileStat.SLOTS];
          return result == 0 && posix.fstatat(dirfd, bytes(path), slots, flags) == 0
              ? FileStat.of(slots).atimeNanos() + " " + FileStat.of(slots).mtimeNanos()
              : answer(result);
        });
  }

  private Step badName() {
    int slot = random.nextInt(World.SLOTS);
    String path = BAD_NAMES.get(random.nextInt(BAD_NAMES.size()));
    int how = random.nextInt(4);
    int making = Flags.O_RDWR | Flags.O_CREAT;
    return new Step(
        "bad name " + how + " of " + path.length() + " bytes",
        world -> {
          Posix posix = world.posix();
          byte[] name = bytes(path);
          return switch (how) {
            case 0 -> answer(posix.mkdirat(world.start(-1), name, 0700));
            case 1 ->
                answer(posix.renameat2(world.start(-1), bytes("a"), world.start(-1), name, 0));
            case 2 -> answer(posix.fgetxattr(world.at(slot), name, new byte[4]));
            default -> world.opened(slot, posix.openat(world.start(-1), name, making, 0600));
          };
        });
  }

  private Step close() {
    int slot = random.nextInt(World.SLOTS);
    return new Step(
        "close " + slot,
        world -> {
          int result = world.posix().close(world.at(slot));
          world.put(slot, -1);
          return answer(result);
        });
  }

  private Step write() {
    int slot = random.nextInt(World.SLOTS);
    byte[] data = new byte[random.nextInt(700)];
    random.nextBytes(data);
    long position = random.nextInt(-1, 2000);
    boolean positioned = random.nextBoolean();
    return new Step(
        "write " + slot + " " + data.length + (positioned ? " at " + position : ""),
        world ->
            answer(
                positioned
                    ? world.posix().pwrite(world.at(slot), data, 0, data.length, position)
                    : world.posix().write(world.at(slot), data, 0, data.length)));
  }

  private Step read() {
    int slot = random.nextInt(World.SLOTS);
    int length = random.nextInt(900);
    long position = random.nextInt(-1, 2000);
    boolean positioned = random.nextBoolean();
    return new Step(
        "read " + slot + " " + length + (positioned ? " at " + position : ""),
        world -> {
          byte[] buffer = new byte[900];
          int result =
              positioned
                  ? world.posix().pread(world.at(slot), buffer, 0, length, position)
                  : world.posix().read(world.at(slot), buffer, 0, length);
          return answer(result) + " " + HexFormat.of().formatHex(buffer, 0, Math.max(0, result));
        });
  }

  private Step resize() {
    int slot = random.nextInt(World.SLOTS);
    long length = random.nextInt(-1, 3000);
    int how = random.nextInt(4);
    return new Step(
        "resize " + slot + " " + how + " to " + length,
        world ->
            answer(
                switch (how) {
                  case 0 -> world.posix().fallocate(world.at(slot), 0, 10, length);
                  case 1 ->
                      world.posix().fallocate(world.at(slot), Flags.FALLOC_FL_KEEP_SIZE, 0, length);
                  default -> world.posix().ftruncate(world.at(slot), length);
                }));
  }

  private Step seek() {
    int slot = random.nextInt(World.SLOTS);
    long offset = random.nextInt(-100, 2000);
    int whence = random.nextBoolean() ? Flags.SEEK_SET : Flags.SEEK_CUR;
    boolean sync = random.nextInt(3) == 0;
    return new Step(
        sync ? "fsync " + slot : "lseek " + slot + " " + offset + " " + whence,
        world -> {
          if (sync) {
            return answer(world.posix().fsync(world.at(slot)));
          }
          boolean directory = isDirectory(world, slot);
          return directory ? "" : answer(world.posix().lseek(world.at(slot), offset, whence));
        });
  }

  private static boolean isDirectory(World world, int slot) {
    long[] slots = new long[FileStat.SLOTS];
    return world.posix().fstat(world.at(slot), slots) == 0 && FileStat.of(slots).isDirectory();
  }

  private Step mkdir() {
    int from = start();
    String path = name();
    return new Step(
        "mkdirat(" + from + ", " + path + ")",
        world -> answer(world.posix().mkdirat(world.start(from), bytes(path), 0700)));
  }

  private Step unlink() {
    int from = start();
    String path = name();
    int flags = random.nextInt(3) == 0 ? Flags.AT_REMOVEDIR : 0;
    return new Step(
        "unlinkat(" + from + ", " + path + ", " + flags + ")",
        world -> answer(world.posix().unlinkat(world.start(from), bytes(path), flags)));
  }

  private Step link() {
    int from = start();
    int to = start();
    String oldPath = name();
    String newPath = name();
    int[] all = {0, 0, Flags.AT_SYMLINK_FOLLOW};
    int flags = pick(all);
    boolean byProc = random.nextInt(4) == 0;
    int slot = random.nextInt(World.SLOTS);
    return new Step(
        "linkat("
            + from
            + ", "
            + (byProc ? "proc " + slot : oldPath)
            + ", "
            + to
            + ", "
            + newPath
            + ", "
            + flags
            + ")",
        world -> {
          String path = byProc ? "/proc/self/fd/" + world.at(slot) : oldPath;
          return answer(
              world
                  .posix()
                  .linkat(world.start(from), bytes(path), world.start(to), bytes(newPath), flags));
        });
  }

  private Step rename() {
    int from = start();
    int to = start();
    String oldPath = name();
    String newPath = name();
    int[] all = {0, 0, 0, Flags.RENAME_NOREPLACE, Flags.RENAME_EXCHANGE};
    int flags = pick(all);
    return new Step(
        "renameat2(" + from + ", " + oldPath + ", " + to + ", " + newPath + ", " + flags + ")",
        world ->
            answer(
                world
                    .posix()
                    .renameat2(
                        world.start(from),
                        bytes(oldPath),
                        world.start(to),
                        bytes(newPath),
                        flags)));
  }

  private Step symlink() {
    int from = start();
    String path = random.nextBoolean() ? "link" : random.nextBoolean() ? "loop" : name();
    String target = TARGETS[random.nextInt(TARGETS.length)];
    return new Step(
        "symlinkat(" + target + ", " + from + ", " + path + ")",
        world -> answer(world.posix().symlinkat(bytes(target), world.start(from), bytes(path))));
  }

  private Step look() {
    int from = start();
    String path = name();
    int[] all = {0, Flags.AT_SYMLINK_NOFOLLOW, Flags.AT_EMPTY_PATH};
    int flags = pick(all);
    int how = random.nextInt(3);
    return new Step(
        "look " + how + " (" + from + ", " + path + ", " + flags + ")",
        world -> {
          long[] slots = new long[FileStat.SLOTS];
          byte[] buffer = new byte[100];
          int result =
              switch (how) {
                case 0 ->
                    world
                        .posix()
                        .statx(
                            world.start(from), bytes(path), flags, Flags.STATX_BASIC_STATS, slots);
                case 1 -> world.posix().readlinkat(world.start(from), bytes(path), buffer);
                default -> world.posix().fstatat(world.start(from), bytes(path), slots, flags);
              };
          return answer(result)
              + (how == 1 ? text(buffer) : result == 0 ? describe(FileStat.of(slots)) : "");
        });
  }

  private Step attributes() {
    int slot = random.nextInt(World.SLOTS);
    int from = start();
    String path = name();
    int mode = random.nextInt(010000) | 0700;
    int how = random.nextInt(4);
    return new Step(
        "attributes "
            + how
            + " "
            + slot
            + " ("
            + from
            + ", "
            + path
            + ") "
            + Integer.toOctalString(mode),
        world ->
            answer(
                switch (how) {
                  case 0 -> world.posix().fchmod(world.at(slot), mode & 0777);
                  case 1 -> world.posix().fchmodat(world.start(from), bytes(path), mode & 0777);
                  case 2 -> world.posix().fchownat(world.start(from), bytes(path), -1, -1, 0);
                  default ->
                      world
                          .posix()
                          .utimensat(
                              world.start(from), bytes(path), mode, 0, mode, Flags.UTIME_OMIT, 0);
                }));
  }

  private Step xattr() {
    int slot = random.nextInt(World.SLOTS);
    byte[] attribute = bytes("user." + random.nextInt(2));
    byte[] value = new byte[random.nextInt(20)];
    random.nextBytes(value);
    int[] all = {0, Flags.XATTR_CREATE, Flags.XATTR_REPLACE};
    int flags = pick(all);
    int how = random.nextInt(3);
    return new Step(
        "xattr " + how + " " + slot + " " + new String(attribute, ISO_8859_1) + " " + flags,
        world -> {
          byte[] buffer = new byte[10];
          int result =
              switch (how) {
                case 0 -> world.posix().fsetxattr(world.at(slot), attribute, value, flags);
                case 1 -> world.posix().fgetxattr(world.at(slot), attribute, buffer);
                default -> world.posix().fremovexattr(world.at(slot), attribute);
              };
          return answer(result) + HexFormat.of().formatHex(buffer);
        });
  }

  private Step flock() {
    int slot = random.nextInt(World.SLOTS);
    int[] all = {Flags.LOCK_SH, Flags.LOCK_EX, Flags.LOCK_UN};
    int operation = pick(all) | Flags.LOCK_NB;
    return new Step(
        "flock " + slot + " " + operation,
        world -> answer(world.posix().flock(world.at(slot), operation)));
  }

  private Step record() {
    int slot = random.nextInt(World.SLOTS);
    int[] commands = {Flags.F_SETLK, Flags.F_OFD_SETLK, Flags.F_GETLK, Flags.F_OFD_GETLK};
    int command = pick(commands);
    int[] types = {Flags.F_RDLCK, Flags.F_WRLCK, Flags.F_WRLCK, Flags.F_UNLCK};
    boolean asks = command == Flags.F_GETLK || command == Flags.F_OFD_GETLK;
    int type = asks ? Flags.F_WRLCK : pick(types);
    long start = random.nextInt(20);
    long length = random.nextInt(-5, 20);
    return new Step(
        "fcntl " + slot + " " + command + " " + type + " " + start + "+" + length,
        world -> {
          int fd = world.at(slot);
          if (!asks) {
            return answer(world.posix().fcntlSetLock(fd, command, type, start, length));
          }
          long[] slots = new long[LockStat.SLOTS];
          int result = world.posix().fcntlGetLock(fd, command, type, start, length, slots);
          boolean free = result == 0 && LockStat.of(slots).type() == Flags.F_UNLCK;
          return answer(result) + (free ? " free" : "");
        });
  }

  private int start() {
    return random.nextInt(4) == 0 ? random.nextInt(World.SLOTS) : -1;
  }

  private String name() {
    return NAMES[random.nextInt(NAMES.length)];
  }

  private int pick(int[] from) {
    return from[random.nextInt(from.length)];
  }

  private static String text(byte[] buffer) {
    return new String(buffer, ISO_8859_1).trim();
  }
}
