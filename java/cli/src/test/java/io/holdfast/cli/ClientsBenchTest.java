package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.holdfast.cli.bench.SampleBenches;
import io.holdfast.gauge.ClientsRequest;
import io.holdfast.gauge.RowKind;
import io.holdfast.litmus.LitmusException;
import io.holdfast.litmus.LitmusMember;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code holdfast bench} by several clients: what is asked of them, and a small run of some. */
class ClientsBenchTest {

  @TempDir private Path directory;
  private final List<ClientsRequest> asked = new ArrayList<>();

  private CliRun run(String... options) {
    ClientGauges gauges =
        (request, progress, ending) -> {
          asked.add(request);
          return SampleBenches.clients();
        };
    List<String> words = new ArrayList<>(List.of("bench", "/srv"));
    words.addAll(List.of(options));
    return CliRun.of(FakeMachine.measuringByClients(gauges), words.toArray(String[]::new));
  }

  @Test
  void asksWhomItIsTold() throws Exception {
    Path json = directory.resolve("clients.json");
    CliRun run =
        run(
            "--member",
            "guest=exec holdfast-agent",
            "--path",
            "guest=/mnt",
            "--processes=2",
            "--seconds=5",
            "--json",
            json.toString());
    assertThat(run.status()).as("a row is void").isEqualTo(3);
    assertThat(run.out()).contains("1.60 times a alone");
    assertThat(Files.readString(json)).contains("holdfast-bench-clients-v1");
    ClientsRequest request = asked.get(0);
    assertThat(request.clients().stream().map(LitmusMember::name))
        .containsExactly("guest", "process-1", "process-2");
    assertThat(request.clients().get(0).directory()).hasToString("/mnt");
    assertThat(request.clients().get(1).directory()).hasToString("/srv");
    assertThat(request.measured().seconds()).isEqualTo(5);
    assertThat(request.measured().rows()).isEqualTo(ClientsRequest.rows());
    run("--processes=2", "--rows=publish,fsync");
    assertThat(asked.get(1).measured().rows()).containsExactly(RowKind.FSYNC, RowKind.PUBLISH);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--processes 1 | 2 to 64 clients measure side by side, not 1",
        "--processes 65 | --processes is 1 to 64",
        "--processes -1 | --processes is 1 to 64",
        "--rsh x | --rsh is how --clients are reached",
        "--processes 2 --member x | --member wants NAME=CMDLINE",
        "--processes 2 --path x=/y | there is no member 'x'",
        "--processes 2 --compare old.json | is not compared with an earlier run",
        "--processes 2 --hard 2 | leave out --compare, --soft and --hard",
        "--processes 2 --rows claim_release | not measured by clients: claim_release",
        "--processes 2 --rows x | there is no --rows 'x'",
        "--processes 2 --seconds 0 | seconds are 0.1 to 3600",
      })
  void refusesWhatMakesNoSense(String options, String message) {
    CliRun run = run(options.split(" "));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains(message).hasLineCount(1);
    assertThat(asked).isEmpty();
  }

  @Test
  void whoCannotTakePartIsTold() {
    ClientGauges gauges =
        (request, progress, ending) -> {
          throw new LitmusException("b:/srv: there is no such directory");
        };
    CliRun run =
        CliRun.of(FakeMachine.measuringByClients(gauges), "bench", "/srv", "--processes=2");
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.err()).isEqualTo("holdfast: b:/srv: there is no such directory\n");
  }

  @Test
  void aHostThatCannotBeReachedIsNamed() {
    CliRun run = run("--clients=a,b", "--rsh=false");
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.err()).isEqualTo("holdfast: a: false: the connection ended\n");
    assertThat(asked).isEmpty();
  }

  /** Hosts through a program that is called as ssh is; no time of it is judged. */
  @Test
  void measuresThroughWhatIsCalledAsSshIs() throws Exception {
    Path state = Files.createDirectory(directory.resolve("state"));
    Path temporary = Files.createDirectory(directory.resolve("tmp"));
    Path rsh = Files.writeString(directory.resolve("rsh"), "shift; exec sh -c \"$1\"\n");
    String call = "env TMPDIR=" + temporary + " sh " + rsh;
    ForkedCommand run =
        ForkedCommand.run(
            directory, "\"$@\" bench state --seconds 0.5 --clients c[1-2] --rsh '" + call + "'");
    assertThat(run.status()).as(run.output() + run.errors()).isZero();
    assertThat(run.output())
        .containsPattern("(?m)^  all 2 .* times c1 alone$")
        .contains("all clients are one host")
        .doesNotContain("void");
    assertThat(state).isEmptyDirectory();
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void aSignalLeavesNothing() throws Exception {
    Path state = Files.createDirectory(directory.resolve("state"));
    assumeFalse(ForkedCommand.inheritsIgnored(15), "SIGTERM is ignored here");
    ForkedCommand run =
        ForkedCommand.run(
            directory,
            """
            "$@" bench state --seconds 600 --processes 2 &
            while [ -z "$(ls -A state)" ]; do kill -0 $! || exit 99; done
            kill -TERM $!; wait $!
            """);
    assertThat(run.status()).as(run.errors()).isEqualTo(128 + 15);
    assertThat(state).isEmptyDirectory();
  }
}
