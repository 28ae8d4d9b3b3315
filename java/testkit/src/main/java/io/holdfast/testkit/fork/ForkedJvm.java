package io.holdfast.testkit.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Runs a program of a test in a fresh JVM and keeps what it said. */
public final class ForkedJvm {

  private static final long LIMIT_SECONDS = 300;

  /** JEP 454 names it; JEP 472 warns where it is not named. */
  private static final int NATIVE_ACCESS_IS_NAMED = 22;

  private final List<String> command = new ArrayList<>();

  private ForkedJvm() {}

  /** What a JVM said, standard error included, and how it ended. */
  public record Result(int exit, String output) {

    /** The output of a program that must have ended well. */
    public String said() {
      assertThat(exit).as(output).isZero();
      return output.strip();
    }
  }

  /** A JVM like this one, with this class path. */
  public static ForkedJvm here() {
    ForkedJvm jvm = of(Path.of(System.getProperty("java.home"))).classPath(classPath());
    return Runtime.version().feature() < NATIVE_ACCESS_IS_NAMED
        ? jvm
        : jvm.with("--enable-native-access=ALL-UNNAMED");
  }

  /** A JVM of another JDK, without any path. */
  public static ForkedJvm of(Path javaHome) {
    return new ForkedJvm().with(javaHome.resolve("bin/java").toString());
  }

  /** This JVM's class path, entry by entry. */
  public static List<String> classPath() {
    return Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator));
  }

  /** Runs the JVM as the last words of another command. */
  public ForkedJvm under(String... outer) {
    command.addAll(0, List.of(outer));
    return this;
  }

  public ForkedJvm with(String... arguments) {
    command.addAll(List.of(arguments));
    return this;
  }

  public ForkedJvm classPath(List<String> entries) {
    return with("-cp", String.join(File.pathSeparator, entries));
  }

  public ForkedJvm modulePath(List<String> entries) {
    return with("-p", entries.stream().distinct().collect(Collectors.joining(File.pathSeparator)));
  }

  /** Starts the program, standard error put into its output; the caller ends it. */
  public Process start(Class<?> program, String... arguments) throws IOException {
    with(program.getName()).with(arguments);
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  /** Starts the program, closes its input, waits for its end. */
  public Result run(Class<?> program, String... arguments) throws IOException {
    Process process = start(program, arguments);
    try {
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).as(command.toString()).isTrue();
      return new Result(process.exitValue(), output);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } finally {
      process.destroyForcibly();
    }
  }
}
