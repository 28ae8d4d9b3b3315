package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RawArgumentsTest {

  private static final String ASCII_JVM = "US-ASCII";

  @Test
  void asksNobodyWhereNothingCanBeLost() throws Exception {
    String[] parsed = {"qualify", "/srv/a b\n", ""};
    assertThat(RawArguments.bytewise(parsed, StandardCharsets.UTF_8, () -> fail()))
        .isSameAs(parsed);
  }

  @Test
  void takesTheLastArgumentsOfTheCommandLine() throws Exception {
    byte[] line = latin("java\0-Dx=\u00e9\0-jar\0x.jar\0qualify\0/\u00ff\n\0");
    String[] bytewise =
        RawArguments.bytewise(
            new String[] {"qualify", "/\ufffd\n"}, StandardCharsets.UTF_8, () -> line);
    assertThat(bytewise).containsExactly("qualify", "/\u00ff\n");
    assertThat(RawArguments.path(bytewise[1]).hex()).isEqualTo("2fff0a");
  }

  @Test
  void seesThroughTheQuestionMarksOfAnAsciiLocale() throws Exception {
    byte[] line = latin("java\0M\0qualify\0/\u00c3\u00a9?\0");
    assertThat(
            RawArguments.bytewise(
                new String[] {"qualify", "/???"}, Charset.forName(ASCII_JVM), () -> line))
        .containsExactly("qualify", "/\u00c3\u00a9?");
  }

  @Test
  void keepsEmptyArguments() throws Exception {
    byte[] line = latin("java\0M\0\0\u00e9\0\0");
    assertThat(
            RawArguments.bytewise(
                new String[] {"", "\ufffd", ""}, StandardCharsets.UTF_8, () -> line))
        .containsExactly("", "\u00e9", "");
  }

  @Test
  void refusesACommandLineThatIsNotThisOne() {
    for (String other : new String[] {"java\0M\0/\u00e8x\0", "/\u00e8\0", ""}) {
      assertThatThrownBy(
              () ->
                  RawArguments.bytewise(
                      new String[] {"/\ufffd"}, StandardCharsets.UTF_8, () -> latin(other)))
          .isInstanceOf(CommandFailure.class)
          .hasMessageContaining("/proc/self/cmdline");
    }
  }

  @Test
  void quotesArgumentsForPeople() {
    assertThat(RawArguments.readable("'gr\u00c3\u00b6\u00c3\u009fe'")).isEqualTo("'größe'");
    assertThat(RawArguments.readable("'\u00ff'")).isEqualTo("'\\xff'");
  }

  private static byte[] latin(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] fail() {
    throw new AssertionError("not needed");
  }
}
