package io.holdfast.lab.lease;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Directories that are update locks and that their killed holders have left: nothing breaks them by
 * age, so that whoever knows that the holder is dead does it by hand.
 */
final class KilledLocks {

  private static final String LOCK = ".json.lock";
  private static final String OWNER = LOCK + ".owner";
  private static final int PID_WORD = 2;

  private final Path table;

  KilledLocks(Path table) {
    this.table = table;
  }

  /** Breaks the locks whose owner file names a process that has ended. @return how many */
  int breakThoseOf(long pid) throws IOException {
    int broken = 0;
    try (DirectoryStream<Path> shards = Files.newDirectoryStream(table, Files::isDirectory)) {
      for (Path shard : shards) {
        try (DirectoryStream<Path> owners = Files.newDirectoryStream(shard, "*" + OWNER)) {
          for (Path owner : owners) {
            if (names(owner, pid)) {
              String name = owner.getFileName().toString();
              Files.deleteIfExists(owner);
              broken += Files.deleteIfExists(shard.resolve(lockOf(name))) ? 1 : 0;
            }
          }
        }
      }
    }
    return broken;
  }

  /** Breaks all, also those that nobody has put a name to. No coordinator may be at work. */
  int breakAll() throws IOException {
    int broken = 0;
    try (DirectoryStream<Path> shards = Files.newDirectoryStream(table, Files::isDirectory)) {
      for (Path shard : shards) {
        try (DirectoryStream<Path> locks = Files.newDirectoryStream(shard, "*" + LOCK)) {
          for (Path lock : locks) {
            Files.deleteIfExists(shard.resolve(lock.getFileName() + ".owner"));
            Files.delete(lock);
            broken++;
          }
        }
      }
    }
    return broken;
  }

  private static String lockOf(String ownerName) {
    return ownerName.substring(0, ownerName.length() - OWNER.length()) + LOCK;
  }

  /** An owner file says host, boot id, pid and a random word; that of a living holder may go. */
  private static boolean names(Path owner, long pid) throws IOException {
    try {
      String[] words = Files.readString(owner, StandardCharsets.ISO_8859_1).strip().split(" ", -1);
      return words.length > PID_WORD && words[PID_WORD].equals(Long.toString(pid));
    } catch (NoSuchFileException e) {
      return false;
    }
  }
}
