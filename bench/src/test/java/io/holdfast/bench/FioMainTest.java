package io.holdfast.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.holdfast.gauge.Percentile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** bench/run fio: what it reads of fio, and in which order both measure. */
class FioMainTest {

  private static final List<Percentile> BOTH = List.of(Percentile.P50, Percentile.P99);
  private static final String SAID =
      """
      {"fio version" : "fio-3.33", "jobs" : [{"jobname" : "fdatasync", "error" : 0,
        "write" : {"lat_ns" : {"N" : 465, "percentile" : {"50.000000" : 1, "99.000000" : 2}}},
        "sync" : {"total_ios" : 0, "lat_ns" : {"min" : 146504, "mean" : 2136316.901075,
          "N" : %d, "percentile" : {"50.000000" : 1679360, "99.000000" : 8028160}}}}]}
      """;

  @TempDir private Path directory;

  private Path program(String script) throws IOException {
    Path program = directory.resolve("program");
    Files.writeString(program, "#!/bin/sh\n" + script);
    return Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void readsWhatItSaysOfSyncs() throws Exception {
    assertThat(Fio.read(SAID.formatted(465).getBytes(UTF_8), BOTH))
        .containsOnly(entry(Percentile.P50, 1_679_360L), entry(Percentile.P99, 8_028_160L));
  }

  @Test
  void fewerSyncsThanAPercentileNeedsAreAnError() {
    assertThatThrownBy(() -> Fio.read(SAID.formatted(99).getBytes(UTF_8), BOTH))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("nothing of p99, of 99 syncs");
    for (String other : List.of("{}", "{\"jobs\":[]}", "{\"jobs\":[{\"sync\":{}}]}")) {
      assertThatThrownBy(() -> Fio.read(other.getBytes(UTF_8), BOTH))
          .as(other)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("nothing of p50, of 0 syncs");
    }
  }

  @Test
  void runsTheProgramAndRemovesItsFile() throws Exception {
    Path program =
        program(
            "for word; do case $word in --filename=*) : >\"${word#*=}\";; esac; done\n"
                + "cat <<'END'\n"
                + SAID.formatted(100)
                + "END\n");
    Path scratch = Files.createDirectory(directory.resolve("scratch"));
    assertThat(new Fio(program, scratch, 8192, 1).nanos(BOTH)).hasSize(2);
    assertThat(scratch).isEmptyDirectory();
  }

  @Test
  void aProgramThatFailsIsAnError() throws Exception {
    Fio fio = new Fio(program("exit 7\n"), directory, 8192, 1);
    assertThatThrownBy(() -> fio.nanos(BOTH)).hasMessageContaining("ended with 7");
  }

  @Test
  void bothTakeTurnsInAnOrderThatChanges() throws Exception {
    StringBuilder order = new StringBuilder();
    AtomicInteger measured = new AtomicInteger();
    Beside<String> beside =
        new Beside<>(
            "other",
            () -> {
              order.append('t');
              return Map.of("q", 100L);
            },
            () -> {
              order.append('o');
              return Map.of("q", measured.getAndIncrement() == 0 ? 9_000L : 105L);
            });
    List<Table> tables = beside.tables(List.of("q"), question -> question + ": what", 4);
    assertThat(order).hasToString("o" + "to" + "ot" + "to" + "ot");
    assertThat(tables).singleElement().asString().contains("q: what; 4 rounds", "they agree");
    assertThat(tables.get(0).ratio("holdfast bench", "other").median()).isEqualTo(1.05);
  }
}
