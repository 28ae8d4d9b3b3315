package io.holdfast.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.AgentLauncher;
import io.holdfast.litmus.Answer;
import io.holdfast.litmus.BarrierCost;
import io.holdfast.litmus.KernelHostIdentity;
import io.holdfast.litmus.LitmusException;
import io.holdfast.litmus.LocalAgentLauncher;
import io.holdfast.litmus.LocalQualifier;
import io.holdfast.litmus.LocalReport;
import io.holdfast.litmus.LocalRequest;
import io.holdfast.litmus.LockBehaviour;
import io.holdfast.litmus.LockSummary;
import io.holdfast.litmus.Profile;
import io.holdfast.litmus.Question;
import io.holdfast.litmus.Scope;
import io.holdfast.litmus.Verdict;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.FaultPosix;
import io.holdfast.testkit.decorator.PosixCall;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The qualifier on the file systems that every machine has, and with calls that fail. */
class LocalQualifierTest {

  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final Path MEMORY = Path.of("/dev/shm");
  private static final Set<String> MEMORY_TYPES = Set.of("tmpfs", "ramfs");
  private static final Set<Question> OF_TWO_PATHS =
      EnumSet.of(
          Question.SAME_PLACE,
          Question.FLOCK_TWO_MOUNTS,
          Question.OFD_TWO_MOUNTS,
          Question.POSIX_TWO_MOUNTS);

  @TempDir private Path directory;
  private Path inMemory;
  private Posix posix;
  private final List<Answer> progress = new ArrayList<>();

  @BeforeEach
  void load() throws Exception {
    posix = Bindings.load();
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    assertThat(names(directory)).isEmpty();
    if (inMemory != null) {
      assertThat(names(inMemory)).isEmpty();
      Files.delete(inMemory);
    }
  }

  private Path inMemory() throws IOException {
    Assumptions.assumeTrue(Files.isWritable(MEMORY), MEMORY + " is not writable here");
    inMemory = Files.createTempDirectory(MEMORY, "holdfast-test-");
    return inMemory;
  }

  private static List<String> names(Path where) throws IOException {
    try (Stream<Path> entries = Files.list(where)) {
      return entries.map(p -> p.getFileName().toString()).toList();
    }
  }

  private static LocalRequest request(Path path) {
    return new LocalRequest(
        RawPath.of(path.toString()), null, null, Profile.FENCE_TABLE, 5 * SECOND_NANOS, false);
  }

  private LocalReport qualify(LocalRequest request) throws Exception {
    return qualifier(posix, new LocalAgentLauncher()).qualify(request, progress::add);
  }

  private LocalQualifier qualifier(Posix calls, AgentLauncher agents) throws Exception {
    return new LocalQualifier(
        calls, agents, KernelHostIdentity.read(posix), NanoClock.system(), EpochClock.system());
  }

  private static Verdict verdict(LocalReport report, Question question) {
    return report.answers().stream()
        .filter(answer -> answer.question() == question)
        .findFirst()
        .orElseThrow()
        .verdict();
  }

  @Test
  void everyQuestionOfOnePathIsAnsweredOnce() throws Exception {
    LocalReport report = qualify(request(directory));
    Assumptions.assumeFalse(
        MEMORY_TYPES.contains(report.mount().type()), "the temporary directory is in memory");
    assertThat(report.verdict()).isEqualTo(Verdict.qualified());
    assertThat(report.scope()).isEqualTo(Scope.SAME_CLIENT);
    assertThat(report.profile()).isEqualTo(Profile.FENCE_TABLE);
    assertThat(report.answers()).isEqualTo(progress);
    assertThat(report.answers().stream().map(Answer::question))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(without(OF_TWO_PATHS));
    assertThat(report.answers()).allMatch(a -> a.nanos() >= 0 && !text(a).isEmpty());
    assertThat(report.locks().stream().map(LockSummary::observed))
        .containsOnly(LockBehaviour.COHERENT)
        .hasSize(3);
    assertThat(report.costs()).isEmpty();
    assertThat(report.binding()).isEqualTo(posix.binding());
    assertThat(report.kernel()).isEqualTo(System.getProperty("os.version"));
    assertThat(report.bootId()).hasSize(36);
  }

  private static String text(Answer answer) {
    return answer.evidence() + answer.verdict().explanation();
  }

  @Test
  void memoryIsAcceptedNotDurable() throws Exception {
    LocalReport report = qualify(request(inMemory()));
    assertThat(report.verdict()).isInstanceOf(Verdict.Inconclusive.class);
    assertThat(report.verdict().explanation())
        .startsWith("file_fsync: accepted, not durable: tmpfs");
    assertThat(verdict(report, Question.DIRECTORY_FSYNC)).isInstanceOf(Verdict.Inconclusive.class);
    assertThat(verdict(report, Question.SAME_DIRECTORY_REPLACE)).isEqualTo(Verdict.qualified());
    assertThat(report.findings()).anyMatch(f -> f.id().equals("accepted-not-durable"));
  }

  @Test
  void costsHaveARowForEachBarrier() throws Exception {
    LocalRequest request =
        new LocalRequest(
            RawPath.of(inMemory().toString()), null, null, Profile.FENCE_TABLE, SECOND_NANOS, true);
    assertThat(qualify(request).costs())
        .hasSize(4)
        .allMatch(cost -> cost.errno() == null && cost.count() > 0)
        .allMatch(cost -> cost.p50Nanos() <= cost.p99Nanos())
        .noneMatch(BarrierCost::implausiblyFast)
        .extracting(BarrierCost::operation)
        .containsExactly("file_fsync", "directory_fsync", "replace", "publish");
  }

  @Test
  void onePathTwiceIsOneClient() throws Exception {
    RawPath path = RawPath.of(directory.toString());
    LocalReport report =
        qualify(new LocalRequest(path, path, null, Profile.FENCE_TABLE, SECOND_NANOS, false));
    assertThat(report.scope()).isEqualTo(Scope.SAME_HOST_TWO_MOUNTS);
    assertThat(report.verdict()).isInstanceOf(Verdict.Inconclusive.class);
    assertThat(report.verdict().explanation()).contains("equal st_dev");
    assertThat(verdict(report, Question.SAME_PLACE)).isEqualTo(Verdict.qualified());
    assertThat(verdict(report, Question.EXCLUSIVE_MOVE)).isEqualTo(Verdict.qualified());
    assertThat(report.answers().stream().map(Answer::question))
        .containsExactlyInAnyOrderElementsOf(without(Set.of()));
  }

  /** What is asked on one host, but for these. */
  private static Set<Question> without(Set<Question> others) {
    Set<Question> asked = EnumSet.complementOf(EnumSet.copyOf(Question.BETWEEN_HOSTS));
    asked.removeAll(others);
    return asked;
  }

  /** The last question is over when the directory goes: the verdict would speak of another. */
  @Test
  void aDirectoryThatMovesAwayHasNoVerdict() throws Exception {
    Path state = Files.createDirectory(directory.resolve("state"));
    Path elsewhere = directory.resolve("elsewhere");
    assertThatThrownBy(
            () ->
                qualifier(posix, new LocalAgentLauncher())
                    .qualify(request(state), answer -> moveAfterLast(answer, state, elsewhere)))
        .isInstanceOf(LitmusException.class)
        .hasMessage(state + ": it was moved or removed while it was asked");
    assertThat(names(elsewhere)).isEmpty();
    Files.delete(elsewhere);
  }

  private static void moveAfterLast(Answer answer, Path from, Path to) {
    if (answer.question() == Question.EXCLUSIVE_MKDIR) {
      try {
        Files.move(from, to);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Test
  void twoDirectoriesAreNotOnePlace() throws Exception {
    Path memory = inMemory();
    LocalReport report =
        qualify(
            new LocalRequest(
                RawPath.of(directory.toString()),
                RawPath.of(memory.toString()),
                null,
                Profile.FENCE_TABLE,
                SECOND_NANOS,
                false));
    assertThat(report.verdict().explanation()).startsWith("same_place: not the same place: ");
    assertThat(verdict(report, Question.FLOCK_TWO_MOUNTS)).isInstanceOf(Verdict.Inconclusive.class);
    assertThat(report.alsoMount()).isNotNull();
  }

  @Test
  void aPublicationRootElsewhereIsExdev() throws Exception {
    Path memory = inMemory();
    Assumptions.assumeFalse(
        Files.getFileStore(memory).equals(Files.getFileStore(directory)),
        "the temporary directory is in memory");
    LocalReport report =
        qualify(
            new LocalRequest(
                RawPath.of(directory.toString()),
                null,
                RawPath.of(memory.toString()),
                Profile.FULL_SHARED_STATE,
                SECOND_NANOS,
                false));
    assertThat(report.verdict().explanation())
        .startsWith("publication_replace: rename answered EXDEV");
    assertThat(report.publicationMount()).isNotNull();
  }

  @Test
  void whatCannotBeAskedIsToldInOneSentence() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));
    assertThatThrownBy(() -> qualify(request(file)))
        .isInstanceOf(LitmusException.class)
        .hasMessage(file + ": it is not a directory");
    Files.delete(file);
    assertThatThrownBy(() -> qualify(request(file)))
        .isInstanceOf(LitmusException.class)
        .hasMessage(file + ": there is no such directory");
  }

  @ParameterizedTest
  @EnumSource(names = {"MKDIRAT", "PWRITE", "FCHMOD", "FSYNC", "RENAMEAT2", "LINKAT"})
  void aFileSystemThatFillsUpIsToldWhereverItHappens(PosixCall call) throws Exception {
    Path filling = inMemory();
    int stopped = 0;
    for (long n = 1; ; n++) {
      FaultPosix faulty = new FaultPosix(posix).inject(Fault.of(call, Errno.ENOSPC).onCall(n));
      try {
        qualifier(faulty, new LocalAgentLauncher()).qualify(request(filling), answer -> {});
        if (faulty.injected().isEmpty()) {
          break;
        }
      } catch (LitmusException e) {
        stopped++;
        assertThat(e)
            .hasMessage(
                filling + ": the file system has no space left for the probes" + " (ENOSPC)");
      }
      assertThat(names(filling)).as("after call %d of %s", n, call).isEmpty();
    }
    assertThat(stopped).isPositive();
  }

  @Test
  void aTreeThatCannotBeMade() throws Exception {
    assertThat(messageOf(Fault.of(PosixCall.MKDIRAT, Errno.EROFS)))
        .isEqualTo(directory + ": the file system is read-only (EROFS)");
    assertThat(messageOf(Fault.of(PosixCall.MKDIRAT, Errno.EDQUOT)))
        .isEqualTo(directory + ": the disk quota leaves no room for the probes (EDQUOT)");
    assertThat(messageOf(Fault.of(PosixCall.MKDIRAT, Errno.EACCES)))
        .isEqualTo(directory + ": no permission to make a probe tree in it (EACCES)");
    assertThat(messageOf(Fault.of(PosixCall.MKDIRAT, Errno.EIO)))
        .isEqualTo(directory + ": no probe tree can be made in it: mkdirat answered EIO (5)");
  }

  private String messageOf(Fault fault) throws Exception {
    FaultPosix faulty = new FaultPosix(posix).inject(fault);
    try {
      qualifier(faulty, new LocalAgentLauncher()).qualify(request(directory), answer -> {});
    } catch (LitmusException e) {
      return String.valueOf(e.getMessage());
    }
    throw new AssertionError("no error although " + fault);
  }

  @Test
  void aBarrierThatFailsIsRefutedWithItsErrno() throws Exception {
    FaultPosix faulty = new FaultPosix(posix).inject(Fault.of(PosixCall.FSYNC, Errno.EIO));
    LocalReport report =
        qualifier(faulty, new LocalAgentLauncher()).qualify(request(directory), answer -> {});
    assertThat(report.verdict()).isEqualTo(Verdict.refuted("file_fsync: fsync answered EIO (5)"));
    assertThat(report.answers().get(0).errno()).isEqualTo(Errno.EIO);
  }

  @Test
  void interruptedBarriersAndShortWritesAreGoneOnWith() throws Exception {
    FaultPosix faulty =
        new FaultPosix(posix)
            .inject(Fault.of(PosixCall.FSYNC, Errno.EINTR).times(3))
            .inject(Fault.of(PosixCall.PWRITE, Errno.EINTR).times(3))
            .inject(Fault.of(PosixCall.OPENAT, Errno.EINTR).times(3))
            .cutAll(17);
    LocalReport report =
        qualifier(faulty, new LocalAgentLauncher()).qualify(request(directory), answer -> {});
    assertThat(verdict(report, Question.SAME_DIRECTORY_REPLACE)).isEqualTo(Verdict.qualified());
    assertThat(verdict(report, Question.HARD_LINK)).isEqualTo(Verdict.qualified());
  }

  @Test
  void anAgentThatNeverAnswersIsGivenUp() {
    AgentLauncher hanging = () -> new ProcessBuilder("sleep", "1000").start();
    assertThatThrownBy(() -> qualifier(posix, hanging).qualify(request(directory), answer -> {}))
        .isInstanceOf(LitmusException.class)
        .hasMessageStartingWith("holdfast-agent does not work here (")
        .hasMessageContaining("did not answer within")
        .hasMessageContaining("was killed");
  }

  @Test
  void aProgramThatIsNoAgentIsTold() {
    AgentLauncher wrong = () -> new ProcessBuilder("true").start();
    assertThatThrownBy(() -> qualifier(posix, wrong).qualify(request(directory), answer -> {}))
        .isInstanceOf(LitmusException.class)
        .hasMessageStartingWith("holdfast-agent does not work here (");
    AgentLauncher missing = () -> new ProcessBuilder("no-such-program-here").start();
    assertThatThrownBy(() -> qualifier(posix, missing).qualify(request(directory), answer -> {}))
        .isInstanceOf(LitmusException.class)
        .hasMessageStartingWith("cannot start holdfast-agent: ");
  }

  @Test
  void agentsThatHangLeaveTheirQuestionsOpenAndNothingElse() throws Exception {
    int[] launches = new int[1];
    AgentLauncher agents =
        () ->
            launches[0]++ == 0
                ? new LocalAgentLauncher().launch()
                : new ProcessBuilder("sleep", "1000").start();
    LocalRequest request =
        new LocalRequest(
            RawPath.of(directory.toString()),
            null,
            null,
            Profile.LEASE_TABLE,
            SECOND_NANOS / 50,
            false);
    LocalReport report = qualifier(posix, agents).qualify(request, answer -> {});
    assertThat(verdict(report, Question.FLOCK_SAME_CLIENT))
        .isInstanceOf(Verdict.Inconclusive.class);
    assertThat(verdict(report, Question.EXCLUSIVE_MOVE)).isInstanceOf(Verdict.Inconclusive.class);
    assertThat(verdict(report, Question.SAME_DIRECTORY_REPLACE)).isEqualTo(Verdict.qualified());
    assertThat(report.locks()).allMatch(l -> l.observed() == LockBehaviour.UNKNOWN);
  }

  @Test
  void aTreeOfAKilledRunIsSweptAndOneOfALivingRunIsNot() throws Exception {
    Path empty = Files.createDirectory(directory.resolve(".holdfast-probe." + "0".repeat(32)));
    Path dead = Files.createDirectory(directory.resolve(".holdfast-probe." + "1".repeat(32)));
    Files.createFile(dead.resolve("owner"));
    Files.createDirectories(dead.resolve("a/b/c"));
    Files.createFile(dead.resolve("a/b/file"));
    Files.createSymbolicLink(dead.resolve("a/link"), directory);
    Path other = Files.createDirectory(directory.resolve(".holdfast-probe.not-ours"));
    LocalReport report = qualify(request(directory));
    assertThat(report.findings())
        .anyMatch(
            f -> f.id().equals("leftover-trees-swept") && f.text().startsWith("2 probe trees"));
    assertThat(empty).doesNotExist();
    assertThat(dead).doesNotExist();
    assertThat(other).exists();
    Files.delete(other);

    qualifier(posix, new LocalAgentLauncher())
        .qualify(request(directory), answer -> progressSeesTheOtherTree(answer));
  }

  /** In the middle of a run another one sees its tree and leaves it alone. */
  private void progressSeesTheOtherTree(Answer answer) {
    if (answer.question() != Question.DURABLE_UNLINK) {
      return;
    }
    try {
      List<String> before = names(directory);
      assertThat(before).hasSize(1);
      String message = messageOf(Fault.of(PosixCall.MKDIRAT, Errno.EROFS));
      assertThat(message).contains("EROFS");
      assertThat(names(directory)).isEqualTo(before);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
