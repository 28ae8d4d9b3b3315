package io.holdfast.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.KernelHostIdentity;
import io.holdfast.litmus.LitmusException;
import io.holdfast.litmus.LocalAgentLauncher;
import io.holdfast.litmus.LocalQualifier;
import io.holdfast.litmus.LocalRequest;
import io.holdfast.litmus.Profile;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.FaultPosix;
import io.holdfast.testkit.decorator.PosixCall;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGKILL at any step of a run leaves nothing but its tree, and the next run sweeps that. */
class QualifierKillTest {

  private static final int KILLS = 20;
  private static final int LIMIT_SECONDS = 60;

  private static final Path MEMORY = Path.of("/dev/shm");

  @TempDir private Path temporary;
  private Path directory;

  /** In memory, where there is some: a run waits for no disk there. */
  @BeforeEach
  void choose() throws IOException {
    directory =
        Files.isWritable(MEMORY)
            ? Files.createTempDirectory(MEMORY, "holdfast-test-")
            : Files.createDirectory(temporary.resolve("state"));
  }

  @AfterEach
  void leave() throws IOException {
    Files.delete(directory);
  }

  @Test
  void theNextRunSweepsWhatAKilledRunLeft() throws Exception {
    long steps = Long.parseLong(run(Long.MAX_VALUE).substring("ended ".length()));
    assertThat(names()).isEmpty();
    long seed = System.nanoTime();
    System.out.println("QualifierKillTest: " + steps + " steps, seed " + seed);
    SplittableRandom random = new SplittableRandom(seed);
    int left = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      long from = 1 + kill * steps / KILLS;
      long step = random.nextLong(from, 2 + (kill + 1) * steps / KILLS);
      if (!run(step).equals("reached")) {
        continue;
      }
      assertThat(names()).as("step %d", step).allMatch(n -> n.startsWith(".holdfast-probe."));
      left += names().size();
      sweep();
      assertThat(names()).as("after the sweep behind step %d, seed %d", step, seed).isEmpty();
    }
    assertThat(left).as("trees that killed runs left").isGreaterThan(KILLS / 2);
  }

  /** Runs until a step and kills there; what the run said last. */
  private String run(long step) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                KilledQualifier.class.getName(),
                directory.toString(),
                Long.toString(step))
            .redirectErrorStream(true)
            .start();
    try (BufferedReader lines = process.inputReader()) {
      String said = lines.readLine();
      process.destroyForcibly();
      assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
      return String.valueOf(said);
    } finally {
      process.destroyForcibly();
    }
  }

  /** A run that sweeps and then cannot make a tree: the shortest that there is. */
  private void sweep() throws Exception {
    Posix posix = Bindings.load();
    FaultPosix faulty = new FaultPosix(posix).inject(Fault.of(PosixCall.MKDIRAT, Errno.EROFS));
    LocalQualifier qualifier =
        new LocalQualifier(
            faulty,
            new LocalAgentLauncher(),
            KernelHostIdentity.read(posix),
            NanoClock.system(),
            EpochClock.system());
    LocalRequest request =
        new LocalRequest(
            RawPath.of(directory.toString()),
            null,
            null,
            Profile.FENCE_TABLE,
            LocalRequest.DEFAULT_PROBE_TIMEOUT_NANOS,
            false);
    try {
      qualifier.qualify(request, answer -> {});
    } catch (LitmusException e) {
      assertThat(e).hasMessageContaining("EROFS");
      return;
    }
    throw new AssertionError("a tree was made although mkdir fails");
  }

  private List<String> names() throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.map(p -> p.getFileName().toString()).toList();
    }
  }
}
