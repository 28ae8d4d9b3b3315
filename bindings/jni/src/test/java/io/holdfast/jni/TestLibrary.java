package io.holdfast.jni;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Compiles a libholdfast_jni.so for tests; skips the test where no compiler is. */
final class TestLibrary {

  private static final Path MODULE = Path.of(System.getProperty("basedir", ""));
  private static final Path NATIVE = MODULE.resolve("../../native");

  private TestLibrary() {}

  /**
   * One that says something else of itself than core expects.
   *
   * @param defines as src/test/c/misfit.c explains
   */
  static void misfit(Path directory, String... defines) throws Exception {
    List<String> words = new ArrayList<>(List.of("-w"));
    words.addAll(List.of(defines));
    words.add(source("misfit.c"));
    words.addAll(sources("jni"));
    words.add(NATIVE.resolve("target/cmake/native/libholdfast.a").toString());
    compile(directory, words);
  }

  /** One whose table of system calls is told by {@link io.holdfast.jni.fork.CallTable}. */
  static void withCallTable(Path directory) throws Exception {
    List<String> words = new ArrayList<>(List.of("-std=gnu11", "-Wall", "-Wextra", "-Werror"));
    words.addAll(List.of("-DHF_TESTING", "-I" + NATIVE + "/test", NATIVE + "/test/faults.c"));
    words.add(source("call_table.c"));
    words.addAll(sources("jni"));
    words.addAll(sources("src"));
    compile(directory, words);
  }

  private static void compile(Path directory, List<String> words) throws Exception {
    String headers = System.getProperty("java.home") + "/include";
    List<String> command = new ArrayList<>(List.of("cc", "-shared", "-fPIC", "-D_GNU_SOURCE"));
    command.addAll(List.of("-DHF_BUILDING", "-DHF_VERSION=\"test\"", "-D_FILE_OFFSET_BITS=64"));
    command.add("-o" + directory.resolve("libholdfast_jni.so"));
    for (String include : List.of(NATIVE + "/include", NATIVE + "/src", headers)) {
      command.add("-I" + include);
    }
    command.add("-I" + headers + "/linux");
    command.addAll(words);
    Process compiler;
    try {
      compiler = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      assumeTrue(false, "no C compiler named cc: " + e.getMessage());
      throw e;
    }
    String output = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(compiler.waitFor()).as(output).isZero();
  }

  private static String source(String name) {
    return MODULE.resolve("src/test/c").resolve(name).toString();
  }

  private static List<String> sources(String room) throws IOException {
    try (Stream<Path> files = Files.list(NATIVE.resolve(room))) {
      return files.map(Path::toString).filter(file -> file.endsWith(".c")).toList();
    }
  }
}
