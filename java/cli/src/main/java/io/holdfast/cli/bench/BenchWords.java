package io.holdfast.cli.bench;

import io.holdfast.cli.report.QualifyText;
import io.holdfast.cli.report.Units;
import io.holdfast.durable.BarrierForm;
import io.holdfast.gauge.ClientsReport;
import io.holdfast.gauge.ClientsRequest;
import io.holdfast.gauge.ClientsRow;
import io.holdfast.gauge.GaugeReport;
import io.holdfast.gauge.GaugeRequest;
import io.holdfast.gauge.Latencies;
import io.holdfast.gauge.Percentile;
import io.holdfast.gauge.Place;
import io.holdfast.gauge.Row;
import io.holdfast.gauge.RowKind;
import io.holdfast.litmus.MemberFacts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is said of measurements in text and on a page alike. */
final class BenchWords {

  /** Where there is nothing to tell. */
  static final String NOTHING = "-";

  private static final double FEW = 100;

  /** A line with what it is about. */
  record Field(String label, String words) {}

  private BenchWords() {}

  /** What the figures must be read with. */
  static List<Field> head(GaugeReport report) {
    Place place = report.place();
    return List.of(
        new Field("directory", report.request().directory().toString()),
        new Field("mount", QualifyText.inWords(place.mount())),
        new Field(
            "host",
            "Linux %s, %d CPUs, load %s at the start, Java %s, binding %s"
                .formatted(
                    place.kernel(),
                    place.processors(),
                    place.load(),
                    place.java(),
                    place.binding())),
        new Field("device", place.mount().source() + ", write cache: " + place.writeCache()),
        new Field(
            "asked",
            "%s s; blocks of %d bytes; directory barriers by %s"
                .formatted(
                    plain(report.request().seconds()),
                    report.request().blockBytes(),
                    form(place.support().form()))));
  }

  /** The same by name, as an earlier run is compared in it. */
  static Map<String, String> surroundings(GaugeReport report, String version) {
    Place place = report.place();
    Map<String, String> here = new LinkedHashMap<>();
    here.put("file system", place.mount().type());
    here.put("mount options", String.join(",", place.mount().options()));
    here.put("device", place.mount().source());
    here.put("write cache", place.writeCache());
    here.put("kernel", place.kernel());
    here.put("binding", place.binding());
    here.put("barrier form", BenchReportJson.word(place.support().form()));
    here.put("processors", Integer.toString(place.processors()));
    here.put("Java", place.java());
    here.put("Holdfast", version);
    return here;
  }

  private static String form(BarrierForm form) {
    return switch (form) {
      case FSYNC -> "fsync and a probe";
      case SENTINEL -> "fsync and a sentinel";
      case SENTINEL_ALONE -> "a sentinel alone";
    };
  }

  static String plain(double value) {
    return value == Math.rint(value) ? Long.toString(Math.round(value)) : Double.toString(value);
  }

  /** Operations in a second: three digits at least. */
  static String perSecond(Latencies times) {
    return perSecond(times.perSecond());
  }

  static String perSecond(double rate) {
    return String.format(Locale.ROOT, rate < FEW ? "%.1f" : "%.0f", rate);
  }

  static String percentile(Latencies times, Percentile percentile) {
    OptionalLong nanos = times.nanos(percentile);
    return nanos.isPresent() ? Units.duration(nanos.getAsLong()) : NOTHING;
  }

  static String ratio(OptionalDouble ratio) {
    return ratio.isPresent() ? String.format(Locale.ROOT, "%.2f", ratio.getAsDouble()) : NOTHING;
  }

  static String judgement(Comparison.Judgement judgement) {
    return switch (judgement) {
      case FINE -> "";
      case SLOWER -> "slower";
      case TOO_SLOW -> "too slow";
      case NOT_COMPARED -> "not compared";
    };
  }

  static String compared(Comparison comparison) {
    Thresholds thresholds = comparison.thresholds();
    return "%d of %d rows take more than %s times as long as then, %d of them more than %s times"
        .formatted(
            comparison.count(Comparison.Judgement.SLOWER)
                + comparison.count(Comparison.Judgement.TOO_SLOW),
            comparison.rows().size(),
            plain(thresholds.soft()),
            comparison.count(Comparison.Judgement.TOO_SLOW),
            plain(thresholds.hard()));
  }

  /** What must be known before a figure is believed. */
  static List<String> warnings(GaugeReport report) {
    List<String> warnings = new ArrayList<>();
    if (report.place().isMemory()) {
      warnings.add(
          "%s is memory: barriers are accepted here and nothing survives a power cut. These are"
                  .formatted(report.place().mount().type())
              + " times of calls, not of barriers.");
    }
    addImplausible(warnings, report.rows().stream());
    addVoid(warnings, report.rows().stream().filter(Row::isVoid).count(), report.rows().size());
    warnings.addAll(report.findings());
    return warnings;
  }

  private static void addImplausible(List<String> warnings, Stream<Row> rows) {
    String implausible =
        rows.filter(Row::isImplausible)
            .map(Row::kind)
            .map(RowKind::id)
            .distinct()
            .collect(Collectors.joining(", "));
    if (!implausible.isEmpty()) {
      warnings.add(
          "implausibly fast: "
              + implausible
              + ". No medium that writes through answers so soon. Either the file system is"
              + " memory, or something below it ignores barriers (a mount option, a virtual disk,"
              + " a server), or the device is persistent memory.");
    }
  }

  private static void addVoid(List<String> warnings, long voided, int all) {
    if (voided > 0) {
      warnings.add(voided + " of " + all + " rows are void: they say nothing.");
    }
  }

  // ---- several clients

  /** What the figures of several clients must be read with. */
  static List<Field> head(ClientsReport report) {
    GaugeRequest measured = report.request().measured();
    List<Field> head = new ArrayList<>();
    head.add(new Field("directory", measured.directory().toString()));
    for (MemberFacts client : report.clients()) {
      head.add(
          new Field(
              client.name(),
              "%s, Linux %s; %s; %s"
                  .formatted(
                      client.hostName(),
                      client.kernel(),
                      client.directory(),
                      QualifyText.inWords(client.mount()))));
    }
    head.add(
        new Field(
            "asked",
            "%s s; blocks of %d bytes; bare calls, by holdfast-agent"
                .formatted(plain(measured.seconds()), measured.blockBytes())));
    return head;
  }

  static List<String> warnings(ClientsReport report) {
    List<String> warnings = new ArrayList<>();
    int hosts = report.hosts();
    if (hosts < report.clients().size()) {
      warnings.add(
          (hosts == 1 ? "all clients are one host" : "the clients are " + hosts + " hosts")
              + ": clients of one host share its caches and its connection, so that this does not"
              + " say how the storage scales.");
    }
    addImplausible(
        warnings,
        report.rows().stream()
            .flatMap(row -> Stream.concat(row.alone().stream(), row.clients().stream())));
    addVoid(
        warnings, report.rows().stream().filter(ClientsRow::isVoid).count(), report.rows().size());
    warnings.addAll(report.findings());
    String others =
        ClientsRequest.rowsOfOneProcess().stream()
            .map(RowKind::id)
            .collect(Collectors.joining(", "));
    warnings.add("not measured by clients, as it needs lease tables: " + others);
    return warnings;
  }

  /** What one measurement of a row is of. */
  static String alone(ClientsReport report) {
    return report.clients().get(0).name() + " alone";
  }

  static String all(ClientsReport report) {
    return "all " + report.clients().size();
  }

  static String scaled(ClientsReport report, ClientsRow row) {
    return ratio(OptionalDouble.of(row.ratio())) + " times " + alone(report);
  }
}
