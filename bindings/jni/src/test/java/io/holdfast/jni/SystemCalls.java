package io.holdfast.jni;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.testkit.fork.ForkedJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The system calls that a JVM made on what lies below one directory, as strace saw them.
 *
 * @param calls in the order in which they began
 */
record SystemCalls(List<SystemCall> calls) {

  private static final String TRACED =
      "trace=fsync,fdatasync,syncfs,sync,msync,openat,linkat,renameat2,unlinkat,fsetxattr";

  /** {@code 4711 fsync(9</tmp/d>) = 0}; with threads a call may stand in two halves. */
  private static final Pattern LINE =
      Pattern.compile("(\\d+) +(?:<\\.\\.\\. (\\w+) resumed>(.*)|(\\w+)\\((.*))");

  private static final String UNFINISHED = "<unfinished ...>";

  /**
   * One call.
   *
   * @param text its arguments and its answer, descriptors followed by their paths in {@code <>}
   * @param begin moment at which it began, in lines of the trace
   * @param end moment at which it had ended
   */
  record SystemCall(String name, String text, int begin, int end) {

    boolean endedBefore(SystemCall other) {
      return end < other.begin;
    }
  }

  /**
   * Runs a program in a JVM of its own and keeps what it did.
   *
   * @param below only calls that name this directory, or something in it, are kept
   */
  static SystemCalls of(Path trace, Path below, Class<?> program, String... arguments)
      throws Exception {
    requireStrace();
    ForkedJvm.here()
        .under("strace", "-f", "-y", "-qq", "-s", "512", "-o", trace.toString(), "-e", TRACED)
        .run(program, arguments)
        .said();
    return parse(Files.readAllLines(trace), below.toString());
  }

  private static void requireStrace() throws Exception {
    int exit;
    String output;
    try {
      Process trial =
          new ProcessBuilder("strace", "-f", "-y", "-o", "/dev/null", "true")
              .redirectErrorStream(true)
              .start();
      output = new String(trial.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      exit = trial.waitFor();
    } catch (IOException e) {
      assumeTrue(false, "no strace: " + e.getMessage());
      throw e;
    }
    assumeTrue(exit == 0, "strace may not trace here: " + output);
  }

  private static SystemCalls parse(List<String> lines, String below) {
    Map<String, SystemCall> begun = new HashMap<>();
    List<SystemCall> calls = new ArrayList<>();
    for (int at = 0; at < lines.size(); at++) {
      Matcher line = LINE.matcher(lines.get(at));
      if (!line.matches()) {
        continue;
      }
      String thread = line.group(1);
      if (line.group(2) != null) {
        SystemCall first = begun.remove(thread);
        calls.add(new SystemCall(first.name(), first.text() + line.group(3), first.begin(), at));
      } else if (line.group(5).endsWith(UNFINISHED)) {
        String half = line.group(5).replace(UNFINISHED, "");
        begun.put(thread, new SystemCall(line.group(4), half, at, Integer.MAX_VALUE));
      } else {
        calls.add(new SystemCall(line.group(4), line.group(5), at, at));
      }
    }
    return new SystemCalls(
        calls.stream()
            .filter(call -> call.text().contains(below))
            .sorted(Comparator.comparingInt(SystemCall::begin))
            .toList());
  }

  /** Those of one name whose text holds another text. */
  List<SystemCall> named(String name, String text) {
    return calls.stream()
        .filter(call -> call.name().equals(name) && call.text().contains(text))
        .toList();
  }
}
