package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * A program that a document shows is a file of the tree, word for word; that file is compiled and
 * run by a test of its own. {@code -Dholdfast.docs.write=true} copies it into the document.
 */
class DocumentedProgramsTest {

  private static final Pattern PROGRAM =
      Pattern.compile("<!-- program: (\\S+) -->\n```(?:java|c|cpp)\n(.*?)```\n", Pattern.DOTALL);
  private static final Pattern ANY_PROGRAM =
      Pattern.compile("^```(?:java|c|cpp)$", Pattern.MULTILINE);

  @Test
  void everyProgramInADocumentIsAFileOfTheTree() throws Exception {
    List<Path> documents =
        Repository.files().stream().filter(file -> file.toString().endsWith(".md")).toList();
    int programs = 0;
    for (Path document : documents) {
      String text = Repository.text(document);
      Matcher shown = PROGRAM.matcher(text);
      int here = 0;
      while (shown.find()) {
        Path file = Repository.root().resolve(shown.group(1));
        String source = Repository.text(file);
        if (Boolean.getBoolean("holdfast.docs.write")) {
          Files.writeString(
              document, text.substring(0, shown.start(2)) + source + text.substring(shown.end(2)));
        } else {
          assertThat(shown.group(2)).as("%s in %s", file, document).isEqualTo(source);
        }
        here++;
      }
      assertThat(ANY_PROGRAM.matcher(text).results().count())
          .as("a program in %s that is no file of the tree", document)
          .isEqualTo(here);
      programs += here;
    }
    assertThat(programs).isPositive();
  }
}
