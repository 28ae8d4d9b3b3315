package io.holdfast.lab;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** Directories that cannot be asked, and the reason is the directory, not its storage. */
final class BadDirectoryRig extends Rig {

  /** What is wrong with it. */
  enum Fault {
    MISSING("a directory that is not there"),
    FILE("a file"),
    FIFO("a FIFO"),
    FORBIDDEN("somebody else's directory"),
    READ_ONLY("a read-only mount"),
    FULL("a full file system"),
    LAST_BLOCK("a file system with one free block"),
    NO_INODES("a file system without free inodes");

    private final String title;

    Fault(String title) {
      this.title = title;
    }
  }

  private static final int BLOCK_BYTES = 4096;
  private static final int SMALL_MEBIBYTES = 16;

  private final Fault fault;

  BadDirectoryRig(Fault fault) {
    super(fault.title, needs(fault));
    this.fault = fault;
  }

  private static List<Need> needs(Fault fault) {
    return switch (fault) {
      case FIFO -> List.of(Need.program("mkfifo", "coreutils"));
      case FORBIDDEN ->
          List.of(Need.root("becomes another user"), Need.program("setpriv", "util-linux"));
      case FULL, LAST_BLOCK, NO_INODES -> DiskFileSystem.EXT4.needs();
      default -> List.of();
    };
  }

  @Override
  Place raise(Site site) throws IOException {
    return switch (fault) {
      case MISSING -> Place.of(site.directory("here").resolve("nothing"));
      case FILE -> Place.of(Files.createFile(site.directory("here").resolve("file")));
      case FIFO -> fifo(site);
      case FORBIDDEN -> forbidden(site);
      case READ_ONLY -> readOnly(site);
      case FULL -> full(site, 0);
      case LAST_BLOCK -> full(site, BLOCK_BYTES);
      case NO_INODES -> noInodes(site);
    };
  }

  private static Place fifo(Site site) throws IOException {
    Path fifo = site.directory("here").resolve("fifo");
    site.run("mkfifo", fifo.toString());
    return Place.of(fifo);
  }

  private static Place forbidden(Site site) throws IOException {
    Path directory = site.directory("private");
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    return Place.of(directory).askedByNobody();
  }

  private static Place readOnly(Site site) throws IOException {
    Path where = TmpfsRig.mount(site);
    Path state = Files.createDirectory(where.resolve("state"));
    site.run("mount", "-o", "remount,bind,ro", where.toString());
    return Place.of(state);
  }

  /** Fills a file system and gives back the last bytes of what fills it. */
  private static Place full(Site site, long free) throws IOException {
    Path where = LoopRig.mount(site, DiskFileSystem.EXT4, SMALL_MEBIBYTES, "-m", "0", "-b", "4096");
    Path state = Files.createDirectory(where.resolve("state"));
    Path filling = where.resolve("filling");
    try (OutputStream out = Files.newOutputStream(filling)) {
      byte[] block = new byte[BLOCK_BYTES];
      for (; ; ) {
        out.write(block);
      }
    } catch (IOException e) {
      site.run("sync", "-f", where.toString());
    }
    try (FileChannel file = FileChannel.open(filling, StandardOpenOption.WRITE)) {
      file.truncate(file.size() / BLOCK_BYTES * BLOCK_BYTES - free);
      file.force(true);
    }
    return Place.of(state);
  }

  private static Place noInodes(Site site) throws IOException {
    Path where = LoopRig.mount(site, DiskFileSystem.EXT4, SMALL_MEBIBYTES, "-N", "32");
    Path state = Files.createDirectory(where.resolve("state"));
    try {
      for (int i = 0; ; i++) {
        Files.createFile(where.resolve("file-" + i));
      }
    } catch (FileSystemException e) {
      return Place.of(state);
    }
  }
}
