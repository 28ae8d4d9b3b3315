package io.holdfast.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.lease.WorkId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The program of bench/run leases: that it does the work that it measures, and counts it. */
class LeaseMainTest {

  private static final Path PROGRAM =
      Path.of("..", "native", "target", "cmake", "bench", "holdfast-bench-reference");
  private static final Path PYTHON = Path.of("claims.py").toAbsolutePath();
  private static final Effort SMALL = new Effort(11, 0, 1_000, 16);

  @TempDir(factory = InMemory.class)
  Path directory;

  /** In memory, where there is some: counts are the same, and no disk is waited for. */
  static final class InMemory implements TempDirFactory {

    private static final Path MEMORY = Path.of("/dev/shm");

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context)
        throws IOException {
      String prefix = "holdfast-test-";
      return Files.isWritable(MEMORY)
          ? Files.createTempDirectory(MEMORY, prefix)
          : Files.createTempDirectory(prefix);
    }
  }

  @ParameterizedTest
  @CsvSource({"FLOCK, 1, 64, 1", "FLOCK, 8, 64, 8", "FENCE, 8, 0, 0"})
  void aHeartbeatMakesTheBarriersThatAreCounted(
      Protocol protocol, int shards, long files, long directories) throws Exception {
    try (LeaseGround ground = ground(protocol, shards)) {
      Map<WorkId, LeaseToken> tokens = HeartbeatContests.claim(ground, 64);

      Contestant.Shot shot = HeartbeatContests.beat(ground, tokens);

      Expectation.exactly(files, directories).check("it", shot.counts());
    }
  }

  @Test
  void aHeartbeatThatLosesALeaseHasNoTime() throws Exception {
    try (LeaseGround ground = ground(Protocol.FENCE, 4)) {
      Map<WorkId, LeaseToken> tokens = HeartbeatContests.claim(ground, 4);
      Lease lease = ground.claim(5);
      ground.release(lease);
      tokens.put(lease.id(), lease.token());

      assertThatThrownBy(() -> HeartbeatContests.beat(ground, tokens))
          .isInstanceOf(WrongCountsException.class);
    }
  }

  /** Two transitions, each with a staged record, its name's barrier and the move's. */
  @Test
  void aClaimAndItsReleaseMakeTheBarriersThatAreCounted() throws Exception {
    try (LeaseGround ground = ground(Protocol.FENCE, 4)) {
      ground.release(ground.claim(1));
      ground.mark();

      ground.release(ground.claim(1));

      assertThat(ground.counts()).isEqualTo(new Counts(2, 4, 0, 4));
      ground.requireUncontended();
    }
  }

  @Test
  void whatIsPreparedHasNoBarriersAndIsThere() throws Exception {
    try (LeaseGround ground = ground(Protocol.FENCE, 4)) {
      ground.prepare(() -> new Contestant.Shot(0, countsOf(ground, () -> ground.claim(1))));

      assertThat(countsOf(ground, () -> ground.claim(2)).fileSyncs()).isPositive();
      assertThat(ground.table().counts().byStatus().values()).containsExactly(2L);
    }
  }

  private static Counts countsOf(LeaseGround ground, Callable<Lease> work) throws Exception {
    ground.mark();
    assertThat(work.call()).isNotNull();
    return ground.counts();
  }

  private LeaseGround ground(Protocol protocol, int shards) throws Exception {
    return new LeaseGround(directory.toString(), "table", protocol, shards);
  }

  @ParameterizedTest
  @CsvSource({"locked 64 1 8, 1", "locked 64 8 4, 8", "locked 64 8 16, 8"})
  void theReferenceTakesLocksAndStillMakesTheSameBarriers(String command, long directories)
      throws Exception {
    try (Reference c = reference()) {
      Expectation batch = Expectation.exactly(64, directories);

      assertThat(c.contestant("it", batch, command).nanosOfOne()).isPositive();
      assertThat(c.contestant("it", batch, command).nanosOfOne()).isPositive();
    }
  }

  @Test
  void theProgramInPythonMakesTheSameBarriers() throws Exception {
    assumeTrue(isThere("python3"), "no python3");
    try (Reference python =
        new Reference("Python", List.of("python3", PYTHON.toString(), directory.toString()))) {
      Expectation own = Expectation.exactly(32, 64);

      assertThat(python.contestant("it", own, "claims 16").nanosOfOne()).isPositive();
    }
    try (Stream<Path> shard = Files.list(directory.resolve("python/003"))) {
      assertThat(shard.map(path -> path.getFileName().toString().substring(64)))
          .as("a fence, two records and a hint")
          .hasSize(4)
          .contains(".json");
    }
  }

  private static boolean isThere(String program) {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(path -> Files.isExecutable(Path.of(path, program)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"records-1", "session-64", "claims-memory", "scan", "sizes"})
  void aQuestionIsAnswered(String question) throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(said, true, UTF_8);
    try (Reference c = reference()) {
      String place = directory.toString();
      Callable<Table> asked = LeaseMain.questions(c, PYTHON, place, place, SMALL).get(question);

      assertThat(asked).isNotNull();
      assertThat(DurableMain.answer(List.of(asked), out, new ArrayList<>())).isZero();
    }
    assertThat(said.toString(UTF_8)).contains("; 11 rounds").contains("target at ");
  }

  private Reference reference() throws IOException {
    assumeTrue(Files.isExecutable(PROGRAM), "not built: " + PROGRAM);
    return new Reference(PROGRAM.toString(), directory.toString());
  }
}
