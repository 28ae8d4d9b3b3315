package io.holdfast.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.gauge.Percentile;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonArray;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The program fio, which writes a block of one file in place, again and again, with fdatasync. */
final class Fio {

  private final Path program;
  private final Path directory;
  private final int blockBytes;
  private final int seconds;

  /**
   * @param directory takes its file, and what it says
   */
  Fio(Path program, Path directory, int blockBytes, int seconds) {
    this.program = program;
    this.directory = directory;
    this.blockBytes = blockBytes;
    this.seconds = seconds;
  }

  /**
   * Nanoseconds that fdatasync took.
   *
   * @throws IOException it failed, or made too few for these percentiles
   */
  Map<Percentile, Long> nanos(List<Percentile> percentiles)
      throws IOException, InterruptedException {
    Path file = directory.resolve("fio.file");
    Path said = directory.resolve("fio.json");
    ProcessBuilder builder = new ProcessBuilder(command(file));
    builder.redirectOutput(said.toFile()).redirectError(ProcessBuilder.Redirect.INHERIT);
    Process process = builder.start();
    try {
      int status = process.waitFor();
      if (status != 0) {
        throw new IOException(program + " ended with " + status);
      }
      return read(Files.readAllBytes(said), percentiles);
    } finally {
      process.destroy();
      Files.deleteIfExists(file);
      Files.deleteIfExists(said);
    }
  }

  /** One block that is there, written in place for the whole time: never a loop over the file. */
  private List<String> command(Path file) {
    return List.of(
        program.toString(),
        "--name=fdatasync",
        "--filename=" + file,
        "--ioengine=psync",
        "--thread",
        "--rw=randwrite",
        "--norandommap",
        "--bs=" + blockBytes,
        "--size=" + blockBytes,
        "--io_size=1t",
        "--overwrite=1",
        "--fdatasync=1",
        "--time_based",
        "--runtime=" + seconds,
        "--percentile_list=50:99",
        "--output-format=json");
  }

  /** What it says of its syncs. */
  static Map<Percentile, Long> read(byte[] document, List<Percentile> percentiles)
      throws IOException {
    try {
      JsonObject job = new JsonObject(Map.of());
      if (StrictJson.readObject(document).get("jobs").orElse(job) instanceof JsonArray jobs
          && jobs.items().size() == 1
          && jobs.items().get(0) instanceof JsonObject only) {
        job = only;
      }
      JsonObject times = object(object(job, "sync"), "lat_ns");
      long count = number(times, "N").orElse(0L);
      Map<Percentile, Long> nanos = new EnumMap<>(Percentile.class);
      for (Percentile percentile : percentiles) {
        String name = String.format(Locale.ROOT, "%f", percentile.percent());
        Optional<Long> told = number(object(times, "percentile"), name);
        if (told.isEmpty() || count < percentile.leastCount()) {
          throw new IOException(
              "fio told nothing of " + percentile.words() + ", of " + count + " syncs");
        }
        nanos.put(percentile, told.get());
      }
      return nanos;
    } catch (JsonFormatException e) {
      throw new IOException("fio did not write JSON: " + new String(document, UTF_8), e);
    }
  }

  private static JsonObject object(JsonObject parent, String name) {
    return parent.get(name).orElse(parent) instanceof JsonObject child
        ? child
        : new JsonObject(Map.of());
  }

  private static Optional<Long> number(JsonObject parent, String name) {
    Optional<JsonValue> value = parent.get(name);
    return value.isPresent() && value.get() instanceof JsonNumber number
        ? number.toLong()
        : Optional.empty();
  }
}
