package io.holdfast.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.litmus.FakeStorage.Locks;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The litmus against storage that tells the truth and storage that lies. */
class LockLitmusTest {

  private static final long STEP_NANOS = 1_000_000L;
  private static final long TIMEOUT_NANOS = 200_000_000L;
  private static final Posix NO_CALLS =
      (Posix)
          Proxy.newProxyInstance(
              Posix.class.getClassLoader(),
              new Class<?>[] {Posix.class},
              (proxy, method, arguments) -> {
                throw new AssertionError("the litmus leaves every call to its agents");
              });

  private FakeStorage storage = new FakeStorage();
  private final TickingClock clock = new TickingClock(STEP_NANOS);
  private final Map<Question, Answer> answers = new HashMap<>();
  private LockLitmus litmus;

  private void run(boolean twoMounts, boolean oneClient) throws LitmusException {
    Interview interview =
        new Interview(
            NO_CALLS,
            RawPath.of("/a"),
            0,
            clock,
            TIMEOUT_NANOS,
            () -> false,
            answer -> answers.put(answer.question(), answer));
    try (Contender a = contender("A", "/a");
        Contender b = contender("B", "/a");
        Contender other = contender("B", "/b")) {
      byte[][] directory = {Spelling.bytes("tree"), Spelling.bytes("locks")};
      litmus =
          new LockLitmus(interview, a, b, twoMounts ? other : null, oneClient, directory, clock);
      litmus.run();
    }
  }

  private Contender contender(String name, String path) {
    return new Contender(name, RawPath.of(path), storage, clock);
  }

  private Answer answer(Question question) {
    assertThat(answers).containsKey(question);
    return answers.get(question);
  }

  private String explanation(Question question) {
    return answer(question).verdict().explanation();
  }

  private LockBehaviour behaviour(LockKind kind) {
    return litmus.observations().stream()
        .filter(o -> o.kind() == kind)
        .findFirst()
        .orElseThrow()
        .behaviour();
  }

  private void assertBehaviour(LockBehaviour behaviour) {
    for (LockKind kind : LockKind.values()) {
      assertThat(behaviour(kind)).as(kind.id()).isEqualTo(behaviour);
    }
  }

  @AfterEach
  void noAgentIsLeft() {
    assertThat(storage.isAnyProcessAlive()).isFalse();
  }

  @Test
  void truthIsQualifiedInEveryQuestion() throws LitmusException {
    run(false, false);
    assertBehaviour(LockBehaviour.COHERENT);
    assertThat(answers).hasSize(15);
    assertThat(answers.values())
        .allMatch(answer -> answer.verdict() instanceof Verdict.Qualified, "is qualified");
    assertThat(answer(Question.FLOCK_SAME_PROCESS).evidence()).contains("the lock stayed");
    assertThat(answer(Question.OFD_SAME_PROCESS).evidence()).contains("the lock stayed");
    assertThat(answer(Question.POSIX_SAME_PROCESS).evidence())
        .isEqualTo("second descriptor granted; closing it dropped the lock: B acquired it");
    assertThat(answer(Question.FLOCK_RELEASE_KILL).evidence()).contains("after A was killed");
  }

  @Test
  void truthBetweenTwoMounts() throws LitmusException {
    run(true, false);
    assertBehaviour(LockBehaviour.COHERENT);
    assertThat(answers).hasSize(18);
    assertThat(answer(Question.FLOCK_TWO_MOUNTS).evidence())
        .isEqualTo("control granted, B through /b busy while A through /a held it");
    assertThat(answer(Question.OFD_RELEASE_CLOSE).evidence())
        .startsWith("B through /b acquired it at try 1, ")
        .endsWith(" after A through /a closed its descriptor");
  }

  @Test
  void everybodyGetsIt() throws LitmusException {
    storage.withAll(Locks.GRANTED);
    run(true, false);
    assertBehaviour(LockBehaviour.ALWAYS_GRANTED);
    assertThat(explanation(Question.FLOCK_SAME_PROCESS))
        .isEqualTo(
            "a second descriptor of A acquired the flock that A held through the first (phase"
                + " held)");
    assertThat(explanation(Question.OFD_SAME_CLIENT))
        .isEqualTo("B acquired the OFD lock while A held it (phase held)");
    assertThat(answer(Question.POSIX_SAME_PROCESS).verdict()).isEqualTo(Verdict.qualified());
    assertThat(answer(Question.FLOCK_RELEASE_CLOSE).verdict())
        .isInstanceOf(Verdict.Inconclusive.class);
  }

  @Test
  void locksThatStayInOneMount() throws LitmusException {
    storage.withAll(Locks.LOCAL);
    run(true, false);
    assertBehaviour(LockBehaviour.LOCAL_ONLY);
    assertThat(explanation(Question.FLOCK_TWO_MOUNTS))
        .isEqualTo("B through /b acquired the flock while A through /a held it (phase held)");
    assertThat(explanation(Question.FLOCK_RELEASE_UNLOCK))
        .isEqualTo(
            "no release can be shown, because the flock does not exclude between both paths");
  }

  @Test
  void locksOfTheDaemonExcludeOtherMountsOnly() throws LitmusException {
    storage.with(LockKind.OFD, Locks.NO_OWNER);
    run(true, false);
    assertThat(behaviour(LockKind.OFD)).isEqualTo(LockBehaviour.NO_OWNER);
    assertThat(behaviour(LockKind.FLOCK)).isEqualTo(LockBehaviour.COHERENT);
  }

  @Test
  void oneClientIsNoSecondMountHoweverWellItExcludes() throws LitmusException {
    run(true, true);
    assertBehaviour(LockBehaviour.COHERENT);
    Answer answer = answer(Question.FLOCK_TWO_MOUNTS);
    assertThat(answer.verdict()).isEqualTo(Verdict.inconclusive(ScopeVerdict.ONE_CLIENT));
    assertThat(answer.evidence()).contains("busy while A through /a held it");
    assertThat(answer(Question.FLOCK_RELEASE_CLOSE).verdict()).isEqualTo(Verdict.qualified());
  }

  @Test
  void everyOtherErrnoIsToldAtOnceAndNoOtherKindIsPutInItsPlace() throws LitmusException {
    for (Errno errno :
        List.of(Errno.ENOSYS, Errno.ENOLCK, Errno.EOPNOTSUPP, Errno.EBADF, Errno.ofNumber(512))) {
      answers.clear();
      storage = new FakeStorage().refusing(LockKind.FLOCK, errno);
      run(false, false);
      Answer answer = answer(Question.FLOCK_SAME_CLIENT);
      assertThat(answer.verdict())
          .isEqualTo(Verdict.refuted("flock answered " + errno + " to B (phase control)"));
      assertThat(answer.errno()).isEqualTo(errno);
      assertThat(behaviour(LockKind.FLOCK)).isEqualTo(LockBehaviour.UNSUPPORTED);
      assertThat(behaviour(LockKind.OFD)).isEqualTo(LockBehaviour.COHERENT);
      assertThat(storage.requests().stream().filter(r -> r.startsWith("flock")))
          .as("one try in each scope")
          .hasSize(2);
    }
  }

  @Test
  void eaccesIsBusyAndTheLockIsMandatory() throws LitmusException {
    storage.mandatory();
    run(false, false);
    assertBehaviour(LockBehaviour.MANDATORY);
    assertThat(answer(Question.FLOCK_SAME_CLIENT).verdict()).isEqualTo(Verdict.qualified());
    assertThat(answer(Question.FLOCK_SAME_CLIENT).evidence())
        .contains("B cannot read the locked file");
  }

  @Test
  void aCloseThatFreesLateIsWaitedForAndCounted() throws LitmusException {
    storage.releasingLate(3);
    run(false, false);
    assertThat(answer(Question.FLOCK_RELEASE_CLOSE).evidence())
        .startsWith("B acquired it at try 4, ");
    assertThat(litmus.triesAfterClose(LockKind.FLOCK)).isEqualTo(4);
    assertThat(behaviour(LockKind.FLOCK)).isEqualTo(LockBehaviour.COHERENT);
  }

  @Test
  void anUnlockThatFreesNothingIsRefuted() throws LitmusException {
    storage.with(LockKind.FLOCK, Locks.NO_RELEASE);
    run(false, false);
    assertThat(answer(Question.FLOCK_RELEASE_UNLOCK).verdict()).isInstanceOf(Verdict.Refuted.class);
    assertThat(explanation(Question.FLOCK_RELEASE_UNLOCK))
        .startsWith("A was refused the flock ")
        .endsWith(" times after B unlocked it (phase released)");
    assertThat(answer(Question.FLOCK_SAME_CLIENT).verdict())
        .isInstanceOf(Verdict.Inconclusive.class);
    assertThat(explanation(Question.FLOCK_SAME_CLIENT)).startsWith("phase held: A was refused");
    assertThat(behaviour(LockKind.FLOCK)).isEqualTo(LockBehaviour.UNKNOWN);
  }

  @Test
  void aLockCallThatBlocksCostsItsProcessAndNamesThePhase() throws LitmusException {
    storage.hangingOn(command -> command.startsWith("flock") && command.endsWith("ex nb"));
    run(false, false);
    assertThat(answer(Question.FLOCK_SAME_CLIENT).verdict())
        .isInstanceOf(Verdict.Inconclusive.class);
    assertThat(explanation(Question.FLOCK_SAME_CLIENT))
        .startsWith("phase control: the process of B did not answer within ")
        .contains("was killed")
        .endsWith("; a question may take 200.0 ms, --timeout allows more");
    assertThat(behaviour(LockKind.FLOCK)).isEqualTo(LockBehaviour.UNKNOWN);
    assertThat(behaviour(LockKind.OFD))
        .as("the others are asked all the same")
        .isEqualTo(LockBehaviour.COHERENT);
  }

  @Test
  void aHolderThatHangsNamesItsPhaseToo() throws LitmusException {
    int[] tries = new int[1];
    storage.hangingOn(
        command -> command.startsWith("ofd") && command.endsWith("ex nb") && ++tries[0] == 2);
    run(false, false);
    assertThat(explanation(Question.OFD_SAME_PROCESS))
        .startsWith("phase held: the process of A did not answer within ");
    assertThat(answer(Question.OFD_SAME_CLIENT).verdict()).isEqualTo(Verdict.qualified());
  }
}
