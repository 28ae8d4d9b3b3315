package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.report.SampleReports;
import io.holdfast.litmus.LocalRequest;
import io.holdfast.litmus.Profile;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QualifyCommandTest {

  @TempDir private Path directory;

  @Test
  void tellsTheVerdictByItsStatus() {
    assertThat(CliRun.of(qualified(), "qualify", "/d").status()).isZero();
    assertThat(CliRun.of(refuted(), "qualify", "/d").status()).isEqualTo(1);
    assertThat(CliRun.of(inconclusive(), "qualify", "/d").status()).isEqualTo(3);
    assertThat(CliRun.of(failing(), "qualify", "/d").status()).isEqualTo(4);
  }

  @Test
  void tellsMonitoringSystemsTheirStatus() {
    assertThat(CliRun.of(qualified(), "qualify", "/d", "--nagios").status()).isZero();
    assertThat(CliRun.of(refuted(), "qualify", "/d", "--nagios").status()).isEqualTo(2);
    assertThat(CliRun.of(inconclusive(), "qualify", "/d", "--nagios").status()).isEqualTo(3);
    assertThat(CliRun.of(failing(), "qualify", "/d", "--nagios").status()).isEqualTo(3);
    assertThat(CliRun.of(qualified(), "qualify", "--nagios").status()).isEqualTo(3);
    assertThat(CliRun.of(refuted(), "qualify", "/d", "--nagios").out())
        .startsWith("HOLDFAST CRITICAL - ")
        .hasLineCount(1);
  }

  @Test
  void saysOnStandardOutputWhatAProgramThereWaitsFor() {
    assertThat(CliRun.of(failing(), "qualify", "/d", "--oneline").out())
        .isEqualTo("HOLDFAST UNKNOWN - /d: no such directory\n");
    assertThat(CliRun.of(failing(), "qualify", "/d", "--tap").out())
        .isEqualTo("TAP version 14\nBail out! /d: no such directory\n");
    assertThat(CliRun.of(failing(), "qualify", "/d", "--nagios").out())
        .isEqualTo("HOLDFAST UNKNOWN - /d: no such directory\n");
    assertThat(CliRun.of(failing(), "qualify", "/d").out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--oneline", "--tap", "--nagios"})
  void saysAReasonOnce(String form) {
    CliRun run = CliRun.of(failing(), "qualify", "/d", form);
    assertThat(run.out()).contains("/d: no such directory");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void tellsAMonitoringSystemOfWrongUsageWhereItReads() {
    CliRun run = CliRun.of(qualified(), "qualify", "--nagios");
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.out())
        .isEqualTo(
            "HOLDFAST UNKNOWN - Missing required parameter: 'DIR'; try 'holdfast qualify"
                + " --help'\n");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void aCheckSaysOneLineAlsoWhereItsReportCannotBeWritten() throws IOException {
    Path file = directory.resolve("missing/report.json");
    CliRun run = CliRun.of(qualified(), "qualify", "/d", "--nagios", "--json", file.toString());
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.out()).startsWith("HOLDFAST UNKNOWN - the report cannot").hasLineCount(1);
  }

  @Test
  void writesADocumentWithTheReasonWhereTheDirectoryCannotBeAsked() throws IOException {
    CliRun output = CliRun.of(failing(), "qualify", "/d", "--json", "-");
    assertThat(output.status()).isEqualTo(4);
    assertThat(output.out())
        .startsWith("{\n  \"schema\" : \"holdfast-qualify-v1\"")
        .contains("\"path\" : \"/d\"", "\"error\" : \"/d: no such directory\"")
        .doesNotContain("verdict");

    Path file = directory.resolve("report.json");
    Files.writeString(file, "of a better day");
    CliRun written = CliRun.of(failing(), "qualify", "/d", "--redact", "--json", file.toString());
    assertThat(written.err()).isEqualTo("holdfast: (redacted): no such directory\n");
    assertThat(file)
        .content()
        .contains("\"error\" : \"(redacted): no such directory\"")
        .doesNotContain("/d", "better");
  }

  @Test
  void saysInOneLineWhyADirectoryCannotBeAsked() {
    assertThat(CliRun.of(failing(), "qualify", "/d").err())
        .isEqualTo("holdfast: /d: no such directory\n");
  }

  @Test
  void asksWithTheDefaults() {
    FakeMachine machine = qualified();
    CliRun.of(machine, "qualify", "/d");
    assertThat(machine.asked())
        .isEqualTo(
            new LocalRequest(
                RawPath.of("/d"),
                null,
                null,
                Profile.FENCE_TABLE,
                LocalRequest.DEFAULT_PROBE_TIMEOUT_NANOS,
                true));
  }

  @Test
  void asksAsTold() {
    FakeMachine machine = qualified();
    CliRun.of(
        machine,
        "qualify",
        "--profile=lease-table-v1",
        "--timeout",
        "0.25",
        "--no-cost",
        "--publication",
        "/p",
        "--also",
        "/o",
        "--",
        "-d");
    assertThat(machine.asked())
        .isEqualTo(
            new LocalRequest(
                RawPath.of("-d"),
                RawPath.of("/o"),
                RawPath.of("/p"),
                Profile.LEASE_TABLE,
                250_000_000L,
                false));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "qualify; Missing required parameter: 'DIR'; try 'holdfast qualify --help'",
        "qualify /d /e; Unmatched argument at index 2: '/e'; try 'holdfast qualify --help'",
        "qualify /d --jsn -; Unknown options: '--jsn', '-'; did you mean",
        "qualify /d --timeout 0; --timeout is 0.001 to 60 seconds; --timeout",
        "qualify /d --timeout NaN; --timeout is 0.001 to 60 seconds; --timeout",
        "qualify /d --timeout soon; Invalid value for option '--timeout'; try",
        "qualify /d --profile best; there is no profile 'best'; known: fence-table, lease-table",
        "qualify /d --tap --oneline; standard output takes one of; give --json a file",
        "qualify /d --tap --json -; standard output takes one of; give --json a file",
        "qualify /d --also=; --also is empty; . is the current directory",
        "qualify /d --json x/; --json wants a file; not",
        "qualfy /d; there is no command 'qualfy'; did you mean qualify?",
        "qualify /d --color blue; --color; try 'holdfast qualify --help'"
      })
  void answersWrongUsageInOneLineWithAHint(String arguments, String problem, String hint) {
    FakeMachine machine = qualified();
    CliRun run = CliRun.of(machine, arguments.split(" ", -1));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).startsWith("holdfast: ").contains(problem, hint).hasLineCount(1);
    assertThat(run.out()).isEmpty();
    assertThat(machine.asked()).isNull();
  }

  @Test
  void writesTheReportToAFile() throws IOException {
    Path file = directory.resolve("report.json");
    Files.writeString(file, "old");
    CliRun run = CliRun.of(qualified(), "qualify", "/d", "--json", file.toString());
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("QUALIFIED");
    assertThat(file).content().contains("\"schema\" : \"holdfast-qualify-v1\"");
    assertThat(directory).isDirectoryContaining(file::equals);
    assertThat(directory.toFile().list()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"missing/report.json", "directory", "link"})
  void refusesAPlaceForTheReportBeforeItAsks(String place) throws IOException {
    Files.createDirectory(directory.resolve("directory"));
    Files.createSymbolicLink(directory.resolve("link"), Path.of("elsewhere"));
    FakeMachine machine = qualified();
    CliRun run = CliRun.of(machine, "qualify", "/d", "--json", directory.resolve(place).toString());
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.err()).contains(place.replace("report.json", "")).hasLineCount(1);
    assertThat(machine.asked()).isNull();
    assertThat(directory.toFile().list()).hasSize(2);
  }

  @Test
  void writesNothingButTheDocumentToStandardOutput() {
    CliRun run = CliRun.of(refuted(), "qualify", "/d", "--json", "-");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).startsWith("{").endsWith("}\n");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void redactsWhatItShows() {
    CliRun run = CliRun.of(refuted(), "qualify", "/mnt/a", "--redact", "--json", "-");
    assertThat(run.out())
        .contains("\"redacted\" : true")
        .doesNotContain("node-7", "/mnt/a", "/mnt/b", "/srv/lower");
  }

  @Test
  void staysQuietWhenTold() {
    assertThat(CliRun.of(qualified(), "qualify", "/d", "-q").out()).hasLineCount(2);
    CliRun run =
        CliRun.on(qualified()).property(Terminal.ERROR_PROPERTY, "true").run("qualify", "/d", "-q");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void showsProgressOnlyWhereSomebodyWatches() {
    assertThat(CliRun.of(qualified(), "qualify", "/d").err()).isEmpty();
    CliRun run =
        CliRun.on(qualified()).property(Terminal.ERROR_PROPERTY, "true").run("qualify", "/d");
    assertThat(run.err()).contains("last hard_link: qualified").endsWith("\r\033[K");
  }

  private static FakeMachine qualified() {
    return FakeMachine.answering(SampleReports.qualified());
  }

  private static FakeMachine refuted() {
    return FakeMachine.answering(SampleReports.refuted());
  }

  private static FakeMachine inconclusive() {
    return FakeMachine.answering(SampleReports.inconclusive());
  }

  private static FakeMachine failing() {
    return FakeMachine.failing("/d: no such directory");
  }
}
