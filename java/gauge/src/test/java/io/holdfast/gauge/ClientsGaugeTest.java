package io.holdfast.gauge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.gauge.calls.CallCounts;
import io.holdfast.gauge.calls.CountedCall;
import io.holdfast.litmus.AgentLauncher;
import io.holdfast.litmus.LitmusException;
import io.holdfast.litmus.LitmusMember;
import io.holdfast.litmus.LocalAgentLauncher;
import io.holdfast.litmus.Repeated;
import io.holdfast.litmus.SideBySide;
import io.holdfast.natives.NativeFile;
import io.holdfast.natives.NativeFiles;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Errno;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that are processes of this host, in a directory on disk. No time of them is judged. */
class ClientsGaugeTest {

  private static final long SECOND_NANOS = 1_000_000_000L;

  @TempDir private Path directory;
  private Path shared;

  @BeforeEach
  void make() throws IOException {
    shared = Files.createDirectory(directory.resolve("shared"));
  }

  @AfterEach
  void nothingIsLeft() {
    assertThat(shared).isEmptyDirectory();
  }

  private LitmusMember client(String name, AgentLauncher agents) {
    return new LitmusMember(name, agents, RawPath.of(shared.toString()));
  }

  private LitmusMember client(String name) {
    return client(name, new LocalAgentLauncher());
  }

  /** A client whose agent's answers go through an expression of sed. */
  private LitmusMember changed(String name, String expression) {
    return client(
        name,
        () -> {
          try (NativeFile agent = NativeFiles.find(LocalAgentLauncher.PROGRAM)) {
            Path copy = directory.resolve("agent-" + name);
            if (!Files.exists(copy)) {
              Files.copy(Path.of(agent.path()), copy);
            }
            String script = "\"$1\" | sed -u \"$2\"";
            return new ProcessBuilder("sh", "-c", script, "sh", copy.toString(), expression)
                .start();
          }
        });
  }

  private ClientsRequest request(double seconds, Set<RowKind> rows, LitmusMember... clients) {
    GaugeRequest measured = new GaugeRequest(RawPath.of(shared.toString()), seconds, 4096, rows);
    return new ClientsRequest(measured, List.of(clients));
  }

  private static ClientsReport run(
      ClientsRequest request, Consumer<ClientsProgress> progress, BooleanSupplier ending)
      throws LitmusException {
    return new ClientsGauge(NanoClock.system(), EpochClock.system()).run(request, progress, ending);
  }

  private static ClientsReport run(ClientsRequest request) throws LitmusException {
    return run(request, progress -> {}, () -> false);
  }

  @Test
  void everyRowIsMeasuredAloneAndByAll() throws Exception {
    List<ClientsProgress> told = new ArrayList<>();
    ClientsReport report =
        run(
            request(1, ClientsRequest.rows(), client("a"), client("b"), client("c")),
            told::add,
            () -> false);
    assertThat(report.rows()).hasSize(ClientsRequest.rows().size());
    for (ClientsRow row : report.rows()) {
      assertThat(row.voided()).as(row.kind().id()).isEmpty();
      assertThat(row.clients()).hasSize(3);
      assertThat(row.merged().count())
          .isEqualTo(row.clients().stream().mapToLong(c -> count(c)).sum());
      assertThat(row.ratio())
          .isEqualTo(row.totalPerSecond() / row.alone().get().latencies().get().perSecond());
      assertThat(row.together()).isBetween(0.0, 1.0);
    }
    assertThat(told).hasSize(2 * report.rows().size());
    assertThat(told.get(0).clients()).isEqualTo(1);
    assertThat(told.get(1).clients()).isEqualTo(3);
    assertThat(report.hosts()).isEqualTo(1);
    assertThat(report.hasVoid()).isFalse();
  }

  private static long count(Row row) {
    return row.latencies().orElseThrow().count();
  }

  @Test
  void anAgentThatCountsACallMoreVoidsItsRow() throws Exception {
    ClientsReport report =
        run(
            request(
                0.5,
                EnumSet.of(RowKind.DIRECTORY_FSYNC, RowKind.FLOCK_ROUND_TRIP),
                client("a"),
                changed("b", "s/rename:/rename:1/")));
    ClientsRow voided = report.rows().get(0);
    assertThat(voided.voided().orElseThrow().reason())
        .matches("b: \\d+ operations must make \\d+ dir fsync, \\d+ rename, and made .*");
    assertThat(voided.totalPerSecond()).isZero();
    assertThat(report.rows().get(1).isVoid()).isFalse();
  }

  @Test
  void anAgentThatLeavesABarrierOutVoidsItsRow() throws Exception {
    ClientsReport report =
        run(
            request(
                0.5,
                EnumSet.of(RowKind.STAGED_REPLACE),
                changed("a", "s/directory_sync:[0-9]*,//"),
                client("b")));
    assertThat(report.rows().get(0).voided().orElseThrow().reason()).startsWith("a: ");
  }

  @Test
  void theFirstErrorOfAnyClientVoidsTheRow() throws Exception {
    String failing = "s/^\\(=[0-9]*\\) ok \\([0-9]* \\)\\{5\\}data_sync.*/\\1 err 5 EIO fdatasync/";
    ClientsReport report =
        run(
            request(
                0.5,
                EnumSet.of(RowKind.FSYNC, RowKind.FDATASYNC),
                client("a"),
                changed("b", failing)));
    assertThat(report.rows().get(0).isVoid()).isFalse();
    Voided voided = report.rows().get(1).voided().orElseThrow();
    assertThat(voided.reason()).isEqualTo("b: fdatasync: EIO (5)");
    assertThat(voided.errno()).contains(Errno.EIO);
  }

  @Test
  void whatIsNoMeasurementVoidsTheRow() throws Exception {
    ClientsReport report =
        run(
            request(
                0.5,
                EnumSet.of(RowKind.FLOCK_ROUND_TRIP),
                client("a"),
                changed("b", "s/lock:\\([0-9]*\\) .*/lock:\\1 7:1/")));
    assertThat(report.rows().get(0).voided().orElseThrow().reason())
        .startsWith("b answered what is no measurement: ");
  }

  /** Keeps every process that it started. */
  private static final class Kept implements AgentLauncher {
    private final List<Process> processes = new ArrayList<>();

    @Override
    public Process launch() throws IOException {
      Process process = new LocalAgentLauncher().launch();
      processes.add(process);
      return process;
    }
  }

  @Test
  void aClientThatIsKilledIsNamedAndAllElseIsVoid() throws Exception {
    Kept killed = new Kept();
    AtomicBoolean now = new AtomicBoolean();
    ClientsReport report =
        run(
            request(
                1,
                EnumSet.of(RowKind.FSYNC, RowKind.FDATASYNC, RowKind.PUBLISH),
                client("a"),
                client("b", killed)),
            progress -> now.set(progress.kind() == RowKind.FDATASYNC && progress.clients() == 2),
            () -> {
              if (now.get()) {
                killed.processes.forEach(Process::destroyForcibly);
              }
              return false;
            });
    assertThat(report.rows().get(0).isVoid()).isFalse();
    assertThat(report.rows().get(1).voided().orElseThrow().reason())
        .isEqualTo("b ended before it answered");
    assertThat(report.rows().get(2).voided().orElseThrow().reason()).isEqualTo("b was lost before");
    assertThat(killed.processes).hasSize(1);
  }

  @Test
  void aFrozenMemberIsLostAtTheDeadline() throws Exception {
    Kept frozen = new Kept();
    LitmusMember[] members = {client("a"), client("b", frozen)};
    SideBySide clients =
        new SideBySide(
            NanoClock.system(),
            EpochClock.system(),
            List.of(members),
            3 * SECOND_NANOS,
            () -> false);
    List<Repeated> answers;
    try {
      clients.enter();
      String process = Long.toString(frozen.processes.get(0).pid());
      new ProcessBuilder("kill", "-STOP", process).start().waitFor();
      answers = clients.repeat("fsync", 512, 2, 1);
    } finally {
      clients.leave();
    }
    assertThat(answers)
        .singleElement()
        .isInstanceOfSatisfying(
            Repeated.Lost.class,
            lost -> assertThat(lost.reason()).startsWith("b did not answer within "));
    assertThat(frozen.processes).noneMatch(Process::isAlive);
  }

  @Test
  void whoCannotBeReachedIsNamedAndNothingIsMeasured() {
    AgentLauncher echo = () -> new ProcessBuilder("cat").start();
    ClientsRequest request =
        request(1, ClientsRequest.rows(), client("a"), client("b", echo), client("c", echo));
    assertThatThrownBy(() -> run(request))
        .isInstanceOf(LitmusException.class)
        .hasMessageMatching(
            "b: no holdfast-agent works there .*; c: no holdfast-agent works there .*");
  }

  @Test
  void clientsOfDifferentPlacesAreNotMeasured() {
    LitmusMember elsewhere =
        new LitmusMember("b", new LocalAgentLauncher(), RawPath.of(directory.toString()));
    ClientsRequest request = request(1, ClientsRequest.rows(), client("a"), elsewhere);
    assertThatThrownBy(() -> run(request))
        .isInstanceOf(LitmusException.class)
        .hasMessageStartingWith("not the same place: the tree that a made");
  }

  @Test
  void endsWhenItIsTold() {
    AtomicBoolean now = new AtomicBoolean();
    ClientsRequest request = request(600, ClientsRequest.rows(), client("a"), client("b"));
    assertThatThrownBy(() -> run(request, progress -> now.set(progress.done() == 0), now::get))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void refusesWhatClientsDoNotMeasure() {
    assertThatThrownBy(
            () ->
                request(
                    1, EnumSet.of(RowKind.FSYNC, RowKind.CLAIM_RELEASE), client("a"), client("b")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not measured by clients: claim_release");
    assertThat(ClientsRequest.rowsOfOneProcess())
        .containsExactly(RowKind.SESSION_HEARTBEAT, RowKind.CLAIM_RELEASE);
  }

  /** Where fsync of a directory reaches the disk, a client must call what the table's row must. */
  @Test
  void aClientCallsWhatOneProcessCalls() throws Exception {
    GaugeRequest request = new GaugeRequest(RawPath.of(shared.toString()), 1, 4096);
    Gauge gauge = new Gauge(Bindings.load(), NanoClock.system(), EpochClock.system());
    for (Row row : gauge.run(request, progress -> {}, () -> false).rows()) {
      if (ClientsRequest.rows().contains(row.kind())) {
        assertThat(ClientCalls.model(row.kind())).as(row.kind().id()).isEqualTo(row.model());
      }
    }
    assertThat(ClientCalls.model(RowKind.BATCH_EIGHT_SHARDS))
        .isEqualTo(
            CallCounts.of(CountedCall.DIRECTORY_SYNC, 8)
                .plus(CountedCall.FILE_SYNC, 64)
                .plus(CountedCall.RENAME, 64));
  }
}
