package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.report.SampleLitmus;
import io.holdfast.litmus.LitmusMember;
import io.holdfast.litmus.LitmusRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LitmusCommandTest {

  @TempDir private Path directory;

  private static FakeMachine refuted() {
    return FakeMachine.answering(SampleLitmus.refuted());
  }

  private static CliRun run(FakeMachine machine, String... more) {
    String[] arguments = new String[4 + more.length];
    List.of("litmus", "/d", "--processes", "2").toArray(arguments);
    System.arraycopy(more, 0, arguments, 4, more.length);
    return CliRun.of(machine, arguments);
  }

  @Test
  void tellsTheVerdictByItsStatus() {
    assertThat(run(refuted()).status()).isEqualTo(1);
    assertThat(run(FakeMachine.answering(SampleLitmus.qualified())).status()).isZero();
    CliRun none = run(FakeMachine.failing("a:/d: there is no such directory"));
    assertThat(none.status()).isEqualTo(4);
    assertThat(none.err()).isEqualTo("holdfast: a:/d: there is no such directory\n");
  }

  @Test
  void saysWhatItMeansForEachKindOfTable() {
    assertThat(run(refuted()).out())
        .contains("What it means for lease tables")
        .contains("qualified     tables with moved fences, which take no lock")
        .contains("REFUTED       tables with update locks: node02 acquired the flock")
        .contains("flock   LOCAL_ONLY      expected: node02: nolock")
        .contains("who they are was made up by a test");
    assertThat(run(refuted(), "-q").out().lines()).hasSizeLessThan(6);
  }

  @Test
  void asksWhomItIsTold() {
    FakeMachine machine = refuted();
    run(machine, "--member", "guest=exec holdfast-agent", "--path", "guest=/mnt", "--timeout", "2");
    LitmusRequest asked = machine.litmusAsked();
    assertThat(asked.members().stream().map(LitmusMember::name))
        .containsExactly("guest", "process-1", "process-2");
    assertThat(asked.members().get(0).directory()).hasToString("/mnt");
    assertThat(asked.members().get(1).directory()).hasToString("/d");
    assertThat(asked.locksRequired()).isTrue();
    assertThat(asked.questionTimeoutNanos()).isEqualTo(2_000_000_000L);
    run(machine, "--without-locks");
    assertThat(machine.litmusAsked().locksRequired()).isFalse();
  }

  @Test
  void writesJUnitAndJson() throws IOException {
    Path junit = directory.resolve("litmus.xml");
    Path json = directory.resolve("litmus.json");
    CliRun run = run(refuted(), "--junit", junit.toString(), "--json", json.toString(), "--redact");
    assertThat(run.status()).isEqualTo(1);
    assertThat(Files.readString(junit))
        .contains("tests=\"5\" failures=\"2\" errors=\"0\" skipped=\"2\"")
        .contains("no OFD locks &lt;here&gt;");
    assertThat(Files.readString(json))
        .contains("\"schema\" : \"holdfast-litmus-v1\"", "\"synthetic_topology\" : true")
        .contains("member-2 acquired the flock while member-1 held it")
        .doesNotContain("node02", "server:", "/srv/state");
  }

  @Test
  void whereItCannotAskEveryFormSaysSo() throws IOException {
    Path junit = directory.resolve("litmus.xml");
    Path json = directory.resolve("litmus.json");
    FakeMachine machine = FakeMachine.failing("process-1: no <agent> works there");
    CliRun onOutput = run(machine, "--json", "-", "--redact");
    assertThat(onOutput.status()).isEqualTo(4);
    assertThat(onOutput.out())
        .contains("\"schema\" : \"holdfast-litmus-v1\"", "\"redacted\" : true")
        .contains("\"error\" : \"(redacted): no <agent> works there\"");
    assertThat(onOutput.err()).isEqualTo("holdfast: (redacted): no <agent> works there\n");
    CliRun inFiles = run(machine, "--json", json.toString(), "--junit", junit.toString());
    assertThat(inFiles.out()).isEmpty();
    assertThat(Files.readString(json)).contains("\"error\" : \"process-1: no <agent>");
    assertThat(Files.readString(junit))
        .contains("tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\"")
        .contains("<error message=\"process-1: no &lt;agent&gt; works there\"/>");
  }

  @Test
  void printsTap() {
    assertThat(run(refuted(), "--tap").out())
        .startsWith("TAP version 14\n1..5\n")
        .contains("not ok 2 - flock_cross_host\n", "ok 4 - negative_lookup # SKIP not required")
        .contains("not ok 5 - verdict\n");
    assertThat(run(FakeMachine.failing("no"), "--tap").out())
        .isEqualTo("TAP version 14\nBail out! no\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--processes 1 | a litmus has 2 to 64 members, not 1",
        "--processes 65 | --processes is 1 to 64",
        "--processes 2 --timeout 0 | --timeout is 0.001 to 60 seconds",
        "--processes 2 --deadline 0.5 | --deadline is 1 to 3600 seconds",
        "--processes 2 --profile x | there is no profile 'x'",
        "--processes 2 --member x | --member wants NAME=CMDLINE",
        "--processes 2 --path x=/y | there is no member 'x'",
        "--processes 2 --path process-1=/a --path process-1=/b | process-1 twice",
        "--member a=x --member a=y | two members are named a",
        "--processes 2 --rsh x | --rsh is how --hosts are reached",
        "--processes 2 --group g --name a --secret s | the members are those of --group",
        "--group g | --group, --name and --secret go together",
        "--timeout 1 | a litmus has 2 to 64 members, not 0",
        "--processes 2 --json - --tap | standard output takes one of --json - and --tap",
      })
  void refusesWhatMakesNoSense(String arguments, String message) {
    CliRun run = CliRun.of(refuted(), ("litmus /d " + arguments).split(" "));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains(message).hasLineCount(1);
  }
}
