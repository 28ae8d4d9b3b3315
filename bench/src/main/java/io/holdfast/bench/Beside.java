package io.holdfast.bench;

import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.gauge.Gauge;
import io.holdfast.gauge.GaugeRequest;
import io.holdfast.gauge.Latencies;
import io.holdfast.gauge.Row;
import io.holdfast.gauge.RowKind;
import io.holdfast.posix.Bindings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * What {@code holdfast bench} and another program say of the same.
 *
 * @param program the other one's name
 * @param theirs measures by it
 * @param ours measures by {@link #measure}
 */
record Beside<K>(String program, Side<K> theirs, Side<K> ours) {

  private static final double LOW = 0.9;
  private static final double HIGH = 1.1;
  private static final String HOLDFAST = "holdfast bench";

  /** Measures for one round. */
  @FunctionalInterface
  interface Side<K> {

    /** The answer to each question. */
    Map<K, Long> nanos() throws Exception;
  }

  /**
   * Both take turns, in an order that changes from round to round, behind a first of ours that
   * nobody counts.
   *
   * @param questions in the order in which they are told
   * @param title of the table of one question
   */
  List<Table> tables(List<K> questions, Function<K, String> title, int rounds) throws Exception {
    List<Map<K, Long>> their = new ArrayList<>();
    List<Map<K, Long>> our = new ArrayList<>();
    ours.nanos();
    for (int round = 0; round < rounds; round++) {
      if (round % 2 == 0) {
        their.add(theirs.nanos());
        our.add(ours.nanos());
      } else {
        our.add(ours.nanos());
        their.add(theirs.nanos());
      }
    }
    List<Table> tables = new ArrayList<>();
    for (K question : questions) {
      Map<String, Times> times = new LinkedHashMap<>();
      times.put(program, times(question, their));
      times.put(HOLDFAST, times(question, our));
      tables.add(table(title.apply(question), times));
    }
    return tables;
  }

  private static <K> Times times(K question, List<Map<K, Long>> rounds) {
    String missing = "no answer to " + question;
    return new Times(
        rounds.stream()
            .map(round -> Objects.requireNonNull(round.get(question), missing))
            .toList());
  }

  private Table table(String title, Map<String, Times> times) {
    Table table = new Table(title, times, 1).rows(program + " / this");
    Ratio ratio = table.ratio(HOLDFAST, program);
    String agrees = agrees(ratio) ? "they agree" : "they do not agree";
    return table.line("  %s / %s: %s; target 0.90 to 1.10: %s", HOLDFAST, program, ratio, agrees);
  }

  /** Whether the interval in which the true ratio lies touches what counts as the same. */
  static boolean agrees(Ratio ratio) {
    return ratio.low() <= HIGH && ratio.high() >= LOW;
  }

  /**
   * The rows of {@code holdfast bench}.
   *
   * @throws WrongCountsException one of them is void
   */
  static Map<RowKind, Latencies> measure(GaugeRequest request) throws Exception {
    Gauge gauge = new Gauge(Bindings.load(), NanoClock.system(), EpochClock.system());
    Map<RowKind, Latencies> times = new LinkedHashMap<>();
    for (Row row : gauge.run(request, progress -> {}, () -> false).rows()) {
      String why = row.kind() + " is void: " + row.voided();
      times.put(row.kind(), row.latencies().orElseThrow(() -> new WrongCountsException(why)));
    }
    return times;
  }
}
