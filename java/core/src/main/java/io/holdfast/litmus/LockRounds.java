package io.holdfast.litmus;

import io.holdfast.clock.NanoClock;
import io.holdfast.posix.Errno;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * One lock and all members: in each round one representative of a host holds it, all other members
 * try, and when it was let go the representative of the next host takes it.
 *
 * <p>Phases, as counter-examples name them: open, held, excluded, released, reacquired.
 */
final class LockRounds {

  private static final long HOLD_NANOS = 1_000_000_000L;
  private static final long PARK_NANOS = 1_000_000L;

  private final List<Contender> members;
  private final List<Integer> representatives;
  private final byte[][] directory;
  private final NanoClock clock;
  private int files;

  /**
   * @param representatives the lowest member of each host, in order
   * @param directory how all members reach an empty directory
   */
  LockRounds(
      List<Contender> members, List<Integer> representatives, byte[][] directory, NanoClock clock) {
    this.members = List.copyOf(members);
    this.representatives = List.copyOf(representatives);
    this.directory = directory.clone();
    this.clock = clock;
  }

  /** What was done; a qualified outcome needs all of it. Pure. */
  record Count(int rounds, int contention, int release) {

    /** Rounds = H, contention = H·(M−1), release = H. */
    boolean isComplete(int hosts, int members) {
      return rounds == hosts && contention == hosts * (members - 1) && release == hosts;
    }
  }

  /** A round for each representative. */
  Outcome run(LockKind kind, long deadline) throws Stopped, LitmusException {
    int rounds = 0;
    int contention = 0;
    int releases = 0;
    for (int i = 0; i < representatives.size(); i++) {
      Round round = new Round(kind, i, deadline);
      try {
        round.open();
        round.hold();
        contention += round.exclude();
        round.handOver();
        releases++;
      } finally {
        round.close();
      }
      rounds++;
    }
    Count count = new Count(rounds, contention, releases);
    if (!count.isComplete(representatives.size(), members.size())) {
      throw new IllegalStateException("the rounds are not those that were to be made: " + count);
    }
    return Outcome.qualified(
        rounds
            + (rounds == 1 ? " round, " : " rounds, ")
            + contention
            + " tries busy while another member held it, taken over "
            + releases
            + (releases == 1 ? " time" : " times")
            + " after LOCK_UN");
  }

  /** One holder. */
  private final class Round {
    private final LockKind kind;
    private final int number;
    private final int holder;
    private final long deadline;
    private final List<Integer> handles = new ArrayList<>();

    Round(LockKind kind, int number, long deadline) {
      this.kind = kind;
      this.number = number;
      this.holder = representatives.get(number);
      this.deadline = deadline;
    }

    /** The holder makes the file, everybody opens it. */
    void open() throws Stopped, LitmusException {
      String name = Spelling.hex(kind.id() + "-round-" + files++);
      members.forEach(member -> handles.add(-1));
      openAt(holder, name, "rw,creat,excl");
      String content = "write " + handles.get(holder) + " 0 " + LockExperiment.CONTENT_HEX;
      members.get(holder).must("open", content, deadline);
      for (int i = 0; i < members.size(); i++) {
        if (i != holder) {
          openAt(i, name, "rw");
        }
      }
    }

    private void openAt(int i, String name, String words) throws Stopped, LitmusException {
      Contender member = members.get(i);
      int where = member.directory(deadline, directory);
      handles.set(i, member.handle("open", "open " + where + " " + name + " " + words, deadline));
    }

    void hold() throws Stopped, LitmusException {
      int tries = tryUntil(holder, "held", Math.min(deadline, clock.nanoTime() + HOLD_NANOS));
      if (tries < 0) {
        throw Stopped.inconclusive(
            "phase held, round "
                + number
                + ": "
                + members.get(holder).name()
                + " was refused the "
                + kind.title()
                + " of a file that it made");
      }
    }

    /** All others try at once. */
    int exclude() throws Stopped, LitmusException {
      List<Agent> agents = new ArrayList<>();
      for (int i = 0; i < members.size(); i++) {
        agents.add(members.get(i).agent(deadline));
        if (i != holder) {
          agents.get(i).send(command(i, " ex nb"));
        }
      }
      List<Reply> replies = new ArrayList<>();
      for (int i = 0; i < members.size(); i++) {
        replies.add(i == holder ? new Reply.Ok(List.of()) : agents.get(i).receive(deadline));
      }
      int excluded = 0;
      for (int i = 0; i < members.size(); i++) {
        Attempt attempt = i == holder ? Attempt.BUSY : judged(i, replies.get(i), "excluded");
        if (attempt == Attempt.INTERRUPTED) {
          throw Stopped.inconclusive(
              "phase excluded: EINTR to " + members.get(i).name(), Errno.EINTR);
        }
        if (attempt == Attempt.GRANTED) {
          throw Stopped.refuted(
              members.get(i).name()
                  + " acquired the "
                  + kind.title()
                  + " while "
                  + members.get(holder).name()
                  + " held it (round "
                  + number
                  + ", phase held)",
              null);
        }
        excluded += i == holder ? 0 : 1;
      }
      return excluded;
    }

    /** The holder unlocks, and the next representative has it. */
    void handOver() throws Stopped, LitmusException {
      members.get(holder).must("released", command(holder, " un"), deadline);
      int next = next();
      int tries = tryUntil(next, "reacquired", deadline);
      if (tries < 0) {
        throw Stopped.refuted(
            members.get(next).name()
                + " was refused the "
                + kind.title()
                + " "
                + -tries
                + " times after "
                + members.get(holder).name()
                + " unlocked it (round "
                + number
                + ", phase released)",
            null);
      }
      members.get(next).must("reacquired", command(next, " un"), deadline);
    }

    private int next() {
      if (representatives.size() > 1) {
        return representatives.get((number + 1) % representatives.size());
      }
      return holder == 0 ? 1 : 0;
    }

    private int tryUntil(int i, String phase, long until) throws Stopped, LitmusException {
      long lastTry = Patience.lastTry(clock.nanoTime(), until);
      for (int tries = 1; ; tries++) {
        Reply reply = members.get(i).ask(command(i, " ex nb"), deadline);
        if (judged(i, reply, phase) == Attempt.GRANTED) {
          return tries;
        }
        if (clock.nanoTime() - lastTry >= 0) {
          return -tries;
        }
        LockSupport.parkNanos(PARK_NANOS);
      }
    }

    private Attempt judged(int i, Reply reply, String phase) throws Stopped, LitmusException {
      return Attempt.judged(kind, members.get(i), reply, phase);
    }

    private String command(int i, String words) {
      return kind.id() + " " + handles.get(i) + words;
    }

    /** Frees what is held, best effort; the file stays for the tree's removal. */
    void close() throws LitmusException {
      long soon = Math.min(deadline, clock.nanoTime() + HOLD_NANOS);
      for (int i = 0; i < handles.size(); i++) {
        Contender member = members.get(i);
        if (handles.get(i) >= 0 && member.isRunning()) {
          try {
            member.ask("close " + handles.get(i), soon);
          } catch (Stopped e) {
            member.abandon();
          }
        }
      }
    }
  }
}
