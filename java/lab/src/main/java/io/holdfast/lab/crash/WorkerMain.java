package io.holdfast.lab.crash;

import io.holdfast.durable.BarrierForm;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.PoisonedException;
import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The program of one of {@link Workers}: for each line of its input it replaces names of its own
 * until it is through, or until an answer says that the storage is failing. It ends with its input.
 */
final class WorkerMain {

  /** Failures that changed nothing and after which it goes on: each next attempt is a new file. */
  private static final int REFUSALS_TAKEN = 3;

  private final Posix posix;
  private final @Nullable String mutant;
  private final int pauseMicros;

  private WorkerMain(Posix posix, @Nullable String mutant, int pauseMicros) {
    this.posix = posix;
    this.mutant = mutant;
    this.pauseMicros = pauseMicros;
  }

  /**
   * The program.
   *
   * @param arguments {@code --mutant ID}, {@code --pause-micros N}
   */
  public static void main(String[] arguments)
      throws IOException, PosixException, BindingUnavailableException {
    List<String> options = Arrays.asList(arguments);
    String mutant = valueOf("--mutant", options);
    String pause = valueOf("--pause-micros", options);
    WorkerMain worker =
        new WorkerMain(Bindings.load(), mutant, pause == null ? 0 : Integer.parseInt(pause));
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      System.out.println(worker.work(line.split("\t", -1)).line());
      System.out.flush();
    }
  }

  private static @Nullable String valueOf(String option, List<String> options) {
    int at = options.indexOf(option);
    return at < 0 ? null : options.get(at + 1);
  }

  private Workers.Tally work(String[] fields) throws PosixException {
    RawPath directory = RawPath.of(HexFormat.of().parseHex(fields[0]));
    RawPath marks = RawPath.of(HexFormat.of().parseHex(fields[2]));
    boolean intoLog = fields[1].equals("log");
    try (Marks opened = intoLog ? Marks.intoLog(posix, marks) : Marks.intoFile(posix, marks)) {
      return replace(
          directory,
          opened,
          Long.parseLong(fields[3]),
          Integer.parseInt(fields[4]),
          Integer.parseInt(fields[5]));
    }
  }

  private Workers.Tally replace(RawPath directory, Marks marks, long seed, int rounds, int process)
      throws PosixException {
    Posix tested = new PausingPosix(posix, pauseMicros, seed + process);
    tested = CrashRecorder.mutated(tested, mutant);
    DurableOptions options = DurableOptions.defaults().withBarrierForm(BarrierForm.FSYNC);
    try (Durable durable = new Durable(tested, options.withRandom(new Random(seed + process)));
        Shards shards = Shards.open(posix, directory)) {
      Writer writer = new Writer(durable, shards, marks, new Content(seed), seed + process);
      return replace(writer, process, rounds);
    } catch (PosixException e) {
      return new Workers.Tally(0, 1, 0, words(e));
    }
  }

  private static Workers.Tally replace(Writer writer, int process, int rounds) {
    // Many enough that what is lost is seldom hidden by a later version.
    List<String> names =
        IntStream.range(0, rounds).mapToObj(i -> "a/w" + process + "-" + i).toList();
    int acknowledged = 0;
    int refused = 0;
    String firstError = "";
    try {
      while (acknowledged + refused < rounds && refused < REFUSALS_TAKEN) {
        try {
          writer.replace(writer.any(names));
          acknowledged++;
        } catch (PosixException e) {
          refused++;
          firstError = firstError.isEmpty() ? words(e) : firstError;
        }
      }
      return new Workers.Tally(acknowledged, refused, 0, firstError);
    } catch (DurabilityUnknownException | PoisonedException e) {
      return new Workers.Tally(
          acknowledged, refused, 1, firstError.isEmpty() ? words(e) : firstError);
    }
  }

  private static String words(Exception e) {
    return e.getMessage() + (e.getCause() == null ? "" : ": " + e.getCause().getMessage());
  }
}
