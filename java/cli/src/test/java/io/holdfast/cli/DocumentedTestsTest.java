package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A test or contract that a document names as the one that turns red is there. */
class DocumentedTestsTest {

  private static final Pattern JAVA_TEST = Pattern.compile("`([A-Z]\\w*(?:Test|Contract))`");
  private static final Pattern C_TEST = Pattern.compile("ctest `([a-z-]+)`");

  @Test
  void everyTestThatADocumentNamesIsThere() throws Exception {
    List<Path> files = Repository.files();
    Set<String> known =
        files.stream()
            .map(file -> file.getFileName().toString())
            .filter(name -> name.endsWith(".java"))
            .map(name -> name.substring(0, name.length() - ".java".length()))
            .collect(Collectors.toCollection(TreeSet::new));
    StringBuilder cmake = new StringBuilder();
    Set<String> named = new TreeSet<>();
    Set<String> namedInC = new TreeSet<>();
    for (Path file : files) {
      if (file.endsWith("CMakeLists.txt")) {
        cmake.append(Repository.text(file));
      } else if (file.toString().endsWith(".md")) {
        named.addAll(find(JAVA_TEST, Repository.text(file)));
        namedInC.addAll(find(C_TEST, Repository.text(file)));
      }
    }
    assertThat(named).isNotEmpty().allSatisfy(name -> assertThat(known).contains(name));
    assertThat(namedInC)
        .isNotEmpty()
        .allSatisfy(name -> assertThat(cmake.toString()).containsPattern("\\b" + name + "\\b"));
  }

  private static Set<String> find(Pattern pattern, String text) {
    Set<String> found = new TreeSet<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }
}
