package io.holdfast.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.json.JsonValue.JsonNumber;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

  /** Each line: a double as Java writes it, and what Python 3's repr says of it. */
  @ParameterizedTest
  @CsvSource({
    "1.0, 1.0",
    "0.1, 0.1",
    "-0.0, -0.0",
    "1700000000.25, 1700000000.25",
    "1754550000.123457, 1754550000.123457",
    "1.0E15, 1000000000000000.0",
    "1.0E16, 1e+16",
    "1.2345E-4, 0.00012345",
    "1.2E-5, 1.2e-05",
    "2.0E-3, 0.002",
    "5.0E-324, 5e-324",
    "1.7976931348623157E308, 1.7976931348623157e+308",
    "2.2E-322, 2.2e-322",
    "9007199254740993, 9007199254740992.0"
  })
  void doublesAreSpeltAsPythonSpellsThem(double number, String python) {
    assertThat(JsonNumber.of(number).spelling()).isEqualTo(python);
  }

  @Test
  void everyDoubleComesBack() {
    java.util.SplittableRandom random = new java.util.SplittableRandom(20_261_129);
    for (int i = 0; i < 20_000; i++) {
      double number = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(number)) {
        assertThat(JsonNumber.of(number).toDouble()).isEqualTo(number);
      }
    }
  }

  @Test
  void keysAreSortedByCodePointAndEverythingElseIsAscii() throws Exception {
    String document =
        "{\"\uff5e\":1, \"\ud83d\ude00\":2, \"b\":[ ], \"a\":{ }, \"\u007f\u00e9\":\"\\n\\u0001\"}";

    assertThat(canonical(document))
        .isEqualTo(
            "{\"a\":{},\"b\":[],\"\\u007f\\u00e9\":\"\\n\\u0001\","
                + "\"\\uff5e\":1,\"\\ud83d\\ude00\":2}");
  }

  @Test
  void numbersKeepTheirSpelling() throws Exception {
    assertThat(canonical("[1.50,1E3,-0,12345678901234567890]"))
        .isEqualTo("[1.50,1E3,-0,12345678901234567890]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "{\"a\":1",
        "{\"a\":1}x",
        "{\"a\":1}{}",
        "{\"a\":1,\"a\":1}",
        "{\"a\":{\"b\":1,\"b\":2}}",
        "{a:1}",
        "{'a':1}",
        "[1,]",
        "[NaN]",
        "[Infinity]",
        "[01]",
        "[.5]",
        "[+1]",
        "// x\n1",
        "\"\t\"",
        "\u0000"
      })
  void whatIsNotOneJsonValueIsRefused(String document) {
    assertThatThrownBy(() -> StrictJson.read(document.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(JsonFormatException.class)
        .message()
        .isNotBlank()
        .doesNotContain("\n", "Source");
  }

  @Test
  void whereSomethingBeganThatDoesNotEndIsTold() {
    assertThatThrownBy(() -> StrictJson.read(" {".getBytes(StandardCharsets.UTF_8)))
        .hasMessageContaining("start marker at line: 1, column: 2");
  }

  @Test
  void whatIsNotUtf8IsRefused() {
    assertThatThrownBy(() -> StrictJson.read(new byte[] {'"', (byte) 0xff, '"'}))
        .hasMessage("not UTF-8");
    assertThatThrownBy(() -> StrictJson.read(new byte[] {'"', (byte) 0xc0, (byte) 0x80, '"'}))
        .hasMessage("not UTF-8");
  }

  @Test
  void limitsAreCheckedAtTheDoor() throws Exception {
    assertThat(accepted(nested(StrictJson.DEPTH_LIMIT))).isTrue();
    assertThat(accepted(nested(StrictJson.DEPTH_LIMIT + 1))).isFalse();
    assertThat(accepted("1".repeat(StrictJson.NUMBER_LIMIT))).isTrue();
    assertThat(accepted("1".repeat(StrictJson.NUMBER_LIMIT + 1))).isFalse();
    assertThat(accepted("\"" + "x".repeat(StrictJson.STRING_LIMIT) + "\"")).isTrue();
    assertThat(accepted("\"" + "x".repeat(StrictJson.STRING_LIMIT + 1) + "\"")).isFalse();
    assertThat(accepted(" ".repeat(StrictJson.DOCUMENT_LIMIT - 1) + "1")).isTrue();
    assertThat(accepted(" ".repeat(StrictJson.DOCUMENT_LIMIT) + "1")).isFalse();
  }

  @Test
  void thereIsNoSpellingForWhatIsNoNumber() {
    assertThatThrownBy(() -> JsonNumber.of(Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> JsonNumber.of(Double.POSITIVE_INFINITY))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static String nested(int depth) {
    return "[".repeat(depth) + "]".repeat(depth);
  }

  private static boolean accepted(String document) {
    try {
      StrictJson.read(document.getBytes(StandardCharsets.UTF_8));
      return true;
    } catch (JsonFormatException e) {
      return false;
    }
  }

  private static String canonical(String document) throws JsonFormatException {
    return CanonicalJson.text(StrictJson.read(document.getBytes(StandardCharsets.UTF_8)));
  }
}
