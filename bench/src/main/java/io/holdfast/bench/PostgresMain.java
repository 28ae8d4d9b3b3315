package io.holdfast.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.gauge.GaugeRequest;
import io.holdfast.gauge.Latencies;
import io.holdfast.gauge.RowKind;
import io.holdfast.posix.RawPath;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Whether {@code holdfast bench} says of fsync and fdatasync what pg_test_fsync says. */
final class PostgresMain {

  /** What stands before the output in a document. */
  private static final String BEGIN = "<!-- output: bench/run postgres -->\n```\n";

  private static final Set<RowKind> ROWS = EnumSet.of(RowKind.FSYNC, RowKind.FDATASYNC);

  /** Of which pg_test_fsync measures each of the two for one. */
  private static final double SECONDS = 2.4;

  private static final double SECOND_NANOS = 1e9;

  private PostgresMain() {}

  /**
   * {@code arguments}: pg_test_fsync, a directory, a file that describes the machine, the number of
   * rounds, and perhaps the document that takes the output.
   */
  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, true, UTF_8);
    PgTestFsync postgres = new PgTestFsync(Path.of(arguments[0]), Path.of(arguments[1]));
    GaugeRequest request =
        new GaugeRequest(RawPath.of(arguments[1]), SECONDS, GaugeRequest.DEFAULT_BLOCK_BYTES, ROWS);
    List<String> said = new ArrayList<>();
    DurableMain.say(out, said, Files.readString(Path.of(arguments[2])));
    Beside<RowKind> beside =
        new Beside<>(
            "pg_test_fsync",
            () -> nanos(postgres.perSecond(ROWS)),
            () -> means(Beside.measure(request)));
    String what = ": " + request.blockBytes() + " bytes in place, mean time of one";
    int rounds = Integer.parseInt(arguments[3]);
    for (Table table : beside.tables(List.copyOf(ROWS), kind -> kind.id() + what, rounds)) {
      DurableMain.say(out, said, table.toString());
    }
    if (arguments.length > 4) {
      DurableMain.write(Path.of(arguments[4]), BEGIN, String.join("\n", said));
    }
  }

  private static Map<RowKind, Long> means(Map<RowKind, Latencies> times) {
    Map<RowKind, Double> rates = new EnumMap<>(RowKind.class);
    times.forEach((kind, of) -> rates.put(kind, of.perSecond()));
    return nanos(rates);
  }

  private static Map<RowKind, Long> nanos(Map<RowKind, Double> perSecond) {
    Map<RowKind, Long> nanos = new EnumMap<>(RowKind.class);
    perSecond.forEach((kind, rate) -> nanos.put(kind, Math.round(SECOND_NANOS / rate)));
    return nanos;
  }
}
