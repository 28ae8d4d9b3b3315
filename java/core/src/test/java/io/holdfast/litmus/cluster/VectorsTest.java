package io.holdfast.litmus.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The digests of the wire format, by values that were computed elsewhere. */
class VectorsTest {

  private static final Epoch EPOCH = new Epoch("11".repeat(Epoch.BYTES));

  @Test
  void lockIdentity() {
    assertThat(EPOCH.lockIdentity())
        .isEqualTo("c45130ecd07a4e93da2cd52a6c3249996829ac0c0c0352427efb69d4d9008618");
  }

  @Test
  void exchangeTokens() {
    assertThat(EPOCH.exchangeToken(0))
        .isEqualTo("ba9af421e4d4ab47f69e32bafd4d34204ef9cf07ca8eb5da13f448912b82f20a");
    assertThat(EPOCH.exchangeToken(1))
        .isEqualTo("04b6481a446c17d65b9677b26bd38ea73525f60efbbe39c3fef7591880b60474");
  }

  @Test
  void transcript() {
    Transcript transcript =
        new Transcript(
            EPOCH,
            7,
            List.of(new Member(0, "nodeA"), new Member(4, "nodeB"), new Member(8, "nodeB")),
            List.of(0L, 4L),
            new Counts(2, 4, 2, 3));

    assertThat(transcript.digest())
        .isEqualTo("a0c61dba73c4e74da14a314b64751eab59fce74b67e5e61ca5626e0b3efee8eb");
  }

  @Test
  void theLockObjectIsTwoLinesOfAscii() {
    assertThat(new String(LockObject.of(EPOCH).content(), StandardCharsets.US_ASCII))
        .isEqualTo("symcc-cross-host-lock-v1\n" + EPOCH.lockIdentity() + "\n");
  }

  @Test
  void anEpochIs64LowerCaseHexDigits() {
    assertThat(Epoch.random(new SecureRandom())).isNotEqualTo(Epoch.random(new SecureRandom()));
    for (String wrong : List.of("", "11", "AA".repeat(32), "1".repeat(65), "g".repeat(64))) {
      assertThatThrownBy(() -> new Epoch(wrong)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
