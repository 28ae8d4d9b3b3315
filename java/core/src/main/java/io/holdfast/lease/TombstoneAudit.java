package io.holdfast.lease;

import io.holdfast.durable.Dir;
import io.holdfast.durable.Name;
import io.holdfast.lease.TableFinding.Check;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.PosixException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Holds the tombstones of one shard to their rules. Changes nothing. One thread, used once. */
final class TombstoneAudit {

  private final FileAudit fileAudit;
  private final ShardFiles shard;
  private final List<TableFinding> findings = new ArrayList<>();
  private long lines;

  TombstoneAudit(FileAudit fileAudit, ShardFiles shard) {
    this.fileAudit = fileAudit;
    this.shard = shard;
  }

  /** The lines of those that are whole. */
  long lines() {
    return lines;
  }

  List<TableFinding> run() throws PosixException {
    String directory = Tombstones.DIRECTORY.toString();
    try {
      Optional<Dir> there = shard.tombstones().open();
      if (there.isPresent()) {
        try (Dir open = there.get()) {
          fileAudit
              .ofDirectory(open.identity())
              .ifPresent(reason -> add(Check.DIRECTORY, shard, directory, reason));
          files(open);
        }
      }
    } catch (PosixException e) {
      boolean other = e.errno().equals(Errno.ENOTDIR) || e.errno().equals(Errno.ELOOP);
      String reason = other ? "no directory" : String.valueOf(e.getMessage());
      add(other ? Check.TOMBSTONE : Check.UNREADABLE, shard, directory, reason);
    }
    return findings;
  }

  private void files(Dir directory) throws PosixException {
    ShardFiles files = shard.tombstones().files(directory);
    List<String> names = files.list();
    names.sort(null);
    for (String name : names) {
      if (!Tombstones.isName(name)) {
        boolean passing = Tombstones.isPassing(name) || SessionAudit.isLeftover(name);
        add(passing ? Check.PENDING : Check.FOREIGN, files, name, "no name of a tombstone");
        continue;
      }
      Optional<FileStat> stat = files.look(Name.of(name));
      if (stat.isPresent()) {
        fileAudit.check(files, name, stat.get(), findings);
      }
      Optional<Reading> failure =
          shard.tombstones().audit(directory, name, whole -> lines += whole.count());
      if (failure.orElse(null) instanceof Reading.Corrupt corrupt) {
        add(Check.TOMBSTONE, files, name, corrupt.reason());
      } else if (failure.orElse(null) instanceof Reading.Unavailable unavailable) {
        add(Check.UNREADABLE, files, name, unavailable.reason());
      }
    }
  }

  private void add(Check check, ShardFiles files, String name, String reason) {
    findings.add(TableFinding.of(check, files.label(), name, reason));
  }
}
