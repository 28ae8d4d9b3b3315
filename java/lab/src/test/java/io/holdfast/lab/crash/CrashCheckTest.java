package io.holdfast.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every kind of loss is seen; what was promised is no violation. */
class CrashCheckTest {

  private static final String DIGITS = "0123456789abcdef0123456789abcdef";

  private final Content content = new Content(7);
  private final Ledger ledger = new Ledger();
  private final Map<String, byte[]> files = new HashMap<>();
  private final Remains remains =
      new Remains() {
        @Override
        public byte[] read(String path) {
          return files.get(path);
        }

        @Override
        public Collection<String> names(String directory) {
          return files.keySet().stream()
              .filter(path -> path.startsWith(directory + "/"))
              .map(path -> path.substring(2))
              .toList();
        }
      };

  @BeforeEach
  void acknowledgeTheSecondVersion() {
    for (String mark :
        List.of(
            "started a/x 1",
            "acknowledged a/x 1",
            "started a/x 2",
            "acknowledged a/x 2",
            "started a/x 3")) {
      ledger.note(mark);
    }
    files.put("a/x", content.of("a/x", 2));
  }

  private String violation() throws IOException {
    return new CrashCheck(content, true).violation(ledger, remains).orElse("none");
  }

  @Test
  void whatWasAcknowledgedOrStartedSinceIsFine() throws IOException {
    assertThat(violation()).isEqualTo("none");
    files.put("a/x", content.of("a/x", 3));
    assertThat(violation()).isEqualTo("none");
  }

  @Test
  void anOlderVersionIsLoss() throws IOException {
    files.put("a/x", content.of("a/x", 1));
    assertThat(violation()).isEqualTo("lost: a/x has version 1; possible are [2, 3] (0: absent)");
  }

  @Test
  void absenceIsLoss() throws IOException {
    files.remove("a/x");
    assertThat(violation()).isEqualTo("lost: a/x is absent; possible are [2, 3] (0: absent)");
  }

  @Test
  void absenceIsFineWhereItIsPossible() throws IOException {
    ledger.note("started a/x 0");
    files.remove("a/x");
    assertThat(violation()).isEqualTo("none");
  }

  @Test
  void anotherNamesContentIsTorn() throws IOException {
    files.put("a/x", content.of("a/y", 2));
    assertThat(violation()).startsWith("torn: a/x holds ");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 20})
  void aByteThatDiffersIsTorn(int at) throws IOException {
    files.get("a/x")[at] ^= 1;
    assertThat(violation()).startsWith("torn: a/x holds ");
  }

  @Test
  void aByteTooFewOrTooManyIsTorn() throws IOException {
    byte[] whole = files.get("a/x");
    files.put("a/x", Arrays.copyOf(whole, whole.length - 1));
    assertThat(violation()).startsWith("torn: a/x holds ");
    files.put("a/x", Arrays.copyOf(whole, whole.length + 1));
    assertThat(violation()).startsWith("torn: a/x holds ");
    files.put("a/x", new byte[0]);
    assertThat(violation()).startsWith("torn: a/x holds 0 bytes");
  }

  @Test
  void aNameThatNobodyMadeIsAStray() throws IOException {
    files.put("b/y", new byte[0]);
    assertThat(violation()).isEqualTo("stray name b/y");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x." + DIGITS + ".tmp", ".holdfast-barrier." + DIGITS})
  void aNameOnItsWayIsAStrayOnlyWhereThereAreNone(String name) throws IOException {
    files.put("a/" + name, new byte[0]);
    assertThat(violation()).isEqualTo("none");
    assertThat(new CrashCheck(content, false).violation(ledger, remains))
        .contains("stray name a/" + name);
  }

  @Test
  void aFileThatCannotBeReadIsLoss() throws IOException {
    Remains broken =
        new Remains() {
          @Override
          public byte[] read(String path) throws IOException {
            throw new IOException("read: EIO (5)");
          }

          @Override
          public Collection<String> names(String directory) {
            return List.of();
          }
        };
    assertThat(new CrashCheck(content, true).violation(ledger, broken))
        .contains("a/x cannot be read: read: EIO (5)");
  }
}
