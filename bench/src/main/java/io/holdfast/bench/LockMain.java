package io.holdfast.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs {@link LockCost} between two runs of the same loop in C; bench/run starts it. */
final class LockMain {

  private LockMain() {}

  /** {@code arguments}: the C program, the file to lock. */
  public static void main(String[] arguments)
      throws IOException, InterruptedException, RunnerException {
    String program = arguments[0];
    String file = arguments[1];
    double before = inC(program, file);
    Options options =
        new OptionsBuilder()
            .include(LockCost.class.getName())
            .jvmArgsAppend("-D" + LockCost.FILE_PROPERTY + "=" + file)
            .shouldFailOnError(true)
            .build();
    double java = new Runner(options).runSingle().getPrimaryResult().getScore();
    double after = inC(program, file);
    double c = (before + after) / 2;
    System.out.printf(
        "%nflock + unlock: Java %.0f ns, C %.0f ns (%.0f before, %.0f after), ratio %.2f%n",
        java, c, before, after, java / c);
  }

  private static double inC(String program, String file) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(program, file).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String said = new String(process.getInputStream().readAllBytes(), US_ASCII).strip();
    if (process.waitFor() != 0) {
      throw new IOException(program + " ended with " + process.exitValue());
    }
    return Double.parseDouble(said);
  }
}
