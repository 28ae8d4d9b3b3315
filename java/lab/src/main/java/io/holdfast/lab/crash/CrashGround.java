package io.holdfast.lab.crash;

import io.holdfast.lab.Command;
import io.holdfast.lab.RigException;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A recorded file system, mounted. Made inside of the lab's namespaces. Used by one thread. */
final class CrashGround implements AutoCloseable {

  private static final long BUSY_LIMIT_NANOS = 10_000_000_000L;
  private static final long BUSY_PAUSE_NANOS = 10_000_000L;

  /** The name of the tested directory in the root of the file system. */
  static final String TESTED = "tested";

  static final String MEMORY_FS = "holdfast-strict-memory-fs";
  static final String DISK = "holdfast-crash-disk";

  private final CrashFileSystem type;
  private final Daemon daemon;
  private final Path fileSystem;
  private final Path control;
  private boolean mounted;

  private CrashGround(CrashFileSystem type, Daemon daemon, Path fileSystem, Path control) {
    this.type = type;
    this.daemon = daemon;
    this.fileSystem = fileSystem;
    this.control = control;
  }

  /**
   * Makes and mounts a file system.
   *
   * @param site an empty directory
   * @param log where the record goes
   */
  static CrashGround raise(CrashFileSystem type, Path site, Path log) throws IOException {
    Path served = Files.createDirectory(site.resolve("served"));
    if (!type.isOnDisk()) {
      Daemon daemon = Daemon.start(MEMORY_FS, served, List.of("--log", log.toString()));
      return new CrashGround(type, daemon, served, served.resolve(".control"));
    }
    String size = Integer.toString(type.onDisk().mebibytes());
    Daemon daemon = Daemon.start(DISK, served, List.of("--log", log.toString(), "--mib", size));
    CrashGround ground =
        new CrashGround(
            type,
            daemon,
            Files.createDirectory(site.resolve("mounted")),
            served.resolve("control"));
    try {
      ground.makeFileSystem(site, served.resolve("disk.img"));
      return ground;
    } catch (IOException | RuntimeException e) {
      ground.close();
      throw e;
    }
  }

  private void makeFileSystem(Path site, Path image) throws IOException {
    Command.run(site, type.mkfs(image));
    mount(image);
  }

  private String fileSystem() {
    return fileSystem.toString();
  }

  /** The root of the file system. */
  RawPath root() {
    return RawPath.of(fileSystem());
  }

  /** The tested directory, once it was made. */
  RawPath directory() {
    return RawPath.of(fileSystem.resolve(TESTED).toString());
  }

  /** Where marks go. */
  RawPath control() {
    return RawPath.of(control.toString());
  }

  /** Tells the disk something; see {@code native/rigs/crash-disk.c}. */
  void command(String line) throws IOException {
    Files.write(control, line.getBytes(StandardCharsets.US_ASCII));
  }

  /** How many writes and flushes the disk has failed. */
  int failures() throws IOException {
    int failures = 0;
    for (String line : Files.readAllLines(control)) {
      String[] words = line.split(" ", -1);
      failures += words[0].startsWith("failed-") ? Integer.parseInt(words[1]) : 0;
    }
    return failures;
  }

  /** Unmounts; the record is whole after that. */
  void lower() throws IOException {
    unmountFileSystem();
    daemon.stop();
  }

  /** Unmounts and mounts again, as after a reboot. */
  void remount() throws IOException {
    unmountFileSystem();
    mount(control.resolveSibling("disk.img"));
  }

  private void mount(Path image) throws IOException {
    Command.run(
        Path.of("/"),
        List.of("mount", "-t", type.id(), "-o", "loop", image.toString(), fileSystem()));
    mounted = true;
  }

  private void unmountFileSystem() throws IOException {
    if (!mounted) {
      return;
    }
    String device = device();
    Command.run(Path.of("/"), List.of("umount", fileSystem()));
    mounted = false;
    if (type == CrashFileSystem.BTRFS) {
      forget(device);
    }
  }

  /**
   * Else the kernel goes on taking this device for the file system's, wherever it is mounted. It is
   * busy for a moment while what the last process had open is given back, and sends no event.
   */
  private static void forget(String device) throws IOException {
    List<String> command = List.of("btrfs", "device", "scan", "--forget", device);
    for (long deadline = System.nanoTime() + BUSY_LIMIT_NANOS; ; ) {
      try {
        Command.run(Path.of("/"), command);
        return;
      } catch (RigException e) {
        boolean busy = String.valueOf(e.getMessage()).contains("busy");
        if (!busy || System.nanoTime() - deadline > 0) {
          throw e;
        }
        LockSupport.parkNanos(BUSY_PAUSE_NANOS);
      }
    }
  }

  /** The loop device, from the mount table. */
  private String device() throws IOException {
    return Command.run(
        Path.of("/"), List.of("findmnt", "--noheadings", "--output", "SOURCE", fileSystem()));
  }

  @Override
  public void close() throws IOException {
    try {
      unmountFileSystem();
    } finally {
      daemon.close();
    }
  }
}
