package io.holdfast.litmus;

import io.holdfast.clock.NanoClock;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Asks one question after the other, times them, and files what came out. It knows which errors
 * answer a question (the storage cannot do it) and which end the interview (it is full).
 */
final class Interview {

  private final Posix posix;
  private final RawPath path;
  private final int dirfd;
  private final NanoClock clock;
  private final long timeoutNanos;
  private final long endNanos;
  private final BooleanSupplier treeIsGone;
  private final Consumer<Answer> progress;
  private final Map<Question, Answer> answers = new EnumMap<>(Question.class);
  private final List<Question> order = new ArrayList<>();

  /** What is done to find out. */
  @FunctionalInterface
  interface Experiment {

    /**
     * Does it once.
     *
     * @param deadlineNanos when requests to agents are given up
     * @throws PosixException where a call failed and that is the answer
     * @throws Stopped with what is known then
     * @throws LitmusException where nothing more can be asked
     */
    Outcome run(long deadlineNanos) throws PosixException, Stopped, LitmusException;
  }

  /**
   * @param path of the directory, for messages
   * @param dirfd of the directory
   * @param treeIsGone whether somebody removed the probe tree, which would falsify every answer
   */
  Interview(
      Posix posix,
      RawPath path,
      int dirfd,
      NanoClock clock,
      long timeoutNanos,
      BooleanSupplier treeIsGone,
      Consumer<Answer> progress) {
    this(
        posix,
        path,
        dirfd,
        clock,
        timeoutNanos,
        clock.nanoTime() + Long.MAX_VALUE / 2,
        treeIsGone,
        progress);
  }

  /**
   * @param endNanos of {@code clock}: nothing is asked any more then
   */
  Interview(
      Posix posix,
      RawPath path,
      int dirfd,
      NanoClock clock,
      long timeoutNanos,
      long endNanos,
      BooleanSupplier treeIsGone,
      Consumer<Answer> progress) {
    this.endNanos = endNanos;
    this.posix = posix;
    this.path = path;
    this.dirfd = dirfd;
    this.clock = clock;
    this.timeoutNanos = timeoutNanos;
    this.treeIsGone = treeIsGone;
    this.progress = progress;
  }

  /** Asks a question once. */
  Outcome ask(Question question, Experiment experiment) throws LitmusException {
    return ask(question, experiment, UnaryOperator.identity());
  }

  /**
   * Asks a question once.
   *
   * @param meaning what an outcome means for the question
   * @return the outcome itself
   */
  Outcome ask(Question question, Experiment experiment, UnaryOperator<Outcome> meaning)
      throws LitmusException {
    long start = clock.nanoTime();
    if (start - endNanos >= 0) {
      Outcome late = Outcome.inconclusive("not asked: the deadline of all questions passed", null);
      file(question, meaning.apply(late), 0);
      return late;
    }
    long deadline = start + Math.min(timeoutNanos, endNanos - start);
    Outcome outcome = withLimit(outcome(experiment, deadline), deadline);
    if (!outcome.isQualified() && treeIsGone.getAsBoolean()) {
      throw new LitmusException(
          path + ": somebody removed the probe tree in the middle of a probe");
    }
    file(question, meaning.apply(outcome), clock.nanoTime() - start);
    return outcome;
  }

  /** Files an outcome that other questions gave. */
  void file(Question question, Outcome outcome, long nanos) {
    Answer answer =
        new Answer(question, outcome.verdict(), outcome.errno(), nanos, outcome.evidence());
    if (answers.putIfAbsent(question, answer) != null) {
      throw new IllegalStateException(question + " was asked already");
    }
    order.add(question);
    progress.accept(answer);
  }

  Optional<Answer> answer(Question question) {
    return Optional.ofNullable(answers.get(question));
  }

  /** All that was asked, in that order. */
  List<Answer> answers() {
    return order.stream().map(answers::get).toList();
  }

  /** What an experiment was stopped at is seldom what an administrator can change: the limit is. */
  private Outcome withLimit(Outcome outcome, long deadlineNanos) {
    if (clock.nanoTime() - deadlineNanos < 0
        || !(outcome.verdict() instanceof Verdict.Inconclusive stopped)) {
      return outcome;
    }
    if (clock.nanoTime() - endNanos >= 0) {
      return outcome;
    }
    String limit = Spelling.duration(timeoutNanos);
    return new Outcome(
        Verdict.inconclusive(
            stopped.explanation() + "; a question may take " + limit + ", --timeout allows more"),
        outcome.errno(),
        outcome.evidence());
  }

  private Outcome outcome(Experiment experiment, long deadlineNanos) throws LitmusException {
    try {
      return experiment.run(deadlineNanos);
    } catch (Stopped e) {
      return e.outcome();
    } catch (AgentLost e) {
      return e.outcome();
    } catch (PosixException e) {
      if (Unaskable.isOfTheMoment(e.errno())) {
        throw Unaskable.failing(posix, path, dirfd, e);
      }
      return Outcome.refuted(e.operation() + " answered " + e.errno(), e.errno());
    }
  }
}
