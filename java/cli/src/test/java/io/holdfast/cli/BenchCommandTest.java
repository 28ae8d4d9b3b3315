package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.holdfast.cli.bench.BenchReportJson;
import io.holdfast.cli.bench.SampleBenches;
import io.holdfast.cli.plot.PlotDrawer;
import io.holdfast.gauge.GaugeProgress;
import io.holdfast.gauge.GaugeReport;
import io.holdfast.gauge.GaugeRequest;
import io.holdfast.gauge.RowKind;
import io.holdfast.posix.Errno;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast bench} up to the storage that it would measure. */
class BenchCommandTest {

  @TempDir private Path directory;
  private final List<GaugeRequest> asked = new ArrayList<>();

  private CliRun run(GaugeReport report, String... options) {
    Gauges gauges =
        (request, progress, ending) -> {
          asked.add(request);
          progress.accept(new GaugeProgress(RowKind.FSYNC, 0, 11, 29_000_000_000L));
          return report;
        };
    List<String> words = new ArrayList<>(List.of("bench", "/srv"));
    words.addAll(List.of(options));
    return CliRun.of(FakeMachine.measuring(gauges), words.toArray(String[]::new));
  }

  private String old(GaugeReport report) throws Exception {
    Path file = directory.resolve("old.json");
    Files.writeString(file, BenchReportJson.render(report, Optional.empty(), "1.2.3"));
    return file.toString();
  }

  @Test
  void measuresWhatWasAskedFor() {
    CliRun run =
        run(
            SampleBenches.report(2_000_000),
            "--seconds=2.5",
            "--block-size=4096",
            "--rows=publish,fsync",
            "--quiet");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("claim_release");
    assertThat(asked)
        .singleElement()
        .satisfies(
            request -> {
              assertThat(request.directory()).hasToString("/srv");
              assertThat(request.seconds()).isEqualTo(2.5);
              assertThat(request.blockBytes()).isEqualTo(4096);
              assertThat(request.rows()).containsExactly(RowKind.FSYNC, RowKind.PUBLISH);
            });
  }

  @Test
  void asksForAllRowsInThirtySecondsOfItsOwnAccord() {
    run(SampleBenches.report(2_000_000));
    assertThat(asked)
        .containsExactly(
            new GaugeRequest(RawPath.of("/srv"), 30, GaugeRequest.DEFAULT_BLOCK_BYTES));
  }

  @Test
  void showsHowFarItIsWhereSomebodyWatches() {
    Gauges gauges =
        (request, progress, ending) -> {
          progress.accept(new GaugeProgress(RowKind.PUBLISH, 5, 11, 16_000_000_000L));
          return SampleBenches.report(2_000_000);
        };
    CliRun run =
        CliRun.on(FakeMachine.measuring(gauges))
            .property("holdfast.terminal.error", "true")
            .run("bench", "/srv");
    assertThat(run.err())
        .contains("[#####------] 6 of 11, publish: a new file, published; 16 s left");
  }

  @Test
  void aVoidRowIsNoSuccess() {
    CliRun run = run(SampleBenches.complete());
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.out()).contains("void: fsync: EIO");
  }

  @Test
  void failsAboveTheHardThresholdOnly() throws Exception {
    String before = old(SampleBenches.report(1_000_000));
    GaugeReport now = SampleBenches.report(1_500_000);
    CliRun slower = run(now, "--compare", before);
    assertThat(slower.status()).as(slower.err()).isZero();
    assertThat(slower.out()).containsPattern("(?m)^fsync +1\\.50 +1\\.50  slower$");
    assertThat(run(now, "--compare", before, "--hard=1.4").status()).isEqualTo(1);
    assertThat(run(now, "--compare", before, "--soft=1.6").out()).doesNotContain("slower\n");
    CliRun both = run(SampleBenches.complete(), "--compare", before, "--hard=1.5");
    assertThat(both.status()).as("too slow, and a row is void").isEqualTo(1);
    assertThat(both.out()).contains("Holdfast: ", " now, 1.2.3 then");
  }

  @Test
  void comparesWithNothingThatIsNotComparable() throws Exception {
    CliRun missing = run(SampleBenches.complete(), "--compare", directory + "/missing");
    assertThat(missing.status()).isEqualTo(2);
    assertThat(missing.err()).contains("--compare: openat", "ENOENT");
    Path other =
        Files.writeString(directory.resolve("other"), "{\"schema\":\"holdfast-bench-v9\"}");
    CliRun foreign = run(SampleBenches.complete(), "--compare", other.toString());
    assertThat(foreign.status()).isEqualTo(2);
    assertThat(foreign.err())
        .contains("is no document of holdfast bench", "holdfast-bench-v9, not holdfast-bench-v1");
    CliRun blocks =
        run(
            SampleBenches.complete(),
            "--block-size=512",
            "--compare",
            old(SampleBenches.report(1_000)));
    assertThat(blocks.status()).isEqualTo(2);
    assertThat(blocks.err()).contains("is of blocks of 8192 bytes", "give --block-size 8192");
    assertThat(asked).isEmpty();
  }

  @Test
  void refusesWhatCannotBeMeasured() throws Exception {
    String before = old(SampleBenches.report(1_000));
    for (String[] options :
        new String[][] {
          {"--seconds=0"},
          {"--block-size=1000"},
          {"--rows=everything"},
          {"--soft=1.1"},
          {"--hard=2"},
          {"--compare", before, "--soft=3", "--hard=2"},
          {"--compare", before, "--hard=0.5"}
        }) {
      assertThat(run(SampleBenches.complete(), options).status())
          .as(String.join(" ", options))
          .isEqualTo(2);
    }
    assertThat(asked).isEmpty();
  }

  @Test
  void writesADocumentAndAPageAsWell() throws Exception {
    Path document = directory.resolve("now.json");
    assertThat(run(SampleBenches.complete(), "--json", document.toString()).out())
        .contains("claim_release");
    assertThat(document).content().contains("\"schema\" : \"holdfast-bench-v1\"");
    assertThat(run(SampleBenches.complete(), "--json=-").out()).startsWith("{").endsWith("}\n");
    assumeThat(PlotDrawer.obstacle()).as("this Java cannot draw").isEmpty();
    Path page = directory.resolve("now.html");
    run(SampleBenches.complete(), "--html", page.toString());
    assertThat(page).content().startsWith("<!DOCTYPE html>").contains("<svg");
  }

  /** Each command of docs/bench.md, in their order: a later one reads what an earlier one wrote. */
  @Test
  void everyDocumentedCommandRuns() throws Exception {
    assumeThat(PlotDrawer.obstacle()).as("this Java cannot draw").isEmpty();
    String page = Repository.text(Repository.root().resolve("docs/bench.md"));
    List<String> commands = page.lines().filter(line -> line.startsWith("holdfast ")).toList();
    assertThat(commands).hasSizeGreaterThan(3);
    GaugeReport report = SampleBenches.report(2_000_000);
    for (String command : commands) {
      String[] words =
          command.replaceAll("(\\w+\\.(?:json|html))", directory + "/$1").split(" ", -1);
      Gauges gauges = (request, progress, ending) -> report;
      CliRun run =
          CliRun.of(FakeMachine.measuring(gauges), Arrays.copyOfRange(words, 1, words.length));
      assertThat(run.status()).as(command + run.err()).isZero();
    }
    assertThat(directory.resolve("today.html")).exists();
  }

  @Test
  void saysWhyADirectoryCannotBeMeasured() {
    Gauges gauges =
        (request, progress, ending) -> {
          throw PosixException.of("openat", Errno.ENOENT.asResult());
        };
    CliRun run = CliRun.of(FakeMachine.measuring(gauges), "bench", "/srv");
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.err()).contains("/srv cannot be measured: openat: ENOENT", "make it first");
  }
}
