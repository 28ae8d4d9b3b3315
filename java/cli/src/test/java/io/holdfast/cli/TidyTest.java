package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What no compiler checks and every reader sees. */
class TidyTest {

  private static final int COLUMNS = 100;
  private static final int FUNCTION_LINES = 70;

  private static final Pattern SOURCE = Pattern.compile(".*\\.(java|c|cc|h|def|sh|py)|.*/holdfast");
  private static final Pattern DOCUMENT = Pattern.compile(".*\\.md");
  private static final Pattern LATER = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");

  /** Absolute paths of somebody's machine; those of every Linux system are no such thing. */
  private static final Pattern MACHINE_PATH =
      Pattern.compile("(?<![\\w.$}\"*~])/(work|home|root|Users|tmp/hf)/\\w");

  /** The line that opens a C function, and the one that closes it. */
  private static final Pattern C_BODY = Pattern.compile("^\\{$|^\\w.*\\) \\{$");

  private static final Pattern DOES_NOT_SHOW = Pattern.compile("(?m)^## What .*not show$");

  @Test
  void linesFitHundredColumns() throws IOException {
    List<String> tooLong = new ArrayList<>();
    for (Path file : files(SOURCE, DOCUMENT)) {
      boolean document = DOCUMENT.matcher(file.toString()).matches();
      eachLine(
          file,
          (number, line) -> {
            boolean table = document && line.startsWith("|");
            if (line.codePointCount(0, line.length()) > COLUMNS && !table) {
              tooLong.add(at(file, number));
            }
          });
    }
    assertThat(tooLong).isEmpty();
  }

  @Test
  void methodsFitSeventyLines() throws IOException {
    List<String> tooLong = new ArrayList<>();
    JavaMethods.visit(
        files(Pattern.compile(".*\\.java")),
        (file, method, firstLine, lastLine) -> {
          if (lastLine - firstLine + 1 > FUNCTION_LINES) {
            tooLong.add(at(file, firstLine) + " " + method);
          }
        });
    assertThat(tooLong).isEmpty();
  }

  @Test
  void functionsFitSeventyLines() throws IOException {
    List<String> tooLong = new ArrayList<>();
    for (Path file : files(Pattern.compile(".*\\.([ch]|cc)"))) {
      String[] lines = Repository.text(file).split("\n", -1);
      int start = -1;
      for (int i = 0; i < lines.length; i++) {
        if (C_BODY.matcher(lines[i]).matches()) {
          start = i;
        } else if (lines[i].equals("}") && start >= 0) {
          if (i - start - 1 > FUNCTION_LINES) {
            tooLong.add(at(file, start + 1));
          }
          start = -1;
        }
      }
    }
    assertThat(tooLong).isEmpty();
  }

  @Test
  void nothingIsLeftForLater() throws IOException {
    assertThat(linesWith(LATER)).isEmpty();
  }

  @Test
  void noPathOfOneMachine() throws IOException {
    assertThat(linesWith(MACHINE_PATH)).isEmpty();
  }

  @Test
  void noTrailingSpacesAndNoTabs() throws IOException {
    assertThat(linesWith(Pattern.compile("[ \t]$|^ *\t"))).isEmpty();
  }

  @Test
  void everyDocumentEndsWithWhatItDoesNotShow() throws IOException {
    List<String> without = new ArrayList<>();
    for (Path file : files(DOCUMENT)) {
      String text = Repository.text(file);
      int last = text.lastIndexOf("\n## ") + 1;
      if (last == 0 || !DOES_NOT_SHOW.matcher(text.substring(last)).lookingAt()) {
        without.add(Repository.name(file));
      }
    }
    assertThat(without).isEmpty();
  }

  @Test
  void noRoomForOddsAndEnds() throws IOException {
    Pattern names = Pattern.compile("(^|.*/)(util|utils|common|helper|helpers|misc)(/.*|\\.[ch])");
    assertThat(Repository.files().stream().map(Repository::name))
        .noneMatch(name -> names.matcher(name).matches());
  }

  // ---- looking

  private interface LineVisitor {
    void visit(int number, String line);
  }

  private static List<Path> files(Pattern... patterns) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path file : Repository.files()) {
      if (Stream.of(patterns).anyMatch(p -> p.matcher(file.toString()).matches())) {
        files.add(file);
      }
    }
    assertThat(files).isNotEmpty();
    return files;
  }

  private static void eachLine(Path file, LineVisitor visitor) throws IOException {
    int number = 0;
    for (String line : Repository.text(file).split("\n", -1)) {
      visitor.visit(++number, line);
    }
  }

  private static List<String> linesWith(Pattern pattern) throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : files(SOURCE, DOCUMENT)) {
      eachLine(
          file,
          (number, line) -> {
            if (pattern.matcher(line).find()) {
              found.add(at(file, number) + ": " + line.strip());
            }
          });
    }
    return found;
  }

  private static String at(Path file, long number) {
    return Repository.name(file) + ":" + number;
  }
}
