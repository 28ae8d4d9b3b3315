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

/** Compiles a libholdfast_jni.so that says something else of itself than core expects. */
final class MisfitLibrary {

  private static final Path MODULE = Path.of(System.getProperty("basedir", ""));
  private static final Path NATIVE = MODULE.resolve("../../native");

  private MisfitLibrary() {}

  /** {@code defines} as src/test/c/misfit.c explains; skips the test where no compiler is. */
  static Path compile(Path directory, String... defines) throws Exception {
    Path library = directory.resolve("libholdfast_jni.so");
    String headers = System.getProperty("java.home") + "/include";
    List<String> command = new ArrayList<>(List.of("cc", "-shared", "-fPIC", "-w"));
    command.addAll(List.of("-D_GNU_SOURCE", "-DHF_VERSION=\"misfit\"", "-o" + library));
    for (String include : List.of(NATIVE + "/include", NATIVE + "/src", headers)) {
      command.add("-I" + include);
    }
    command.add("-I" + headers + "/linux");
    command.addAll(List.of(defines));
    command.add(MODULE.resolve("src/test/c/misfit.c").toString());
    command.addAll(sources());
    command.add(NATIVE.resolve("target/cmake/native/libholdfast.a").toString());
    Process compiler;
    try {
      compiler = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      assumeTrue(false, "no C compiler named cc: " + e.getMessage());
      throw e;
    }
    String output = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(compiler.waitFor()).as(output).isZero();
    return library;
  }

  private static List<String> sources() throws IOException {
    try (Stream<Path> binding = Files.list(NATIVE.resolve("jni"))) {
      return binding.map(Path::toString).filter(file -> file.endsWith(".c")).toList();
    }
  }
}
