package io.holdfast.jni;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.DirectoryEntries;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.LockStat;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.testkit.contract.ScratchDirectory;
import io.holdfast.testkit.sim.Credentials;
import io.holdfast.testkit.sim.SimDisk;
import io.holdfast.testkit.sim.SimPosix;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random calls, the same to the kernel and to the simulator: both answer the same every time, down
 * to the errno, and end with the same tree. A failure names the seed and shows the calls.
 */
class SimulatorAgreesWithKernelTest {

  private static final int RUNS = 20;
  private static final int CALLS = 250;
  private static final int SLOTS = 8;
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
  private static final int[] ACCESS = {Flags.O_RDONLY, Flags.O_RDWR, Flags.O_RDWR, Flags.O_WRONLY};

  /** One of the two worlds. */
  private static final class World {
    final Posix posix;
    final int root;
    final int[] open = new int[SLOTS];

    World(Posix posix, int root) {
      this.posix = posix;
      this.root = root;
      java.util.Arrays.fill(open, -1);
    }

    /** Where a path begins: the root, or what a slot holds. */
    int start(int slot) {
      return slot < 0 ? root : open[slot];
    }

    void closeAll() {
      for (int fd : open) {
        if (fd >= 0) {
          posix.close(fd);
        }
      }
    }
  }

  /** A call that can be made in either world and whose answer means the same in both. */
  private record Step(String text, Function<World, String> call) {}

  private SplittableRandom random = new SplittableRandom(0);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void bothAnswerTheSame(long seed) throws Exception {
    for (int run = 0; run < RUNS; run++) {
      random = new SplittableRandom(seed * 1_000_003 + run);
      compareOnce("seed " + seed + ", run " + run);
    }
  }

  private void compareOnce(String name) throws Exception {
    Posix kernel = new JniProvider().load();
    try (ScratchDirectory scratch = ScratchDirectory.create(kernel)) {
      kernel.mkdirat(scratch.descriptor(), bytes("t"), 0700);
      int asDirectory = Flags.O_RDONLY | Flags.O_DIRECTORY;
      World real =
          new World(kernel, kernel.openat(scratch.descriptor(), bytes("t"), asDirectory, 0));
      World simulated = simulate(real);
      for (World world : List.of(real, simulated)) {
        for (String directory : List.of("d", "e", "d/e")) {
          world.posix.mkdirat(world.root, bytes(directory), 0700);
        }
      }
      List<String> done = new ArrayList<>();
      try {
        for (int i = 0; i < CALLS; i++) {
          Step step = i < SLOTS ? open(i) : nextStep();
          String expected = step.call.apply(real);
          String answered = step.call.apply(simulated);
          done.add(step.text + " = " + expected);
          assertThat(answered)
              .as("the simulator, %s, after%n%s", name, String.join("\n", done))
              .isEqualTo(expected);
        }
        assertThat(tree(simulated, simulated.root))
            .as("the simulator's tree, %s, after%n%s", name, String.join("\n", done))
            .isEqualTo(tree(real, real.root));
      } finally {
        real.closeAll();
        kernel.close(real.root);
      }
    }
  }

  /** A simulated process with the same user, group and umask. */
  private static World simulate(World real) {
    int fd = real.posix.openat(real.root, bytes("m"), Flags.O_RDWR | Flags.O_CREAT, 0777);
    FileStat made = stat(real.posix, fd);
    real.posix.close(fd);
    real.posix.unlinkat(real.root, bytes("m"), 0);
    int umask = 0777 & ~made.permissions();
    SimDisk disk = SimDisk.create();
    SimPosix root = disk.newProcess();
    for (String directory : List.of("/s", "/s/t")) {
      root.mkdirat(Flags.AT_FDCWD, bytes(directory), 0700);
      root.fchownat(Flags.AT_FDCWD, bytes(directory), made.uid(), made.gid(), 0);
    }
    SimPosix process = disk.newProcess(new Credentials(made.uid(), made.gid(), umask));
    int flags = Flags.O_RDONLY | Flags.O_DIRECTORY;
    return new World(process, process.openat(Flags.AT_FDCWD, bytes("/s/t"), flags, 0));
  }

  private static FileStat stat(Posix posix, int fd) {
    long[] slots = new long[FileStat.SLOTS];
    assertThat(posix.fstat(fd, slots)).isZero();
    return FileStat.of(slots);
  }

  // ---- the calls

  private Step nextStep() {
    return switch (random.nextInt(24)) {
      case 0, 1, 2, 3 -> open(random.nextInt(SLOTS));
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
      default -> record();
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
        world -> {
          int fd = world.posix.openat(world.start(from), bytes(path), flags, mode);
          if (fd >= 0) {
            if (world.open[slot] >= 0) {
              world.posix.close(world.open[slot]);
            }
            world.open[slot] = fd;
          }
          return fd >= 0 ? "open" : answer(fd);
        });
  }

  private Step close() {
    int slot = random.nextInt(SLOTS);
    return new Step(
        "close " + slot,
        world -> {
          int result = world.posix.close(world.open[slot]);
          world.open[slot] = -1;
          return answer(result);
        });
  }

  private Step write() {
    int slot = random.nextInt(SLOTS);
    byte[] data = new byte[random.nextInt(700)];
    random.nextBytes(data);
    long position = random.nextInt(-1, 2000);
    boolean positioned = random.nextBoolean();
    return new Step(
        "write " + slot + " " + data.length + (positioned ? " at " + position : ""),
        world ->
            answer(
                positioned
                    ? world.posix.pwrite(world.open[slot], data, 0, data.length, position)
                    : world.posix.write(world.open[slot], data, 0, data.length)));
  }

  private Step read() {
    int slot = random.nextInt(SLOTS);
    int length = random.nextInt(900);
    long position = random.nextInt(-1, 2000);
    boolean positioned = random.nextBoolean();
    return new Step(
        "read " + slot + " " + length + (positioned ? " at " + position : ""),
        world -> {
          byte[] buffer = new byte[900];
          int result =
              positioned
                  ? world.posix.pread(world.open[slot], buffer, 0, length, position)
                  : world.posix.read(world.open[slot], buffer, 0, length);
          return answer(result) + " " + HexFormat.of().formatHex(buffer, 0, Math.max(0, result));
        });
  }

  private Step resize() {
    int slot = random.nextInt(SLOTS);
    long length = random.nextInt(-1, 3000);
    int how = random.nextInt(4);
    return new Step(
        "resize " + slot + " " + how + " to " + length,
        world ->
            answer(
                switch (how) {
                  case 0 -> world.posix.fallocate(world.open[slot], 0, 10, length);
                  case 1 ->
                      world.posix.fallocate(world.open[slot], Flags.FALLOC_FL_KEEP_SIZE, 0, length);
                  default -> world.posix.ftruncate(world.open[slot], length);
                }));
  }

  private Step seek() {
    int slot = random.nextInt(SLOTS);
    long offset = random.nextInt(-100, 2000);
    int whence = random.nextBoolean() ? Flags.SEEK_SET : Flags.SEEK_CUR;
    boolean sync = random.nextInt(3) == 0;
    return new Step(
        sync ? "fsync " + slot : "lseek " + slot + " " + offset + " " + whence,
        world -> {
          if (sync) {
            return answer(world.posix.fsync(world.open[slot]));
          }
          boolean directory = isDirectory(world, slot);
          return directory ? "" : answer(world.posix.lseek(world.open[slot], offset, whence));
        });
  }

  private static boolean isDirectory(World world, int slot) {
    long[] slots = new long[FileStat.SLOTS];
    return world.posix.fstat(world.open[slot], slots) == 0 && FileStat.of(slots).isDirectory();
  }

  private Step mkdir() {
    int from = start();
    String path = name();
    return new Step(
        "mkdirat(" + from + ", " + path + ")",
        world -> answer(world.posix.mkdirat(world.start(from), bytes(path), 0700)));
  }

  private Step unlink() {
    int from = start();
    String path = name();
    int flags = random.nextInt(3) == 0 ? Flags.AT_REMOVEDIR : 0;
    return new Step(
        "unlinkat(" + from + ", " + path + ", " + flags + ")",
        world -> answer(world.posix.unlinkat(world.start(from), bytes(path), flags)));
  }

  private Step link() {
    int from = start();
    int to = start();
    String oldPath = name();
    String newPath = name();
    int[] all = {0, 0, Flags.AT_SYMLINK_FOLLOW};
    int flags = pick(all);
    boolean byProc = random.nextInt(4) == 0;
    int slot = random.nextInt(SLOTS);
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
          String path = byProc ? "/proc/self/fd/" + world.open[slot] : oldPath;
          return answer(
              world.posix.linkat(
                  world.start(from), bytes(path), world.start(to), bytes(newPath), flags));
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
                world.posix.renameat2(
                    world.start(from), bytes(oldPath), world.start(to), bytes(newPath), flags)));
  }

  private Step symlink() {
    int from = start();
    String path = random.nextBoolean() ? "link" : random.nextBoolean() ? "loop" : name();
    String target = TARGETS[random.nextInt(TARGETS.length)];
    return new Step(
        "symlinkat(" + target + ", " + from + ", " + path + ")",
        world -> answer(world.posix.symlinkat(bytes(target), world.start(from), bytes(path))));
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
                    world.posix.statx(
                        world.start(from), bytes(path), flags, Flags.STATX_BASIC_STATS, slots);
                case 1 -> world.posix.readlinkat(world.start(from), bytes(path), buffer);
                default -> world.posix.fstatat(world.start(from), bytes(path), slots, flags);
              };
          return answer(result)
              + (how == 1 ? text(buffer) : result == 0 ? describe(FileStat.of(slots)) : "");
        });
  }

  private Step attributes() {
    int slot = random.nextInt(SLOTS);
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
                  case 0 -> world.posix.fchmod(world.open[slot], mode & 0777);
                  case 1 -> world.posix.fchmodat(world.start(from), bytes(path), mode & 0777);
                  case 2 -> world.posix.fchownat(world.start(from), bytes(path), -1, -1, 0);
                  default ->
                      world.posix.utimensat(
                          world.start(from), bytes(path), mode, 0, mode, Flags.UTIME_OMIT, 0);
                }));
  }

  private Step xattr() {
    int slot = random.nextInt(SLOTS);
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
                case 0 -> world.posix.fsetxattr(world.open[slot], attribute, value, flags);
                case 1 -> world.posix.fgetxattr(world.open[slot], attribute, buffer);
                default -> world.posix.fremovexattr(world.open[slot], attribute);
              };
          return answer(result) + HexFormat.of().formatHex(buffer);
        });
  }

  private Step flock() {
    int slot = random.nextInt(SLOTS);
    int[] all = {Flags.LOCK_SH, Flags.LOCK_EX, Flags.LOCK_UN};
    int operation = pick(all) | Flags.LOCK_NB;
    return new Step(
        "flock " + slot + " " + operation,
        world -> answer(world.posix.flock(world.open[slot], operation)));
  }

  private Step record() {
    int slot = random.nextInt(SLOTS);
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
          int fd = world.open[slot];
          if (!asks) {
            return answer(world.posix.fcntlSetLock(fd, command, type, start, length));
          }
          long[] slots = new long[LockStat.SLOTS];
          int result = world.posix.fcntlGetLock(fd, command, type, start, length, slots);
          boolean free = result == 0 && LockStat.of(slots).type() == Flags.F_UNLCK;
          return answer(result) + (free ? " free" : "");
        });
  }

  // ---- what is compared

  private static String answer(long result) {
    return result < 0 ? Errno.of(result).symbol() : Long.toString(result);
  }

  private static String text(byte[] buffer) {
    return new String(buffer, ISO_8859_1).trim();
  }

  private static String describe(FileStat stat) {
    String ofFiles = stat.isDirectory() ? "" : " " + stat.nlink() + " " + stat.size();
    return " " + Integer.toOctalString(stat.mode()) + " " + stat.uid() + ofFiles;
  }

  /** Every path below a directory with what it is and holds. */
  private static Map<String, String> tree(World world, int directory) throws PosixException {
    Map<String, String> tree = new TreeMap<>();
    for (DirectoryEntries.Entry entry : DirectoryEntries.list(world.posix, directory)) {
      String name = new String(entry.name(), ISO_8859_1);
      long[] slots = new long[FileStat.SLOTS];
      int noFollow = Flags.AT_SYMLINK_NOFOLLOW;
      assertThat(world.posix.fstatat(directory, entry.name(), slots, noFollow)).isZero();
      FileStat stat = FileStat.of(slots);
      tree.put(name, describe(stat) + content(world, directory, entry.name(), stat));
      if (stat.isDirectory()) {
        int flags = Flags.O_RDONLY | Flags.O_DIRECTORY;
        int below = world.posix.openat(directory, entry.name(), flags, 0);
        tree(world, below).forEach((path, text) -> tree.put(name + "/" + path, text));
        world.posix.close(below);
      }
    }
    return tree;
  }

  private static String content(World world, int directory, byte[] name, FileStat stat) {
    byte[] buffer = new byte[8192];
    if (stat.isSymbolicLink()) {
      int length = world.posix.readlinkat(directory, name, buffer);
      return " -> " + new String(buffer, 0, length, ISO_8859_1);
    }
    if (!stat.isRegular()) {
      return "";
    }
    int fd = world.posix.openat(directory, name, Flags.O_RDONLY, 0);
    if (fd < 0) {
      return " " + answer(fd);
    }
    int length = world.posix.pread(fd, buffer, 0, buffer.length, 0);
    world.posix.close(fd);
    return " " + HexFormat.of().formatHex(buffer, 0, length);
  }

  private int start() {
    return random.nextInt(4) == 0 ? random.nextInt(SLOTS) : -1;
  }

  private String name() {
    return NAMES[random.nextInt(NAMES.length)];
  }

  private int pick(int[] from) {
    return from[random.nextInt(from.length)];
  }

  private static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }
}
