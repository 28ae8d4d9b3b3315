package io.holdfast.digest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One spelling of digests, the one that others use as well. */
class DigestTest {

  @Test
  void digestIsSpelledInLowerCaseAndInFullLength() {
    assertThat(Sha256.hex("abc".getBytes(StandardCharsets.US_ASCII)))
        .hasSize(Sha256.DIGITS)
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }

  @ParameterizedTest
  @CsvSource({
    "0123456789abcdef, 16, true",
    "'', 0, true",
    "0123456789abcdef, 15, false",
    "0123456789abcdef, 17, false",
    "0123456789ABCDEF, 16, false",
    "g, 1, false",
    "/, 1, false",
    ":, 1, false",
    "`, 1, false",
    "\u0661, 1, false",
  })
  void onlyLowerCaseDigitsOfTheRightNumberAreHex(String text, int digits, boolean hex) {
    assertThat(Hex.isHex(text, digits)).isEqualTo(hex);
  }
}
