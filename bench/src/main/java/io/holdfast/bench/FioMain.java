package io.holdfast.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.gauge.GaugeRequest;
import io.holdfast.gauge.Latencies;
import io.holdfast.gauge.Percentile;
import io.holdfast.gauge.RowKind;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Whether {@code holdfast bench} says of fdatasync what fio says, by percentiles. */
final class FioMain {

  /** What stands before the output in a document. */
  private static final String BEGIN = "<!-- output: bench/run fio -->\n```\n";

  private static final List<Percentile> PERCENTILES = List.of(Percentile.P50, Percentile.P99);
  private static final int SECONDS = 3;

  private FioMain() {}

  /**
   * {@code arguments}: fio, a directory, a file that describes the machine, the number of rounds,
   * and perhaps the document that takes the output.
   */
  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, true, UTF_8);
    GaugeRequest request =
        new GaugeRequest(
            RawPath.of(arguments[1]),
            SECONDS,
            GaugeRequest.DEFAULT_BLOCK_BYTES,
            Set.of(RowKind.FDATASYNC));
    Fio fio = new Fio(Path.of(arguments[0]), Path.of(arguments[1]), request.blockBytes(), SECONDS);
    List<String> said = new ArrayList<>();
    DurableMain.say(out, said, Files.readString(Path.of(arguments[2])));
    Beside<Percentile> beside =
        new Beside<>(
            "fio", () -> fio.nanos(PERCENTILES), () -> percentiles(only(Beside.measure(request))));
    String what = "fdatasync: " + request.blockBytes() + " bytes in place, ";
    int rounds = Integer.parseInt(arguments[3]);
    for (Table table :
        beside.tables(PERCENTILES, percentile -> what + percentile.words(), rounds)) {
      DurableMain.say(out, said, table.toString());
    }
    if (arguments.length > 4) {
      DurableMain.write(Path.of(arguments[4]), BEGIN, String.join("\n", said));
    }
  }

  private static Latencies only(Map<RowKind, Latencies> rows) {
    return rows.values().iterator().next();
  }

  private static Map<Percentile, Long> percentiles(Latencies times) throws IOException {
    Map<Percentile, Long> nanos = new EnumMap<>(Percentile.class);
    for (Percentile percentile : PERCENTILES) {
      String why = "too few operations for " + percentile.words() + ": " + times.count();
      nanos.put(percentile, times.nanos(percentile).orElseThrow(() -> new IOException(why)));
    }
    return nanos;
  }
}
