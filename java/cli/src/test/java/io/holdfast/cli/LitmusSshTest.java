package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.lab.Facilities;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code holdfast litmus --hosts} through OpenSSH, all of whose hosts are this one. */
@Tag("litmus")
class LitmusSshTest {

  private static final Facilities MACHINE = Facilities.here();
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir private static Path site;
  private static SshServer server;

  @TempDir private Path directory;
  private Path state;

  @BeforeAll
  static void serve() throws IOException {
    SshServer.unavailabilityReason(MACHINE).ifPresent(Assumptions::abort);
    server = SshServer.start(site.resolve("ssh"), MACHINE);
  }

  @AfterAll
  static void end() throws IOException {
    if (server != null) {
      server.close();
    }
  }

  @BeforeEach
  void make() throws IOException {
    state = Files.createDirectory(directory.resolve("state"));
  }

  @AfterEach
  void noAgentIsLeft() throws IOException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!(isEmpty(server.agents()) && agents() == 0) && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
    assertThat(server.agents()).isEmptyDirectory();
    assertThat(agents()).as("processes whose program lies there").isZero();
  }

  private static boolean isEmpty(Path place) throws IOException {
    try (DirectoryStream<Path> names = Files.newDirectoryStream(place)) {
      return !names.iterator().hasNext();
    }
  }

  private static int agents() throws IOException {
    int running = 0;
    try (DirectoryStream<Path> all =
        Files.newDirectoryStream(Path.of("/proc"), name -> isNumber(name.getFileName()))) {
      for (Path process : all) {
        running += program(process).startsWith(server.agents()) ? 1 : 0;
      }
    }
    return running;
  }

  private static boolean isNumber(Path name) {
    return name.toString().chars().allMatch(Character::isDigit);
  }

  /** Where none can be read there is none, or it is none of ours. */
  private static Path program(Path process) {
    try {
      return Files.readSymbolicLink(process.resolve("exe"));
    } catch (IOException e) {
      return process;
    }
  }

  private ProcessBuilder litmus(String arguments) {
    ProcessBuilder builder =
        ForkedCommand.script(
            directory, "exec \"$@\" litmus " + arguments, ForkedCommand.holdfast());
    builder.environment().put("PATH", server.path());
    return builder;
  }

  private ForkedCommand run(String arguments) throws Exception {
    return ForkedCommand.finish(litmus(arguments).start());
  }

  @Test
  void twoNamesOfOneHostAreInconclusiveAlsoWhereALoginShellTalks() throws Exception {
    ForkedCommand run = run(state + " --hosts=alpha,talkative");
    assertThat(run.status()).as(run.toString()).isEqualTo(3);
    assertThat(run.output())
        .contains("member      alpha: ", "member      talkative: ")
        .contains("talkative and alpha are one host: one boot id")
        .contains("INCONCLUSIVE for fence-table-v1+cross-host: all members are one host")
        .contains("flock   excluded      excluded      unknown       free          free")
        .doesNotContain("REFUTED");
    assertThat(state).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "stranger | Permission denied (publickey).",
        "closed | connect to host 127.0.0.1 port 1: Connection refused",
        "nowhere | Could not resolve hostname nowhere..invalid: ",
        "unproven | Host key verification failed.",
      })
  void whoCannotBeReachedIsToldInOneLine(String host, String complaint) throws Exception {
    ForkedCommand run = run(state + " --hosts=alpha," + host);
    assertThat(run.status()).as(run.toString()).isEqualTo(4);
    assertThat(run.output()).isEmpty();
    assertThat(run.errors())
        .startsWith("holdfast: " + host + ": ssh: ")
        .contains(complaint)
        .doesNotContain("ssh: ssh:")
        .hasLineCount(1);
  }

  @Test
  void manyNamesOfOneHostDoNotCrowdItsDoor() throws Exception {
    ForkedCommand run = run(state + " --hosts='node[01-10]' --path=node10=/nowhere");
    assertThat(run.status()).as(run.toString()).isEqualTo(4);
    assertThat(run.errors()).endsWith("holdfast: node10:/nowhere: there is no such directory\n");
  }

  @Test
  void tellsWhereNothingMayBeExecuted() throws Exception {
    assumeTrue(MACHINE.isRoot(), "needs root: the noexec directory is a mount");
    ForkedCommand run = run(state + " --hosts=alpha,noexec");
    assertThat(run.status()).as(run.toString()).isEqualTo(4);
    assertThat(run.errors())
        .startsWith("holdfast: noexec: the agent may not be executed below $TMPDIR or /tmp there:")
        .hasLineCount(1);
  }

  @Test
  void aKilledCommandLeavesNoAgent() throws Exception {
    Process command = litmus(state + " --hosts=alpha,talkative").start();
    List<ProcessHandle> connections;
    try (BufferedReader progress = command.errorReader()) {
      assertThat(progress.lines().anyMatch("holdfast: names"::equals)).isTrue();
      assertThat(agents()).as("agents at work").isPositive();
      connections = command.descendants().toList();
    } finally {
      command.destroyForcibly();
    }
    assertThat(connections).hasSizeGreaterThanOrEqualTo(4);
    for (ProcessHandle connection : connections) {
      connection.onExit().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }
  }
}
