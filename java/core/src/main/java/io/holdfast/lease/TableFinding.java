package io.holdfast.lease;

import io.holdfast.posix.Errno;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Something about a table that its administrator should know.
 *
 * @param check what was looked for
 * @param path where, below the table's root
 * @param reason what is the matter, in words; may quote what stands in a file
 */
public record TableFinding(Check check, RawPath path, String reason) {

  /** What a finding means for the table. */
  public enum Severity {
    /** A promise is broken, or a coordinator would refuse it. */
    BROKEN,
    /** It could not be looked at: nothing is known. */
    UNREADABLE,
    /** Nothing is lost and nothing is refused. */
    NOTE
  }

  /** What is looked for; each has a row in docs/operations.md. */
  public enum Check {
    /** {@code table.json} is no manifest. */
    MANIFEST(Severity.BROKEN),
    /** A directory is none, or is one that coordinators refuse. */
    DIRECTORY(Severity.BROKEN),
    /** What counts is no valid record. */
    RECORD(Severity.BROKEN),
    /** A fence stands without its record. */
    MISSING_RECORD(Severity.BROKEN),
    /** An id has more than one genuine fence. */
    TWO_FENCES(Severity.BROKEN),
    /** An id has an origin and no genuine fence. */
    NO_FENCE(Severity.BROKEN),
    /** A record has a number that the fence has not reached. */
    LOST_FENCE(Severity.BROKEN),
    /** An origin that is none. */
    ORIGIN(Severity.BROKEN),
    /** Fences or records without an origin. */
    MISSING_ORIGIN(Severity.BROKEN),
    /** A tombstone is none, or one is missing that an origin tells of. */
    TOMBSTONE(Severity.BROKEN),
    /** An id stands in another shard than its own. */
    WRONG_SHARD(Severity.BROKEN),
    /** A target record's target is not that of its id. */
    TARGET(Severity.BROKEN),
    /** A file belongs to somebody else, or more may write it than the manifest says. */
    MODE(Severity.BROKEN),
    /** An update lock that cannot be taken by anybody. */
    LOCK(Severity.BROKEN),
    /** A session's file is no such file, or there are two of them. */
    SESSION(Severity.BROKEN),
    /** It could not be looked at. */
    UNREADABLE(Severity.UNREADABLE),
    /** The table is being converted: until that has come to its end nobody can open it. */
    CONVERTING(Severity.UNREADABLE),
    /** A lease whose session has no file: it is free when it was watched for its ttl. */
    MISSING_SESSION(Severity.NOTE),
    /** An open session that no record names: its owner has no lease, or is gone. */
    IDLE_SESSION(Severity.NOTE),
    /** A hint that does not lead to what counts: the next reader lists the shard. */
    HINT(Severity.NOTE),
    /** A lease dated in the future: claims are refused until its time has come. */
    CLOCK(Severity.NOTE),
    /** An update lock that is a directory: somebody has it, or died with it. */
    HELD_LOCK(Severity.NOTE),
    /** What a writer left that is surely over: {@code sweep} takes it. */
    LEFTOVER(Severity.NOTE),
    /** What a writer has left or is at work on, which nobody can tell: it stays. */
    PENDING(Severity.NOTE),
    /** A name that is none of the table's. */
    FOREIGN(Severity.NOTE);

    private final Severity severity;

    Check(Severity severity) {
      this.severity = severity;
    }

    public Severity severity() {
      return severity;
    }

    /** As documents spell it: {@code two_fences}. */
    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A finding about a name, one char for each of its bytes, in a directory of the table. */
  static TableFinding of(Check check, String label, String name, String reason) {
    byte[] path = (label + "/" + name).getBytes(StandardCharsets.ISO_8859_1);
    return new TableFinding(check, RawPath.of(path), reason);
  }

  /** A finding about a name in the root. */
  static TableFinding of(Check check, String name, String reason) {
    return new TableFinding(check, RawPath.of(name.getBytes(StandardCharsets.ISO_8859_1)), reason);
  }

  /** A finding about a directory of the root that cannot be opened. */
  static TableFinding ofDirectory(String name, PosixException e) {
    boolean other = e.errno().equals(Errno.ENOTDIR) || e.errno().equals(Errno.ELOOP);
    return other
        ? of(Check.DIRECTORY, name, "no directory")
        : of(Check.UNREADABLE, name, String.valueOf(e.getMessage()));
  }

  public Severity severity() {
    return check.severity();
  }
}
