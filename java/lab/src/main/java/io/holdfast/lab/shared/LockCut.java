package io.holdfast.lab.shared;

import io.holdfast.lab.Observation;
import io.holdfast.lab.Outcome;
import io.holdfast.lab.RigException;
import io.holdfast.lab.shared.AgentHand.Said;
import io.holdfast.litmus.LockKind;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * alpha holds a lock and is cut off; beta tries until it has the lock, and writes; alpha comes back
 * and writes through the descriptor that it holds the lock with. Used by one thread.
 */
final class LockCut implements CutRun {

  static final String LOCK_PASSES = "lock_passes";
  static final String LATE_WRITE = "late_write";
  static final String NEWER_BYTES = "newer_bytes";

  static final String YES = "yes";
  static final String ACCEPTED = "accepted";
  static final String REFUSED = "refused";
  static final String KEPT = "kept";
  static final String OVERWRITTEN = "overwritten";

  private static final String NEVER = "never";
  private static final String FILE = AgentHand.hex("held");

  // Of one length: each write replaces all that is there.
  private static final String BEFORE = "alpha, before";
  private static final String CUT_OFF = "alpha, cutoff";
  private static final String TAKEN = "beta, has it.";
  private static final String LATE = "alpha, a late";

  /** Three times what the slower of both kinds takes. */
  private static final long PASS_NANOS = TimeUnit.SECONDS.toNanos(150);

  /** After that the holder stops trying. */
  private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** A call that the holder began while it was cut off. */
  private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(90);

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** Longer than a FUSE mount keeps what it knows of a file. */
  private static final long CACHE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final SpacedClients clients;
  private final LockKind kind;
  private final String lock;
  private final Progress progress;
  private final Map<String, String> answers = new LinkedHashMap<>();

  LockCut(SpacedClients clients, LockKind kind, Progress progress) {
    this.clients = clients;
    this.kind = kind;
    this.lock = kind == LockKind.FLOCK ? "flock" : "OFD lock";
    this.progress = progress;
  }

  @Override
  public Observation run() throws IOException {
    long begun = System.nanoTime();
    try (AgentHand alpha = AgentHand.in(clients.alpha().mountPoint());
        AgentHand beta = AgentHand.in(clients.beta().mountPoint())) {
      String held = alpha.must("open 0 " + FILE + " rw,creat");
      alpha.must(locking(held));
      alpha.must(writing(held, BEFORE));
      alpha.must("fsync " + held);
      String wanted = beta.must("open 0 " + FILE + " rw");
      expectBusy(beta.call(locking(wanted)));
      clients.alpha().network().cut();
      progress.tell("alpha holds the " + lock + " and is cut off");
      alpha.begin(writing(held, CUT_OFF));
      long cut = System.nanoTime();
      boolean passed = waitForLock(beta, wanted, cut);
      if (passed) {
        beta.must(writing(wanted, TAKEN));
        beta.must("fsync " + wanted);
      }
      clients.alpha().network().heal();
      progress.tell("alpha is back after " + CutRun.seconds(System.nanoTime() - cut));
      late(alpha, held);
      if (passed) {
        lookAgain(beta);
      }
      return observation(System.nanoTime() - begun);
    }
  }

  private String locking(String handle) {
    return kind.id() + " " + handle + " ex nb";
  }

  private static String writing(String handle, String text) {
    return "write " + handle + " 0 " + AgentHand.hex(text);
  }

  private static void expectBusy(Said said) throws RigException {
    if (!said.word().equals("EAGAIN")) {
      throw new RigException("a held lock was answered " + said.word() + " to beta");
    }
  }

  private boolean waitForLock(AgentHand beta, String wanted, long cut) throws IOException {
    Set<String> refusals = new LinkedHashSet<>();
    while (System.nanoTime() - cut < PASS_NANOS) {
      Said said = beta.call(locking(wanted));
      if (said.isOk()) {
        String after = CutRun.seconds(System.nanoTime() - cut);
        answers.put(LOCK_PASSES, YES);
        answers.put("lock_passes_after", after);
        answers.put("beta_was_refused", String.join(", ", refusals));
        progress.tell("beta has the " + lock + " " + after + " after the cut");
        return true;
      }
      refusals.add(said.word());
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    answers.put(LOCK_PASSES, NEVER);
    progress.tell("beta has not got the lock in " + CutRun.seconds(PASS_NANOS));
    return false;
  }

  /** The holder goes on as if nothing had happened. */
  private void late(AgentHand alpha, String held) throws IOException {
    long healed = System.nanoTime();
    Said cutOff = alpha.answer(healed + ANSWER_NANOS);
    answers.put("write_while_cut_off", cutOff.word());
    progress.tell("alpha's write while it was cut off: " + cutOff.word());
    if (cutOff.word().equals(AgentHand.NO_ANSWER)) {
      answers.put(LATE_WRITE, AgentHand.NO_ANSWER);
      return;
    }
    Set<String> told = new LinkedHashSet<>();
    boolean accepted = false;
    while (!accepted && System.nanoTime() - healed < LATE_NANOS) {
      accepted = isTold(alpha.call(writing(held, LATE)), "write", told);
      accepted &= isTold(alpha.call("fsync " + held), "fsync", told);
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    answers.put(LATE_WRITE, accepted ? ACCEPTED : REFUSED);
    answers.put("alpha_was_told", told.isEmpty() ? "nothing" : String.join(", ", told));
    answers.put("same_descriptor_locks_again", alpha.call(locking(held)).word());
    progress.tell(
        "alpha's late write: "
            + answers.get(LATE_WRITE)
            + " after "
            + CutRun.seconds(System.nanoTime() - healed)
            + "; it was told "
            + answers.get("alpha_was_told"));
  }

  private static boolean isTold(Said said, String call, Set<String> told) {
    if (!said.isOk()) {
      told.add(call + " " + said.word());
    }
    return said.isOk();
  }

  private void lookAgain(AgentHand beta) throws IOException {
    LockSupport.parkNanos(CACHE_NANOS);
    String seen = beta.call("fresh 0 " + FILE + " " + TAKEN.length()).text();
    answers.put(NEWER_BYTES, seen.equals(TAKEN) ? KEPT : OVERWRITTEN);
    answers.put("bytes_at_the_end", seen);
  }

  private Observation observation(long nanos) {
    Outcome outcome = Outcome.INCONCLUSIVE;
    if (answers.containsKey(NEWER_BYTES)) {
      boolean isKept = KEPT.equals(answers.get(NEWER_BYTES));
      outcome = isKept ? Outcome.QUALIFIED : Outcome.REFUTED;
    }
    return new Observation(
        outcome, explanation(), "", answers, Map.of(), List.of(), List.of(), nanos);
  }

  private String explanation() {
    String passed = answers.getOrDefault("lock_passes_after", "");
    return (passed.isEmpty()
            ? "the " + lock + " did not pass to beta"
            : "the " + lock + " passed to beta " + passed + " after the cut")
        + "; alpha's late write was "
        + answers.get(LATE_WRITE)
        + ", it was told "
        + answers.getOrDefault("alpha_was_told", "nothing")
        + "; beta's bytes: "
        + answers.getOrDefault(NEWER_BYTES, "none");
  }
}
