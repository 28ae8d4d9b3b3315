package io.holdfast.testkit.interleaving;

import io.holdfast.posix.DirectoryEntries;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.testkit.decorator.DelegatingPosix;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Removes the names of ids that are retired when their tombstone is written, and then links it. */
final class UnlinksBeforeTheTombstone extends DelegatingPosix {

  private static final Pattern TOMBSTONE = Pattern.compile("[0-9a-f]{32}");
  private static final int ID_DIGITS = 64;

  private final Map<Integer, Integer> shardOfTombstones = new HashMap<>();

  UnlinksBeforeTheTombstone(Posix delegate) {
    super(delegate);
  }

  @Override
  public int openat(int dirfd, byte[] path, int flags, int mode) {
    int result = super.openat(dirfd, path, flags, mode);
    if (result >= 0 && text(path).equals("retired")) {
      shardOfTombstones.put(result, dirfd);
    }
    return result;
  }

  @Override
  public int linkat(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    Integer shard = shardOfTombstones.get(newDirfd);
    if (shard != null && TOMBSTONE.matcher(text(newPath)).matches()) {
      removeNames(shard, SharedStorage.content(this, oldDirfd, text(oldPath)));
    }
    return super.linkat(oldDirfd, oldPath, newDirfd, newPath, flags);
  }

  private void removeNames(int shard, String lines) {
    Set<String> ids = new HashSet<>();
    lines.lines().forEach(line -> ids.add(line.substring(0, ID_DIGITS)));
    int listed = openat(shard, SharedStorage.bytes("."), Flags.O_DIRECTORY, 0);
    if (listed < 0) {
      return;
    }
    try {
      for (DirectoryEntries.Entry entry : DirectoryEntries.list(this, listed)) {
        String name = text(entry.name());
        if (name.length() > ID_DIGITS && ids.contains(name.substring(0, ID_DIGITS))) {
          unlinkat(shard, entry.name(), 0);
        }
      }
    } catch (PosixException e) {
      return;
    } finally {
      close(listed);
    }
  }

  private static String text(byte[] path) {
    return new String(path, StandardCharsets.ISO_8859_1);
  }
}
