package io.holdfast.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.gauge.Gauge;
import io.holdfast.gauge.GaugeReport;
import io.holdfast.gauge.GaugeRequest;
import io.holdfast.gauge.Latencies;
import io.holdfast.gauge.Row;
import io.holdfast.gauge.RowKind;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.RawPath;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Whether {@code holdfast bench} says of fsync and fdatasync what pg_test_fsync says. */
final class PostgresMain {

  /** What stands before the output in a document. */
  private static final String BEGIN = "<!-- output: bench/run postgres -->\n```\n";

  private static final Set<RowKind> ROWS = EnumSet.of(RowKind.FSYNC, RowKind.FDATASYNC);

  /** Of which pg_test_fsync measures each of the two for one. */
  private static final double SECONDS = 2.4;

  private static final double SECOND_NANOS = 1e9;
  private static final double LOW = 0.9;
  private static final double HIGH = 1.1;
  private static final String POSTGRES = "pg_test_fsync";
  private static final String HOLDFAST = "holdfast bench";

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
    for (Table table : tables(postgres, request, Integer.parseInt(arguments[3]))) {
      DurableMain.say(out, said, table.toString());
    }
    if (arguments.length > 4) {
      DurableMain.write(Path.of(arguments[4]), BEGIN, String.join("\n", said));
    }
  }

  /** They take turns, in an order that changes from round to round. */
  private static List<Table> tables(PgTestFsync postgres, GaugeRequest request, int rounds)
      throws Exception {
    Map<RowKind, List<Long>> theirs = new EnumMap<>(RowKind.class);
    Map<RowKind, List<Long>> ours = new EnumMap<>(RowKind.class);
    measure(request);
    for (int round = 0; round < rounds; round++) {
      if (round % 2 == 0) {
        add(theirs, postgres.perSecond(ROWS));
        add(ours, measure(request));
      } else {
        add(ours, measure(request));
        add(theirs, postgres.perSecond(ROWS));
      }
    }
    List<Table> tables = new ArrayList<>();
    for (RowKind kind : ROWS) {
      Map<String, Times> times = new LinkedHashMap<>();
      times.put(POSTGRES, new Times(theirs.getOrDefault(kind, List.of())));
      times.put(HOLDFAST, new Times(ours.getOrDefault(kind, List.of())));
      tables.add(table(kind, request.blockBytes(), times));
    }
    return tables;
  }

  private static void add(Map<RowKind, List<Long>> all, Map<RowKind, Double> rates) {
    rates.forEach(
        (kind, rate) ->
            all.computeIfAbsent(kind, any -> new ArrayList<>())
                .add(Math.round(SECOND_NANOS / rate)));
  }

  private static Table table(RowKind kind, int bytes, Map<String, Times> times) {
    String title = kind.id() + ": " + bytes + " bytes in place, mean time of one";
    Table table = new Table(title, times, 1).rows(POSTGRES + " / this");
    Ratio ratio = table.ratio(HOLDFAST, POSTGRES);
    String agrees = agrees(ratio) ? "they agree" : "they do not agree";
    return table.line("  %s / %s: %s; target 0.90 to 1.10: %s", HOLDFAST, POSTGRES, ratio, agrees);
  }

  /** Whether the interval in which the true ratio lies touches what counts as the same. */
  static boolean agrees(Ratio ratio) {
    return ratio.low() <= HIGH && ratio.high() >= LOW;
  }

  private static Map<RowKind, Double> measure(GaugeRequest request) throws Exception {
    Gauge gauge = new Gauge(Bindings.load(), NanoClock.system(), EpochClock.system());
    GaugeReport report = gauge.run(request, progress -> {}, () -> false);
    Map<RowKind, Double> rates = new EnumMap<>(RowKind.class);
    for (Row row : report.rows()) {
      Optional<Latencies> times = row.latencies();
      String why = row.kind() + " is void: " + row.voided();
      rates.put(row.kind(), times.orElseThrow(() -> new WrongCountsException(why)).perSecond());
    }
    return rates;
  }
}
