package io.holdfast.testkit.interleaving;

import io.holdfast.posix.DirectoryEntries;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.testkit.sim.CrashPoint;
import io.holdfast.testkit.sim.CrashPolicy;
import io.holdfast.testkit.sim.SimDisk;
import io.holdfast.testkit.sim.SimPosix;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The server of the simulated storage: the one disk that all clients share, everything that its
 * names ever led to, and the requests that still travel.
 */
final class SharedStorage {

  static final String ROOT = "/table";
  private static final String SHARD = ROOT + "/000";
  private static final String TOMBSTONES = SHARD + "/retired";
  private static final List<String> DIRECTORIES = List.of(SHARD, ROOT + "/sessions", TOMBSTONES);
  private static final Pattern ORIGIN = Pattern.compile("[0-9a-f]{64}\\.origin(\\.[0-9a-f]{16})?");
  private static final Pattern TOMBSTONE = Pattern.compile("[0-9a-f]{32}");
  private static final Pattern RETIRED =
      Pattern.compile("([0-9a-f]{64}) ([0-9a-f]{16}) [dr] [0-9a-f]{32} [0-9a-f]{32}\n");
  private static final String PAST = "/past";
  private static final int DIRECTORY_MODE = 0700;
  private static final int CONTENT_LIMIT = 8_192;

  private final SplittableRandom random;
  private final Map<String, Truth> truths = new TreeMap<>();
  private final List<Runnable> travelling = new ArrayList<>();
  private final Map<Long, NameHistory> histories = new HashMap<>();
  private final Map<Long, Integer> serverDirectories = new HashMap<>();
  private SimDisk disk;
  private SimPosix server;
  private String past;
  private int files;
  private int lives;
  private int listings;
  private long moves;

  SharedStorage(SplittableRandom random, SimDisk empty) {
    this.random = random;
    disk = empty;
    server = disk.newProcess();
    require(server.mkdirat(Flags.AT_FDCWD, bytes(ROOT), DIRECTORY_MODE));
    sync("/");
    past = makePast();
  }

  SimPosix newClient() {
    return disk.newProcess();
  }

  Posix server() {
    return server;
  }

  Truth truth(String id) {
    return truths.computeIfAbsent(id, Truth::new);
  }

  NameHistory history(long directory) {
    return histories.computeIfAbsent(directory, any -> new NameHistory());
  }

  /** Where every file that ever had a name keeps one, for every process of the disk. */
  byte[] pastPath(int file) {
    return bytes(past + "/" + file);
  }

  /** A name has come to lead to a file; {@code by} has the directory open. */
  void appeared(Posix by, int dirfd, long directory, String name) {
    int file = files++;
    if (by.linkat(dirfd, bytes(name), Flags.AT_FDCWD, pastPath(file), 0) == 0) {
      history(directory).lead(name, file);
    }
  }

  /** Renames within a directory, and takes note of what happened. */
  int rename(Posix by, int dirfd, long directory, String from, String to) {
    OptionalInt file = history(directory).at(from, history(directory).now());
    int result = by.renameat2(dirfd, bytes(from), dirfd, bytes(to), 0);
    if (result == 0 && file.isPresent()) {
      history(directory).remove(from);
      history(directory).lead(to, file.getAsInt());
      Fence before = Fence.of(from).orElse(null);
      Fence after = Fence.of(to).orElse(null);
      if (before != null && after != null) {
        truth(before.id()).moved(before, after, ++moves);
      }
    }
    return result;
  }

  /** Links within a directory, and takes note of what happened. */
  int link(Posix by, int dirfd, long directory, String from, String to) {
    OptionalInt file = history(directory).at(from, history(directory).now());
    int result = by.linkat(dirfd, bytes(from), dirfd, bytes(to), 0);
    if (result == 0 && file.isPresent()) {
      history(directory).lead(to, file.getAsInt());
      Fence first = Fence.of(from).orElse(null);
      if (first != null && ORIGIN.matcher(to).matches()) {
        truth(first.id()).began(first.nonce(), era(to));
      }
      if (TOMBSTONE.matcher(to).matches()) {
        retired(by, dirfd, to).forEach((id, number) -> truth(id).retired(number));
      }
    }
    return result;
  }

  private static long era(String origin) {
    int dot = origin.lastIndexOf('.');
    return origin.endsWith(".origin") ? 0 : Long.parseLong(origin.substring(dot + 1), 16);
  }

  /** What one tombstone says: the last number of each id. */
  private static Map<String, Long> retired(Posix by, int dirfd, String name) {
    Map<String, Long> retired = new TreeMap<>();
    RETIRED
        .matcher(content(by, dirfd, name))
        .results()
        .forEach(line -> retired.put(line.group(1), Long.parseLong(line.group(2), 16)));
    return retired;
  }

  /** The content of a small file. */
  static String content(Posix by, int dirfd, String name) {
    int fd = by.openat(dirfd, bytes(name), Flags.O_RDONLY, 0);
    if (fd < 0) {
      return "";
    }
    byte[] content = new byte[CONTENT_LIMIT];
    int length = by.pread(fd, content, 0, CONTENT_LIMIT, 0);
    by.close(fd);
    return new String(content, 0, Math.max(0, length), StandardCharsets.ISO_8859_1);
  }

  /** A name has come to lead to a directory. */
  void appeared(long directory, String name) {
    history(directory).lead(name, NameHistory.DIRECTORY);
  }

  /** Removes a name, and takes note of it. */
  int unlink(Posix by, int dirfd, long directory, String name) {
    int result = by.unlinkat(dirfd, bytes(name), 0);
    if (result == 0) {
      history(directory).remove(name);
    }
    return result;
  }

  /** What a sweeper does that takes everything for a leftover that no fence names just now. */
  void sweepWhatDoesNotCount(Posix by) {
    int dirfd = by.openat(Flags.AT_FDCWD, bytes(SHARD), Flags.O_DIRECTORY, 0);
    if (dirfd < 0) {
      return;
    }
    List<String> names = names(by, dirfd);
    for (String name : names) {
      if (name.contains(".rec.") && !names.contains(name.replace(".rec.", ".fence."))) {
        unlink(by, dirfd, inode(by, dirfd, "."), name);
      }
    }
    by.close(dirfd);
  }

  /** The server's own descriptor of a directory. */
  int serverDirectory(long directory) {
    return serverDirectories.getOrDefault(directory, -1);
  }

  /** A request may be carried out once more, later. */
  void travel(Runnable request) {
    travelling.add(request);
  }

  /** The server keeps its own descriptor of each directory that a client opens. */
  void opened(long directory) {
    if (!serverDirectories.containsKey(directory)) {
      DIRECTORIES.forEach(
          path -> {
            int fd = server.openat(Flags.AT_FDCWD, bytes(path), Flags.O_DIRECTORY, 0);
            if (fd >= 0 && inode(server, fd, ".") == directory) {
              serverDirectories.put(directory, fd);
            } else if (fd >= 0) {
              server.close(fd);
            }
          });
    }
  }

  /** Carries one of the travelling requests out, if there is one. */
  void deliverOne() {
    if (!travelling.isEmpty()) {
      travelling.remove(random.nextInt(travelling.size())).run();
    }
  }

  /** A directory with the names of an earlier moment, opened by a client. */
  int openAsItWas(Posix client, NameHistory history, long moment) {
    byte[] name = bytes("/listing" + listings++);
    require(server.mkdirat(Flags.AT_FDCWD, name, DIRECTORY_MODE));
    int made = require(server.openat(Flags.AT_FDCWD, name, Flags.O_DIRECTORY, 0));
    history
        .all(moment)
        .forEach(
            (entry, file) -> server.linkat(Flags.AT_FDCWD, pastPath(file), made, bytes(entry), 0));
    server.close(made);
    return client.openat(Flags.AT_FDCWD, name, Flags.O_DIRECTORY, 0);
  }

  /** Everything dies; what no barrier covered is there or not. */
  void cutPower() {
    travelling.clear();
    comeUp(disk.cutPower());
  }

  /** The server alone dies, and comes up with what was durable; its clients go on. */
  void restart(Iterable<Connection> clients) {
    comeUp(disk.crashPoint());
    clients.forEach(client -> client.reconnect(disk));
  }

  private void comeUp(CrashPoint left) {
    disk = left.crash(CrashPolicy.seeded(random.nextLong()));
    server = disk.newProcess();
    histories.clear();
    past = makePast();
    serverDirectories.clear();
    DIRECTORIES.forEach(this::remember);
    Map<String, Long> floors = floors();
    Map<String, Fence> tops = genuineTops(floors);
    truths.forEach((id, truth) -> truth.cutTo(tops.get(id), floors.getOrDefault(id, 0L)));
  }

  /** The highest number that a tombstone keeps of each id. */
  private Map<String, Long> floors() {
    Map<String, Long> floors = new HashMap<>();
    int dirfd = server.openat(Flags.AT_FDCWD, bytes(TOMBSTONES), Flags.O_DIRECTORY, 0);
    if (dirfd >= 0) {
      for (String name : names(server, dirfd)) {
        if (TOMBSTONE.matcher(name).matches()) {
          retired(server, dirfd, name).forEach((id, number) -> floors.merge(id, number, Math::max));
        }
      }
      server.close(dirfd);
    }
    return floors;
  }

  /** What a directory holds is its past from now on. */
  private void remember(String directory) {
    int dirfd = server.openat(Flags.AT_FDCWD, bytes(directory), Flags.O_DIRECTORY, 0);
    if (dirfd >= 0) {
      long inode = inode(server, dirfd, ".");
      names(server, dirfd).forEach(name -> appeared(server, dirfd, inode, name));
      serverDirectories.put(inode, dirfd);
    }
  }

  /** The highest genuine fence of each id, as the server sees it. */
  private Map<String, Fence> genuineTops(Map<String, Long> floors) {
    Map<String, Fence> tops = new HashMap<>();
    int dirfd = server.openat(Flags.AT_FDCWD, bytes(SHARD), Flags.O_DIRECTORY, 0);
    if (dirfd < 0) {
      return tops;
    }
    for (String name : names(server, dirfd)) {
      Fence fence = Fence.of(name).orElse(null);
      long floor = fence == null ? 0 : floors.getOrDefault(fence.id(), 0L);
      boolean counts = fence != null && (fence.number() == 0 || fence.number() > floor);
      if (fence != null && counts && isGenuine(dirfd, fence, name, floor)) {
        tops.merge(fence.id(), fence, (a, b) -> a.number() > b.number() ? a : b);
      }
    }
    server.close(dirfd);
    return tops;
  }

  private boolean isGenuine(int dirfd, Fence fence, String name, long floor) {
    String origin = fence.id() + ".origin" + (floor == 0 ? "" : String.format(".%016x", floor));
    return inode(server, dirfd, name) != 0
        && inode(server, dirfd, name) == inode(server, dirfd, origin);
  }

  private static long inode(Posix by, int dirfd, String name) {
    long[] slots = new long[FileStat.SLOTS];
    return by.fstatat(dirfd, bytes(name), slots, 0) == 0 ? FileStat.of(slots).ino() : 0;
  }

  private List<String> names(Posix by, int dirfd) {
    try {
      return DirectoryEntries.list(by, dirfd).stream()
          .map(entry -> new String(entry.name(), StandardCharsets.ISO_8859_1))
          .toList();
    } catch (PosixException e) {
      throw new IllegalStateException(e);
    }
  }

  private String makePast() {
    String path = PAST + lives++;
    require(server.mkdirat(Flags.AT_FDCWD, bytes(path), DIRECTORY_MODE));
    return path;
  }

  private void sync(String directory) {
    int fd = require(server.openat(Flags.AT_FDCWD, bytes(directory), Flags.O_DIRECTORY, 0));
    require(server.fsync(fd));
    server.close(fd);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  static int require(int result) {
    if (result < 0) {
      throw new IllegalStateException("the simulated storage answers " + result);
    }
    return result;
  }
}
