package io.holdfast.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The source tree that these tests belong to. */
final class Repository {

  private static final Set<String> NOT_OURS = Set.of("target", "build", ".git", ".idea");

  private Repository() {}

  /** The directory of the topmost pom.xml above the working directory. */
  static Path root() {
    Path root = null;
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.exists(at.resolve("pom.xml"))) {
        root = at;
      }
    }
    if (root == null) {
      throw new IllegalStateException("no pom.xml above " + Path.of("").toAbsolutePath());
    }
    return root;
  }

  /** Every file that people wrote, sorted. */
  static List<Path> files() throws IOException {
    return files(root()).sorted().toList();
  }

  private static Stream<Path> files(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.toList().stream()
          .filter(Repository::isOurs)
          .flatMap(
              entry -> {
                try {
                  return Files.isDirectory(entry) ? files(entry) : Stream.of(entry);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }

  /** Below sources it is packages that are called target. */
  private static boolean isOurs(Path entry) {
    String name = entry.getFileName().toString();
    if (name.equals("target") && entry.toString().contains("/src/")) {
      return true;
    }
    return !NOT_OURS.contains(name) && !name.startsWith("build-") && !Files.isSymbolicLink(entry);
  }

  static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }

  /** As people name it: relative to the root. */
  static String name(Path file) {
    return root().relativize(file).toString();
  }
}
