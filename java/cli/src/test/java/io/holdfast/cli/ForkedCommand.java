package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** {@code holdfast} in a JVM of its own, called by a shell. */
record ForkedCommand(int status, String output, String errors) {

  private static final String JAVA =
      System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";

  /** The manifest of holdfast.jar says the same. */
  private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  /** What a script may call: {@code "$@" qualify DIR} runs the command. */
  static List<String> holdfast(String... jvmOptions) {
    List<String> words =
        new ArrayList<>(List.of(JAVA, NATIVE_ACCESS, "-Xshare:auto", "-XX:TieredStopAtLevel=1"));
    words.addAll(List.of(jvmOptions));
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    return words;
  }

  /** The same in pieces, for scripts that put the words together themselves. */
  static List<String> javaClassPathAndMain() {
    return List.of(JAVA, System.getProperty("java.class.path"), Main.class.getName());
  }

  /** Starts a shell script in a directory, with the words above as its arguments. */
  static ProcessBuilder script(Path directory, String script, List<String> words) {
    List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", script, "sh"));
    command.addAll(words);
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    Stream.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "NO_COLOR", "COLUMNS", "HOLDFAST_DEBUG")
        .forEach(builder.environment()::remove);
    return builder;
  }

  static ForkedCommand run(Path directory, String script, String... jvmOptions)
      throws IOException, InterruptedException {
    return finish(script(directory, script, holdfast(jvmOptions)).start());
  }

  /** A child inherits that a signal is ignored, as in the background of a script. */
  static boolean inheritsIgnored(int signal) throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("SigIgn:"))
        .map(line -> Long.parseUnsignedLong(line.substring("SigIgn:".length()).trim(), 16))
        .anyMatch(mask -> (mask >>> (signal - 1) & 1) == 1);
  }

  static ForkedCommand finish(Process process) throws IOException, InterruptedException {
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String errors = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).as("ended").isTrue();
    return new ForkedCommand(process.exitValue(), output, errors);
  }
}
