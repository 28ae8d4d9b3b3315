package io.holdfast.lease;

import io.holdfast.lease.TableFinding.Check;
import io.holdfast.posix.FileStat;
import java.util.List;
import java.util.Optional;

/** Whose the files of a table are, and who may write them. Pure. */
final class FileAudit {

  private static final int WRITABLE_BY_GROUP = 020;
  private static final int WRITABLE_BY_OTHERS = 02;

  private final int uid;
  private final int fileMode;
  private final int directoryMode;

  /**
   * @param uid of the table's root
   */
  FileAudit(int uid, TableManifest manifest) {
    this.uid = uid;
    this.fileMode = manifest.fileMode();
    this.directoryMode = manifest.directoryMode();
  }

  /** Adds what is the matter with a file's owner or mode. */
  void check(ShardFiles files, String name, FileStat stat, List<TableFinding> findings) {
    objection(stat, fileMode)
        .ifPresent(
            reason -> findings.add(TableFinding.of(Check.MODE, files.label(), name, reason)));
  }

  /** What is the matter with a directory; empty where nothing is. */
  Optional<String> ofDirectory(FileStat stat) {
    return objection(stat, directoryMode);
  }

  private Optional<String> objection(FileStat stat, int mode) {
    if (stat.uid() != uid) {
      return Optional.of("belongs to user " + stat.uid() + ", the table's root to " + uid);
    }
    int more = stat.permissions() & (WRITABLE_BY_GROUP | WRITABLE_BY_OTHERS) & ~mode;
    return more == 0
        ? Optional.empty()
        : Optional.of(
            "has mode "
                + Integer.toOctalString(stat.permissions())
                + ", the manifest says "
                + Integer.toOctalString(mode));
  }
}
