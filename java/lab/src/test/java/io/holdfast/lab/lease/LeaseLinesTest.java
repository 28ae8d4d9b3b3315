package io.holdfast.lab.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lab.lease.LeaseRunResult.Latency;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the lab's processes tell each other is read as it was written. */
class LeaseLinesTest {

  private static final LeaseRunRequest PLAIN = LeaseRunRequest.of(Protocol.FENCE, 7);

  @Test
  void aRequestComesThrough() {
    LeaseRunRequest full =
        new LeaseRunRequest(
            Path.of("/var/tmp/two words"),
            3,
            4,
            5,
            Set.of(Chaos.STOP),
            Protocol.MKDIR,
            Mounts.BINDFS,
            9,
            LeaseMutant.TWO_WINNERS);
    for (LeaseRunRequest request : List.of(PLAIN, full, full.withChaos(Set.of()))) {
      assertThat(LeaseArguments.read(LeaseArguments.write(request))).isEqualTo(request);
    }
  }

  @Test
  void aTaskComesThrough() {
    RawPath table = RawPath.of(new byte[] {'/', (byte) 0xff, ' '});
    for (LeaseMutant mutant : new LeaseMutant[] {null, LeaseMutant.EARLY_THIEF}) {
      CoordinatorTask task =
          new CoordinatorTask(table, RawPath.of("/l"), 1, 2, 3, Protocol.FLOCK, 4, 5, 6, mutant);
      CoordinatorTask read = CoordinatorTask.ofWords(task.words());
      assertThat(read.table().bytes()).isEqualTo(table.bytes());
      assertThat(read.words()).isEqualTo(task.words());
      assertThat(read.mutant()).isEqualTo(mutant);
    }
  }

  @Test
  void aResultComesThrough() throws IOException {
    LeaseRunResult result =
        new LeaseRunResult(
            PLAIN,
            5,
            Map.of(LeaseFigure.KILLS, 3L),
            Map.of(LeaseOperation.CLAIM, new Latency(1, 2, 3)),
            2,
            List.of("a \"quoted\" word\n"),
            9);
    String line = LeaseRunJson.write(result);
    assertThat(line).doesNotContain("\n");
    assertThat(LeaseRunJson.read(line, PLAIN)).isEqualTo(result);
    assertThat(LeaseRunJson.readProgress(line)).isEmpty();
  }

  @Test
  void progressComesThrough() throws IOException {
    LeaseProgress progress = new LeaseProgress(1, 2, 3, 4);
    assertThat(LeaseRunJson.readProgress(LeaseRunJson.progress(progress))).contains(progress);
  }

  @ParameterizedTest
  @EnumSource(Deed.class)
  void aLineOfTheLedgerComesThrough(Deed deed) {
    LedgerLine line = new LedgerLine(1, 2, 3, deed, 4, 5, "c1:0:9:x", "a note of words");
    assertThat(LedgerLine.of(line.text())).isEqualTo(line);
  }

  @Test
  void anythingElseIsNoLineOfALedger() {
    assertThatThrownBy(() -> LedgerLine.of("1 2 3 claimed"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aLedgerIsReadAsFarAsItsLinesAreWhole(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("ledger");
    LedgerReading reading = new LedgerReading(file);
    reading.readOn();
    assertThat(reading.lines()).isEmpty();
    LedgerLine first = new LedgerLine(1, 2, 3, Deed.COMPLETED, 4, 5, "t", "ä");
    LedgerLine second = new LedgerLine(1, 2, 3, Deed.ALREADY, 6, 5, "t", "");
    Files.writeString(file, first.text() + "\n" + second.text());
    reading.readOn();
    assertThat(reading.lines()).containsExactly(first);
    try (OutputStream more = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
      more.write('\n');
    }
    reading.readOn();
    assertThat(reading.lines()).containsExactly(first, second);
    assertThat(reading.done()).isEqualTo(2);
  }
}
