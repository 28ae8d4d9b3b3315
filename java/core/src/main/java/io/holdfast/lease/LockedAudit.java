package io.holdfast.lease;

import io.holdfast.durable.Name;
import io.holdfast.lease.TableFinding.Check;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.PosixException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Holds one id of a table with update locks to its rules. Takes no lock and changes nothing. */
final class LockedAudit {

  private final Protocol protocol;
  private final FileAudit fileAudit;
  private final ShardFiles files;
  private final WorkId id;
  private final List<TableFinding> findings = new ArrayList<>();

  LockedAudit(Protocol protocol, FileAudit fileAudit, ShardFiles files, WorkId id) {
    this.protocol = protocol;
    this.fileAudit = fileAudit;
    this.files = files;
    this.id = id;
  }

  /**
   * Looks at an id.
   *
   * @param names that begin with it
   */
  IdAudit run(List<String> names) throws PosixException {
    Reading reading = new Reading.Absent();
    for (String name : names) {
      if (name.equals(FenceName.hint(id).toString())) {
        reading = record(name);
      } else if (name.equals(UpdateLock.name(id).toString())) {
        checkLock(name);
      } else if (name.equals(MkdirUpdateLock.ownerName(id).toString())) {
        checkOwner(name);
      } else if (name.startsWith(".json.", WorkId.LENGTH) && name.endsWith(".tmp")) {
        boolean ours = SessionAudit.isLeftover(name);
        String reason = "a record that was staged and not published";
        add(ours ? Check.LEFTOVER : Check.PENDING, name, reason);
      } else {
        add(Check.FOREIGN, name, "no name of a table with update locks");
      }
    }
    return new IdAudit(reading, findings);
  }

  private Reading record(String name) throws PosixException {
    Reading reading = LockedRecords.read(files, id);
    if (reading instanceof Reading.Corrupt corrupt) {
      add(Check.RECORD, name, corrupt.reason());
      return reading;
    }
    Optional<FileStat> there = files.look(FenceName.hint(id));
    if (there.isPresent()) {
      fileAudit.check(files, name, there.get(), findings);
    }
    return reading;
  }

  private void checkLock(String name) throws PosixException {
    Optional<TableFinding> bad = badLock(protocol, files, id);
    if (bad.isPresent()) {
      findings.add(bad.get());
    } else if (protocol == Protocol.MKDIR && files.look(UpdateLock.name(id)).isPresent()) {
      add(Check.HELD_LOCK, name, "held by " + owner(files, id).orElse("somebody"));
    }
  }

  /** That the name of an update lock is something that nobody can take; empty where it is not. */
  static Optional<TableFinding> badLock(Protocol protocol, ShardFiles files, WorkId id)
      throws PosixException {
    Optional<FileStat> lock = files.look(UpdateLock.name(id));
    boolean mkdir = protocol == Protocol.MKDIR;
    if (lock.isEmpty() || (mkdir ? lock.get().isDirectory() : lock.get().isRegular())) {
      return Optional.empty();
    }
    String reason =
        mkdir
            ? "no directory: nobody can take it as a lock"
            : "no regular file: nobody can lock it";
    String name = UpdateLock.name(id).toString();
    return Optional.of(TableFinding.of(Check.LOCK, files.label(), name, reason));
  }

  private void checkOwner(String name) throws PosixException {
    if (protocol == Protocol.FLOCK) {
      add(Check.FOREIGN, name, "no name of a flock table");
    } else if (files.look(UpdateLock.name(id)).isEmpty()) {
      add(Check.PENDING, name, "the lock that it tells of is gone");
    }
  }

  /** What the owner file of a lock says: host, boot id, pid and a random id. */
  static Optional<String> owner(ShardFiles files, WorkId id) throws PosixException {
    Name name = MkdirUpdateLock.ownerName(id);
    return files.read(name) instanceof FileContent.Bytes bytes && bytes.bytes().length > 0
        ? Optional.of(new String(bytes.bytes(), StandardCharsets.ISO_8859_1).strip())
        : Optional.empty();
  }

  private void add(Check check, String name, String reason) {
    findings.add(TableFinding.of(check, files.label(), name, reason));
  }
}
