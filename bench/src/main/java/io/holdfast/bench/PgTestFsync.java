package io.holdfast.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.holdfast.gauge.RowKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** PostgreSQL's program, of which only the first table is of interest. */
final class PgTestFsync {

  private static final Pattern ROW =
      Pattern.compile("^ +(fsync|fdatasync) +([0-9]+(?:\\.[0-9]+)?) ops/sec .*");

  private final Path program;
  private final Path directory;

  /**
   * @param directory takes its file, which it removes
   */
  PgTestFsync(Path program, Path directory) {
    this.program = program;
    this.directory = directory;
  }

  /**
   * Operations of a second, each measured for one second. It is ended when all are told.
   *
   * @throws IOException it did not tell them
   */
  Map<RowKind, Double> perSecond(Set<RowKind> kinds) throws IOException, InterruptedException {
    Path file = directory.resolve("pg_test_fsync.out");
    Process process =
        new ProcessBuilder(List.of(program.toString(), "-s", "1", "-f", file.toString()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), US_ASCII))) {
      Map<RowKind, Double> rates = first(lines, kinds);
      if (!rates.keySet().equals(kinds)) {
        throw new IOException(program + " told nothing of " + kinds + " but " + rates);
      }
      return rates;
    } finally {
      process.destroy();
      process.waitFor();
    }
  }

  /** The first row of each kind: those of one block. */
  static Map<RowKind, Double> first(BufferedReader lines, Set<RowKind> kinds) throws IOException {
    Map<RowKind, Double> rates = new EnumMap<>(RowKind.class);
    while (!rates.keySet().containsAll(kinds)) {
      String line = lines.readLine();
      if (line == null) {
        break;
      }
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        double rate = Double.parseDouble(row.group(2));
        RowKind.withId(row.group(1))
            .filter(kinds::contains)
            .ifPresent(kind -> rates.putIfAbsent(kind, rate));
      }
    }
    return rates;
  }
}
