package io.holdfast.testkit.proof;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Map;
import java.util.stream.Collectors;

/** What workloads write: a text of several sectors that tells its path and version everywhere. */
final class Content {

  /** What stands for the content of a directory. */
  static final String DIRECTORY = "directory";

  private static final int LINES = 40;

  private Content() {}

  static String of(String path, int version) {
    return (path + " " + version + " 0123456789abcdef\n").repeat(LINES);
  }

  static byte[] bytes(String content) {
    return content.getBytes(US_ASCII);
  }

  /** {@code {a/one=version 3, a/two=1017 other bytes}}. */
  static String describe(Map<String, String> files) {
    return files.entrySet().stream()
        .map(file -> file.getKey() + "=" + describe(file.getKey(), file.getValue()))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String describe(String path, String content) {
    if (content.equals(DIRECTORY)) {
      return DIRECTORY;
    }
    String[] words = content.split("[ \n]", 3);
    boolean whole = words.length == 3 && words[1].matches("\\d{1,9}");
    return whole && content.equals(of(words[0], Integer.parseInt(words[1])))
        ? (words[0].equals(path) ? "" : words[0] + " ") + "version " + words[1]
        : content.length() + " bytes that nobody wrote whole";
  }
}
