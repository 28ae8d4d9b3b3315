package io.holdfast.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.AgentFile;
import io.holdfast.litmus.AgentLauncher;
import io.holdfast.litmus.Answer;
import io.holdfast.litmus.CrossHostQualifier;
import io.holdfast.litmus.Finding;
import io.holdfast.litmus.HostIdentity;
import io.holdfast.litmus.LitmusEvent;
import io.holdfast.litmus.LitmusException;
import io.holdfast.litmus.LitmusMember;
import io.holdfast.litmus.LitmusPhase;
import io.holdfast.litmus.LitmusReport;
import io.holdfast.litmus.LitmusRequest;
import io.holdfast.litmus.LocalAgentLauncher;
import io.holdfast.litmus.Profile;
import io.holdfast.litmus.Question;
import io.holdfast.litmus.RemoteHost;
import io.holdfast.litmus.Scope;
import io.holdfast.litmus.Verdict;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.FakeHostIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The litmus between members that are processes of this host and say that they are several. */
class CrossHostQualifierTest {

  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final FakeHostIdentity HOST_A = FakeHostIdentity.named("host-a");
  private static final FakeHostIdentity HOST_B = FakeHostIdentity.named("host-b");

  @TempDir private Path directory;
  private Path shared;

  @BeforeEach
  void make() throws IOException {
    shared = Files.createDirectory(directory.resolve("shared"));
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    try (Stream<Path> names = Files.list(shared)) {
      assertThat(names).isEmpty();
    }
  }

  private LitmusMember member(String name, AgentLauncher agents, HostIdentity identity) {
    return new LitmusMember(name, agents, RawPath.of(shared.toString()), identity);
  }

  private LitmusMember here(String name, HostIdentity identity) {
    return member(name, new LocalAgentLauncher(), identity);
  }

  private static LitmusReport run(LitmusRequest request, Consumer<LitmusEvent> progress)
      throws LitmusException {
    return new CrossHostQualifier(NanoClock.system(), EpochClock.system()).run(request, progress);
  }

  private static LitmusReport run(LitmusMember... members) throws LitmusException {
    return run(request(5 * SECOND_NANOS, 60 * SECOND_NANOS, members), event -> {});
  }

  private static LitmusRequest request(long timeout, long deadline, LitmusMember... members) {
    return new LitmusRequest(List.of(members), Profile.FENCE_TABLE, true, timeout, deadline);
  }

  private static Answer answer(LitmusReport report, Question question) {
    return report.answers().stream()
        .filter(answer -> answer.question() == question)
        .findFirst()
        .orElseThrow();
  }

  private static String reason(LitmusReport report, Question question) {
    return answer(report, question).verdict().explanation();
  }

  @Test
  void twoHostsOnTrueStorageAreQualified() throws Exception {
    LitmusReport report = run(here("a", HOST_A), here("b", HOST_B), here("c", HOST_B));
    assertThat(report.answers())
        .filteredOn(a -> a.verdict() instanceof Verdict.Refuted)
        .as("refuted")
        .isEmpty();
    assertThat(report.hosts()).isEqualTo(2);
    assertThat(report.reached()).isEqualTo(Scope.CROSS_HOST);
    assertThat(report.syntheticTopology()).isTrue();
    assertThat(answer(report, Question.FLOCK_CROSS_HOST).evidence())
        .isEqualTo(
            "2 rounds, 4 tries busy while another member held it, taken over 2 times after"
                + " LOCK_UN");
    assertThat(answer(report, Question.EXCLUSIVE_MOVE).verdict()).isEqualTo(Verdict.qualified());
    assertThat(report.findings()).extracting(Finding::id).contains("one-host");
  }

  @Test
  void oneHostIsNeverQualifiedBetweenHosts() throws Exception {
    LitmusReport report = run(here("a", HOST_A), here("b", HOST_A));
    assertThat(report.verdict()).isInstanceOf(Verdict.Inconclusive.class);
    assertThat(report.verdict().explanation()).contains("all members are one host");
    assertThat(report.protocols())
        .allMatch(p -> p.verdict() instanceof Verdict.Inconclusive, "inconclusive");
    assertThat(answer(report, Question.FLOCK_SAME_CLIENT).verdict()).isEqualTo(Verdict.qualified());
  }

  @Test
  void anotherPlaceIsInconclusiveAndNothingElseIsAsked() throws Exception {
    LitmusMember elsewhere =
        new LitmusMember("b", new LocalAgentLauncher(), RawPath.of(directory.toString()), HOST_B);
    LitmusReport report = run(here("a", HOST_A), elsewhere);
    assertThat(report.verdict().explanation())
        .startsWith("same_place: not the same place: the tree that a made")
        .contains("is never seen by b (" + directory);
    assertThat(report.answers()).hasSize(2);
  }

  @Test
  void aMissingDirectoryIsToldWithItsMember() {
    LitmusMember missing =
        new LitmusMember("b", new LocalAgentLauncher(), RawPath.of("/nowhere/at/all"), HOST_B);
    assertThatThrownBy(() -> run(here("a", HOST_A), missing))
        .isInstanceOf(LitmusException.class)
        .hasMessage("b:/nowhere/at/all: there is no such directory");
  }

  @Test
  void whatIsNoAgentIsToldWithItsMember() {
    AgentLauncher echo = () -> new ProcessBuilder("cat").start();
    assertThatThrownBy(() -> run(here("a", HOST_A), member("b", echo, HOST_B)))
        .isInstanceOf(LitmusException.class)
        .hasMessageStartingWith("b: no holdfast-agent works there");
  }

  @Test
  void allMembersThatCannotTakePartAreTold() {
    LitmusMember missing =
        new LitmusMember("b", new LocalAgentLauncher(), RawPath.of("/nowhere/at/all"), HOST_B);
    AgentLauncher echo = () -> new ProcessBuilder("cat").start();
    assertThatThrownBy(() -> run(member("a", echo, HOST_A), missing, here("c", HOST_B)))
        .isInstanceOf(LitmusException.class)
        .hasMessageMatching(
            "a: no holdfast-agent works there .*; b:/nowhere/at/all: there is no such directory");
  }

  /** Keeps every process that it started. */
  private static final class Kept implements AgentLauncher {
    private final List<Process> processes = new ArrayList<>();
    private boolean stopping;

    @Override
    public Process launch() throws IOException {
      Process process = new LocalAgentLauncher().launch();
      processes.add(process);
      if (stopping) {
        signal(process, "STOP");
      }
      return process;
    }

    /** Freezes every agent, also those that are started later. */
    void stop() {
      stopping = true;
      processes.stream().filter(Process::isAlive).forEach(process -> signal(process, "STOP"));
    }

    void kill() {
      processes.forEach(Process::destroyForcibly);
    }

    private static void signal(Process process, String name) {
      try {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
      } catch (IOException e) {
        throw new AssertionError(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Test
  void aFrozenMemberIsNamedAndEndsAtTheDeadline() throws Exception {
    Kept frozen = new Kept();
    Consumer<LitmusEvent> freezing =
        event -> {
          if (event.equals(new LitmusEvent.Working("b", LitmusPhase.NAMES))) {
            frozen.stop();
          }
        };
    LitmusReport report =
        run(
            request(SECOND_NANOS, 5 * SECOND_NANOS, here("a", HOST_A), member("b", frozen, HOST_B)),
            freezing);
    assertThat(report.verdict()).isInstanceOf(Verdict.Inconclusive.class);
    assertThat(reason(report, Question.EXCLUSIVE_MOVE)).contains("the process of b did not answer");
    assertThat(report.findings())
        .filteredOn(finding -> finding.id().equals("deadline"))
        .singleElement()
        .satisfies(finding -> assertThat(finding.text()).contains("phase", "silent: b"));
    assertThat(frozen.processes).noneMatch(Process::isAlive);
  }

  @Test
  void aMemberThatDiesCostsOneQuestion() throws Exception {
    Kept dying = new Kept();
    Consumer<LitmusEvent> killing =
        event -> {
          if (event instanceof LitmusEvent.Answered answered
              && answered.answer().question() == Question.EXCLUSIVE_MKDIR) {
            dying.kill();
          }
        };
    LitmusReport report =
        run(
            request(
                5 * SECOND_NANOS, 60 * SECOND_NANOS, here("a", HOST_A), member("b", dying, HOST_B)),
            killing);
    assertThat(reason(report, Question.RENAME_VISIBILITY)).contains("the process of b ended");
    assertThat(answer(report, Question.FLOCK_CROSS_HOST).verdict()).isEqualTo(Verdict.qualified());
  }

  // ---- through a program that is called as ssh is

  private RemoteHost remote(String name, String script) throws IOException {
    Path program = directory.resolve("rsh-" + name);
    Files.writeString(program, "#!/bin/sh\nshift\n" + script + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    Path temporary = Files.createDirectories(directory.resolve("tmp"));
    List<String> shell = List.of("env", "TMPDIR=" + temporary, program.toString());
    return new RemoteHost(name, shell, AgentFile.read(), NanoClock.system());
  }

  private static void install(RemoteHost host) throws LitmusException {
    host.connect();
    host.install(NanoClock.system().nanoTime() + 20 * SECOND_NANOS);
  }

  private void nothingStaysThere() {
    assertThat(directory.resolve("tmp")).isEmptyDirectory();
  }

  @Test
  void bringsTheAgentAndTakesItAway() throws Exception {
    try (RemoteHost a = remote("a", "exec sh -c \"$1\"");
        RemoteHost b = remote("b", "echo Welcome; exec sh -c \"$1\"")) {
      install(a);
      install(b);
      assertThat(directory.resolve("tmp")).isNotEmptyDirectory();
      LitmusReport report = run(member("a", a, HOST_A), here("b", HOST_B));
      assertThat(answer(report, Question.FLOCK_RELEASE_KILL).verdict())
          .isEqualTo(Verdict.qualified());
    }
    nothingStaysThere();
  }

  @Test
  void refusesAnAgentThatArrivedChanged() throws Exception {
    String wrongSum = "exec sh -c \"$(printf %s \"$1\" | sed 's/= [0-9a-f]\\{64\\}/= 00/')\"";
    try (RemoteHost host = remote("a", wrongSum)) {
      assertThatThrownBy(() -> install(host))
          .isInstanceOf(LitmusException.class)
          .hasMessageStartingWith("a: the agent did not arrive as it was sent (SHA-256 ");
    }
    nothingStaysThere();
  }

  @Test
  void tellsWhereNothingMayBeExecuted() throws Exception {
    String noChmod = "exec sh -c \"$(printf %s \"$1\" | sed 's/chmod 700/chmod 600/')\"";
    try (RemoteHost host = remote("a", noChmod)) {
      assertThatThrownBy(() -> install(host))
          .isInstanceOf(LitmusException.class)
          .hasMessageContaining("mounted noexec?");
    }
    nothingStaysThere();
  }

  /** Changes the machine in the header of the agent that has come, in what is done there. */
  @Test
  void tellsWhereTheKernelDoesNotExecuteIt() throws Exception {
    String foreign =
        "s='printf \"\\\\267\" | dd of=\"$d/agent\" bs=1 seek=18 conv=notrunc 2>/dev/null'\n"
            + "exec sh -c \"$(printf %s \"$1\" | sed \"s,chmod 700,$s; chmod 700,\")\"";
    try (RemoteHost host = remote("a", foreign)) {
      assertThatThrownBy(() -> install(host))
          .isInstanceOf(LitmusException.class)
          .hasMessage(
              "a: the kernel there does not execute the agent that is here, which is for amd64");
    }
    nothingStaysThere();
  }

  @Test
  void tellsWhatSshComplainsAbout() throws Exception {
    try (RemoteHost host = remote("a", "echo 'ssh: no route to host' >&2; exit 255")) {
      assertThatThrownBy(() -> install(host))
          .isInstanceOf(LitmusException.class)
          .hasMessage("a: env: ssh: no route to host");
    }
  }
}
