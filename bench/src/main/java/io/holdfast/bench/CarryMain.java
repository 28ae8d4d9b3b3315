package io.holdfast.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Bindings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs {@link LockCost} and {@link CarryCost} through each binding, each between two runs of the
 * same loops in C; bench/run starts it.
 */
final class CarryMain {

  /** What stands before the output in a document; behind it {@link DurableMain#END}. */
  static final String BEGIN = "<!-- output: bench/run bindings -->\n```\n";

  private static final List<String> BINDINGS = List.of("jni", "ffm", "jna", "jnr");
  private static final double TARGET = 1.10;
  private static final String ALLOCATED = "gc.alloc.rate.norm";

  /** The smallest object has more: less is what a JVM allocates beside the calls. */
  private static final double NOISE_BYTES = 1;

  private final Path program;
  private final String file;
  private final String jdkOfFfm;

  private CarryMain(Path program, String file, String jdkOfFfm) {
    this.program = program;
    this.file = file;
    this.jdkOfFfm = jdkOfFfm;
  }

  /** Nanoseconds of a lock with its unlock, and of a refused call. */
  private record Cost(double lock, double refused) {

    Cost mean(Cost other) {
      return new Cost((lock + other.lock) / 2, (refused + other.refused) / 2);
    }
  }

  /**
   * {@code arguments}: the C program, the file to lock, a file that describes the machine, a JDK of
   * version 22 or later or nothing, and perhaps the document that takes the output.
   */
  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, true, UTF_8);
    List<String> said = new ArrayList<>();
    DurableMain.say(out, said, Files.readString(Path.of(arguments[2])));
    CarryMain all = new CarryMain(Path.of(arguments[0]), arguments[1], arguments[3]);
    DurableMain.say(
        out, said, row("", "flock + LOCK_UN", "/ C", "close(-1)", "/ C", "B/op of both"));
    for (String binding : BINDINGS) {
      DurableMain.say(out, said, all.measured(binding));
    }
    if (arguments.length > 4) {
      DurableMain.write(Path.of(arguments[4]), BEGIN, String.join("\n", said) + "\n");
    }
  }

  private static String row(Object... columns) {
    return String.format(Locale.ROOT, "%-5s %16s %6s %12s %6s %14s", columns).stripTrailing();
  }

  private String measured(String binding) throws Exception {
    String whyNot = whyNot(binding);
    if (!whyNot.isEmpty()) {
      return binding + "   not measured: " + whyNot;
    }
    Cost before = inC();
    Collection<RunResult> results = run(binding);
    Cost c = before.mean(inC());
    Cost java = new Cost(score(results, LockCost.class), score(results, CarryCost.class));
    double bytes = results.stream().mapToDouble(CarryMain::allocated).sum();
    String told =
        row(
            binding,
            nanos(java.lock),
            ratio(java.lock / c.lock),
            nanos(java.refused),
            ratio(java.refused / c.refused),
            ratio(bytes));
    return binding.equals("jni") ? told + judged(java.lock / c.lock, bytes) : told;
  }

  private static String judged(double ratio, double bytes) {
    return String.format(
        Locale.ROOT,
        "%n      flock / C: target at most %.2f: %s; 0 B/op: %s",
        TARGET,
        ratio <= TARGET ? "met" : "missed",
        bytes < NOISE_BYTES ? "met" : "missed");
  }

  private static String nanos(double value) {
    return String.format(Locale.ROOT, "%.0f ns", value);
  }

  private static String ratio(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  private String whyNot(String binding) {
    if (binding.equals("ffm")) {
      return jdkOfFfm.isEmpty() ? "HOLDFAST_JDK25 names no JDK" : "";
    }
    try {
      Bindings.find().choose(binding);
      return "";
    } catch (BindingUnavailableException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private Collection<RunResult> run(String binding) throws RunnerException {
    List<String> words = new ArrayList<>(List.of("-D" + LockCost.FILE_PROPERTY + "=" + file));
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include(LockCost.class.getName())
            .include(CarryCost.class.getName())
            .param("binding", binding)
            .addProfiler(GCProfiler.class)
            .verbosity(VerboseMode.SILENT)
            .shouldFailOnError(true);
    if (binding.equals("ffm")) {
      options = options.jvm(Path.of(jdkOfFfm, "bin", "java").toString());
      words.add("--enable-native-access=ALL-UNNAMED");
    }
    options = options.jvmArgsAppend(words.toArray(String[]::new));
    return new Runner(options.build()).run();
  }

  private static double score(Collection<RunResult> results, Class<?> of) {
    return results.stream()
        .filter(result -> result.getParams().getBenchmark().startsWith(of.getName() + "."))
        .mapToDouble(result -> result.getPrimaryResult().getScore())
        .findFirst()
        .orElseThrow();
  }

  private static double allocated(RunResult result) {
    return Objects.requireNonNull(result.getSecondaryResults().get(ALLOCATED)).getScore();
  }

  private Cost inC() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(program.toString(), file)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), US_ASCII).strip();
    if (process.waitFor() != 0) {
      throw new IOException(program + " ended with " + process.exitValue());
    }
    String[] costs = said.split(" ", -1);
    return new Cost(Double.parseDouble(costs[0]), Double.parseDouble(costs[1]));
  }
}
