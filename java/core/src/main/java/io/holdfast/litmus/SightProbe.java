package io.holdfast.litmus;

import io.holdfast.clock.NanoClock;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** What one member changes, the others look at: renames, new names, updates under a lock. */
final class SightProbe {

  /** A delay that is worth telling. */
  static final long LATE_NANOS = 1_000_000_000L;

  private static final int REPLACEMENTS = 20;
  private static final int UPDATES = 3;
  private static final int READ_LIMIT = 4096;
  private static final long PATIENCE_NANOS = 2_000_000_000L;
  private static final long PARK_NANOS = 1_000_000L;

  private final Contender writer;
  private final List<Contender> readers;
  private final byte[][] directory;
  private final NanoClock clock;
  private long latestNewName;

  /**
   * @param members the first writes, the others read
   * @param directory how all of them reach an empty directory
   */
  SightProbe(List<Contender> members, byte[][] directory, NanoClock clock) {
    this.writer = members.get(0);
    this.readers = List.copyOf(members.subList(1, members.size()));
    this.directory = directory.clone();
    this.clock = clock;
  }

  /** How late the last reader saw a new name; 0 before that was asked. */
  long latestNewName() {
    return latestNewName;
  }

  // ---- a file that is replaced by rename

  /** The writer replaces a record again and again; every read has to be old or new. */
  Outcome renameVisibility(long deadline) throws Stopped, LitmusException {
    String record = Spelling.hex("record");
    publish(record, 0, deadline);
    Looks looks = new Looks();
    for (int round = 1; round <= REPLACEMENTS; round++) {
      publish(record, round, deadline);
      long written = clock.nanoTime();
      for (Contender reader : readers) {
        Patience patience = new Patience(clock, PATIENCE_NANOS, deadline);
        while (!looks.seesNew(reader, record, round, deadline)) {
          if (!patience.allowsAnother()) {
            throw Stopped.inconclusive(
                reader.name()
                    + " still reads the old record "
                    + Spelling.duration(clock.nanoTime() - written)
                    + " after "
                    + writer.name()
                    + " replaced it (round "
                    + round
                    + ")");
          }
        }
        looks.latest = Math.max(looks.latest, clock.nanoTime() - written);
      }
    }
    return looks.outcome();
  }

  /** What was read. */
  private final class Looks {
    private int count;
    private int old;
    private int absent;
    private String absentee = "";
    private long latest;

    /** Whether the newest record is read; anything but it, the one before and none is refuted. */
    boolean seesNew(Contender reader, String record, int round, long deadline)
        throws Stopped, LitmusException {
      count++;
      Reply reply = reader.ask(fresh(reader, record, deadline), deadline);
      if (reply instanceof Reply.Failed) {
        absent++;
        absentee = reader.name() + " in round " + round;
        return false;
      }
      String seen = reader.values("sight", reply).get(0);
      if (seen.equals(content(round))) {
        return true;
      }
      if (!seen.equals(content(round - 1))) {
        throw Stopped.refuted(
            reader.name()
                + " read "
                + seen.length() / 2
                + " bytes that are neither the old record nor the new one of "
                + content(round).length() / 2
                + " (round "
                + round
                + ")",
            null);
      }
      old++;
      return false;
    }

    Outcome outcome() {
      String evidence =
          REPLACEMENTS
              + " replacements, "
              + count
              + " looks: "
              + old
              + " old, the others new, the last "
              + Spelling.duration(latest)
              + " after the rename";
      return absent == 0
          ? Outcome.qualified(evidence)
          : Outcome.refuted(
                  "the name was absent in "
                      + absent
                      + " of "
                      + count
                      + " looks while it was replaced (last: "
                      + absentee
                      + ")",
                  null)
              .withEvidence(evidence);
    }
  }

  private void publish(String record, int round, long deadline) throws Stopped, LitmusException {
    int where = writer.directory(deadline, directory);
    String staged = Spelling.hex("staged-" + round);
    write(where, staged, "rw,creat,excl", content(round), deadline);
    String rename = "rename " + where + " " + staged + " " + where + " " + record;
    writer.must("sight", rename, deadline);
  }

  /** Of another length in each round, so that a mixture shows. */
  private static String content(int round) {
    return HexFormat.of().toHexDigits((byte) round).repeat(64 + 32 * (round % 5));
  }

  /** Of one length, so that it is written in place. */
  private static String update(int number) {
    return HexFormat.of().toHexDigits((byte) number).repeat(64);
  }

  // ---- a name that was looked for before it was made

  /** Everybody looks for a name, the writer makes it, everybody looks until it is there. */
  Outcome negativeLookup(long deadline) throws Stopped, LitmusException {
    String name = Spelling.hex("new-name");
    for (Contender reader : readers) {
      if (!(reader.ask(fresh(reader, name, deadline), deadline) instanceof Reply.Failed)) {
        return Outcome.inconclusive(reader.name() + " sees a name that nobody made", null);
      }
    }
    writer.must("sight", "create " + writer.directory(deadline, directory) + " " + name, deadline);
    long made = clock.nanoTime();
    long patience = Patience.lastTry(made, deadline);
    for (Contender reader : readers) {
      while (reader.ask(fresh(reader, name, deadline), deadline) instanceof Reply.Failed) {
        if (clock.nanoTime() - patience >= 0) {
          latestNewName = clock.nanoTime() - made;
          return Outcome.inconclusive(
              reader.name()
                  + " does not see a name "
                  + Spelling.duration(latestNewName)
                  + " after "
                  + writer.name()
                  + " made it: it remembers that the name was missing",
              null);
        }
        LockSupport.parkNanos(PARK_NANOS);
      }
    }
    latestNewName = clock.nanoTime() - made;
    return Outcome.qualified(
        readers.size()
            + (readers.size() == 1 ? " member" : " members")
            + " that had missed a name saw it within "
            + Spelling.duration(latestNewName));
  }

  // ---- an update under a lock

  /** The writer updates a file under a flock; each reader reads it under that flock. */
  Outcome lockFreshness(long deadline) throws Stopped, LitmusException {
    int where = writer.directory(deadline, directory);
    String lock = Spelling.hex("update-lock");
    String record = Spelling.hex("updated");
    writer.must("sight", "create " + where + " " + lock, deadline);
    write(where, record, "rw,creat,excl", update(0), deadline);
    int stale = 0;
    int updates = 0;
    for (Contender reader : readers) {
      int there = reader.directory(deadline, directory);
      int early = reader.handle("sight", "open " + there + " " + record + " rw", deadline);
      for (int i = 0; i < UPDATES; i++) {
        reader.must("sight", "read " + early + " 0 " + READ_LIMIT, deadline);
        String content = update(++updates);
        Held held = new Held(writer, lock, deadline);
        write(where, record, "rw", content, deadline);
        held.free();
        held = new Held(reader, lock, deadline);
        String before = read(reader, early, deadline);
        int late = reader.handle("sight", "open " + there + " " + record + " rw", deadline);
        String after = read(reader, late, deadline);
        reader.must("sight", "close " + late, deadline);
        held.free();
        stale += before.equals(content) ? 0 : 1;
        if (!after.equals(content)) {
          return Outcome.refuted(
              reader.name()
                  + " opened a file under the lock after "
                  + writer.name()
                  + " had updated it under the lock, and read what it was before (update "
                  + updates
                  + ")",
              null);
        }
      }
      reader.must("sight", "close " + early, deadline);
    }
    return Outcome.qualified(
        updates
            + " updates read under the lock through a file opened under it; through one opened"
            + " before, "
            + stale
            + " of "
            + updates
            + " were not seen");
  }

  /** One flock, taken and freed by one member. */
  private final class Held {
    private final Contender member;
    private final int handle;
    private final long deadline;

    Held(Contender member, String lock, long deadline) throws Stopped, LitmusException {
      this.member = member;
      this.deadline = deadline;
      int where = member.directory(deadline, directory);
      handle = member.handle("sight", "open " + where + " " + lock + " rw", deadline);
      long lastTry = Patience.lastTry(clock.nanoTime(), deadline);
      Reply reply = take();
      while (Attempt.of(reply) == Attempt.BUSY && clock.nanoTime() - lastTry < 0) {
        LockSupport.parkNanos(PARK_NANOS);
        reply = take();
      }
      member.values("sight", reply);
    }

    private Reply take() throws Stopped, LitmusException {
      return member.ask("flock " + handle + " ex nb", deadline);
    }

    void free() throws Stopped, LitmusException {
      member.must("sight", "flock " + handle + " un", deadline);
      member.must("sight", "close " + handle, deadline);
    }
  }

  // ---- steps

  private void write(int where, String name, String words, String content, long deadline)
      throws Stopped, LitmusException {
    int file = writer.handle("sight", "open " + where + " " + name + " " + words, deadline);
    List<String> commands = new ArrayList<>();
    commands.add("write " + file + " 0 " + content);
    commands.add("fsync " + file);
    commands.add("close " + file);
    for (String command : commands) {
      writer.must("sight", command, deadline);
    }
  }

  private static String read(Contender member, int handle, long deadline)
      throws Stopped, LitmusException {
    return member.must("sight", "read " + handle + " 0 " + READ_LIMIT, deadline).get(0);
  }

  private String fresh(Contender reader, String name, long deadline)
      throws Stopped, LitmusException {
    return "fresh " + reader.directory(deadline, directory) + " " + name + " " + READ_LIMIT;
  }
}
