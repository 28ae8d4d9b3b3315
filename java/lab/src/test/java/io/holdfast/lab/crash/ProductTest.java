package io.holdfast.lab.crash;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.durable.Durable;
import io.holdfast.testkit.mutant.Mutant;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The product has no mutant in it, and nothing by which one could be switched on. */
class ProductTest {

  private static final Pattern DOTTED_NAME = Pattern.compile("holdfast(?:\\.[a-z]+)+");

  /** Class files of core, their bytes as characters, by their paths. */
  private final Map<String, String> classes = new TreeMap<>();

  @BeforeEach
  void readCore() throws Exception {
    URI place = Durable.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    if (Files.isDirectory(Path.of(place))) {
      readClasses(Path.of(place));
    } else {
      try (FileSystem jar = FileSystems.newFileSystem(Path.of(place))) {
        readClasses(jar.getPath("/"));
      }
    }
    assertThat(classes).hasSizeGreaterThan(100);
  }

  private void readClasses(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
        String bytes = new String(Files.readAllBytes(file), ISO_8859_1);
        classes.put(root.relativize(file).toString(), bytes);
      }
    }
  }

  @Test
  void holdsNoMutantAndNothingOfTheTestkit() {
    classes.forEach(
        (path, bytes) -> {
          assertThat(path + bytes).as(path).doesNotContainIgnoringCase("mutant");
          assertThat(bytes).as(path).doesNotContain("holdfast/testkit", "holdfast/lab");
          for (Mutant mutant : Mutant.values()) {
            assertThat(bytes).as(path).doesNotContain(mutant.id(), mutant.name());
          }
        });
  }

  @Test
  void theDurableVerbsListenToNoFlag() {
    classes.forEach(
        (path, bytes) -> {
          if (path.startsWith("io/holdfast/durable/")) {
            assertThat(bytes)
                .as(path)
                .doesNotContain("getProperty", "getenv", "getBoolean", "getInteger");
          }
        });
  }

  @Test
  void nothingElseIsASystemPropertyUnnoticed() {
    Set<String> found = new TreeSet<>();
    for (String bytes : classes.values()) {
      DOTTED_NAME.matcher(bytes).results().map(MatchResult::group).forEach(found::add);
    }
    found.removeAll(Set.of("holdfast.core", "holdfast.barrier", "holdfast.probe"));
    assertThat(found)
        .as("system properties, besides the module's name and two extended attributes")
        .containsExactly("holdfast.binding", "holdfast.native.dir", "holdfast.tmpdir");
  }
}
