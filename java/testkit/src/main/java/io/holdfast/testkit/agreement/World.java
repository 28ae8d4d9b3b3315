package io.holdfast.testkit.agreement;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.holdfast.posix.Descriptor;
import io.holdfast.posix.DirectoryEntries;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.contract.ScratchDirectory;
import io.holdfast.testkit.sim.Credentials;
import io.holdfast.testkit.sim.SimDisk;
import io.holdfast.testkit.sim.SimPosix;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A directory of its own in which one Posix runs scripts, and the descriptors that a script holds
 * in its slots. Not for several threads.
 */
public final class World implements AutoCloseable {

  static final int SLOTS = 8;

  private static final int DIRECTORY = Flags.O_RDONLY | Flags.O_DIRECTORY;
  private static final int MOST_BYTES = 8192;
  private static final byte[] TOP = bytes("t");

  private final Posix posix;
  private final int root;
  private final @Nullable ScratchDirectory scratch;
  private final int[] open = new int[SLOTS];

  private World(Posix posix, int root, @Nullable ScratchDirectory scratch) {
    this.posix = posix;
    this.root = root;
    this.scratch = scratch;
    Arrays.fill(open, -1);
    for (String directory : List.of("d", "e", "d/e")) {
      posix.mkdirat(root, bytes(directory), 0700);
    }
  }

  /** A binding in a scratch directory below another, which goes with the world. */
  public static World of(Posix binding, RawPath parent) throws PosixException {
    ScratchDirectory scratch = ScratchDirectory.create(binding, parent);
    PosixException.check(binding.mkdirat(scratch.descriptor(), TOP, 0700), "mkdirat", TOP);
    int root = binding.openat(scratch.descriptor(), TOP, DIRECTORY, 0);
    return new World(binding, PosixException.check(root, "openat", TOP), scratch);
  }

  /** A simulated process on a simulated disk, of the same user, group and umask as a binding's. */
  public static World simulatedLike(Posix binding) throws PosixException {
    FileStat made = fileMadeBy(binding);
    SimDisk disk = SimDisk.create();
    SimPosix root = disk.newProcess();
    for (String directory : List.of("/s", "/s/t")) {
      root.mkdirat(Flags.AT_FDCWD, bytes(directory), 0700);
      root.fchownat(Flags.AT_FDCWD, bytes(directory), made.uid(), made.gid(), 0);
    }
    int umask = 0777 & ~made.permissions();
    SimPosix process = disk.newProcess(new Credentials(made.uid(), made.gid(), umask));
    return simulated(process, "/s/t");
  }

  /** A simulated process, or what decorates one, in a directory that is there. */
  public static World simulated(Posix process, String directory) throws PosixException {
    int fd = process.openat(Flags.AT_FDCWD, bytes(directory), DIRECTORY, 0);
    return new World(process, PosixException.check(fd, "openat", bytes(directory)), null);
  }

  private static FileStat fileMadeBy(Posix binding) throws PosixException {
    int flags = Flags.O_RDWR | Flags.O_CREAT;
    try (ScratchDirectory scratch = ScratchDirectory.create(binding);
        Descriptor file = Descriptor.open(binding, scratch.descriptor(), bytes("m"), flags, 0777)) {
      long[] slots = new long[FileStat.SLOTS];
      PosixException.check(binding.fstat(file.number(), slots), "fstat");
      return FileStat.of(slots);
    }
  }

  Posix posix() {
    return posix;
  }

  /** Where a path begins: what a slot holds, or the world's root for a negative number. */
  int start(int slot) {
    return slot < 0 ? root : open[slot];
  }

  /** The descriptor in a slot, -1 where there is none. */
  int at(int slot) {
    return open[slot];
  }

  void put(int slot, int descriptor) {
    open[slot] = descriptor;
  }

  /** Keeps what an open has answered; another number in another world is no difference. */
  String opened(int slot, int result) {
    if (result < 0) {
      return answer(result);
    }
    if (open[slot] >= 0) {
      posix.close(open[slot]);
    }
    open[slot] = result;
    return "open";
  }

  static String answer(long result) {
    return result < 0 ? Errno.of(result).symbol() : Long.toString(result);
  }

  /** What of a file is the same in all worlds; of directories link counts and sizes are not. */
  static String describe(FileStat stat) {
    String ofFiles = stat.isDirectory() ? "" : " " + stat.nlink() + " " + stat.size();
    return " " + Integer.toOctalString(stat.mode()) + " " + stat.uid() + ofFiles;
  }

  static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  /** Every path below the root with what it is and holds. */
  Map<String, String> tree() throws PosixException {
    return tree(root);
  }

  private Map<String, String> tree(int directory) throws PosixException {
    Map<String, String> tree = new TreeMap<>();
    for (DirectoryEntries.Entry entry : DirectoryEntries.list(posix, directory)) {
      String name = new String(entry.name(), ISO_8859_1);
      long[] slots = new long[FileStat.SLOTS];
      int result = posix.fstatat(directory, entry.name(), slots, Flags.AT_SYMLINK_NOFOLLOW);
      PosixException.check(result, "fstatat", entry.name());
      FileStat stat = FileStat.of(slots);
      tree.put(name, describe(stat) + content(directory, entry.name(), stat));
      if (stat.isDirectory()) {
        int below = posix.openat(directory, entry.name(), DIRECTORY, 0);
        tree(below).forEach((path, text) -> tree.put(name + "/" + path, text));
        posix.close(below);
      }
    }
    return tree;
  }

  private String content(int directory, byte[] name, FileStat stat) {
    byte[] buffer = new byte[MOST_BYTES];
    if (stat.isSymbolicLink()) {
      int length = posix.readlinkat(directory, name, buffer);
      return " -> " + new String(buffer, 0, length, ISO_8859_1);
    }
    if (!stat.isRegular()) {
      return "";
    }
    int fd = posix.openat(directory, name, Flags.O_RDONLY, 0);
    if (fd < 0) {
      return " " + answer(fd);
    }
    int length = posix.pread(fd, buffer, 0, buffer.length, 0);
    posix.close(fd);
    return " " + HexFormat.of().formatHex(buffer, 0, length);
  }

  /** Closes every descriptor and removes what a binding has made. */
  @Override
  public void close() throws PosixException {
    for (int fd : open) {
      if (fd >= 0) {
        posix.close(fd);
      }
    }
    posix.close(root);
    if (scratch != null) {
      scratch.close();
    }
  }
}
