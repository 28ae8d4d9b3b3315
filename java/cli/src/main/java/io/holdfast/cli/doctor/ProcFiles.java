package io.holdfast.cli.doctor;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Files of /proc and /sys, read without a binding: where none loads, the doctor is needed most.
 *
 * @param root {@code /}, or a made-up one in tests
 */
record ProcFiles(File root) {

  private static final int LIMIT = 16 << 20;

  /** All bytes, or nothing where the file cannot be read. */
  Optional<byte[]> bytes(String path) {
    try (FileInputStream in = new FileInputStream(file(path))) {
      return Optional.of(in.readNBytes(LIMIT));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The text of a small file, stripped. */
  Optional<String> text(String path) {
    return bytes(path).map(b -> new String(b, StandardCharsets.ISO_8859_1).strip());
  }

  /** What stands behind the first words of a line, split at white space. */
  Optional<String[]> fields(String path, String label) {
    return text(path).stream()
        .flatMap(String::lines)
        .filter(line -> line.startsWith(label))
        .findFirst()
        .map(line -> line.substring(label.length()).strip().split("\\s+", -1));
  }

  File file(String path) {
    return new File(root, path);
  }
}
