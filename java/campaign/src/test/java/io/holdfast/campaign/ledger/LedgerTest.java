package io.holdfast.campaign.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.durable.Dir;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.StrictJson;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTest {

  private static final List<LedgerLine> ALL =
      List.of(
          new LedgerLine.Began(1, 2, "boot", 3, 4),
          new LedgerLine.Beat(5),
          new LedgerLine.Sent(6, 7, "id", 8, "input", List.of(9L, 10L)),
          new LedgerLine.Back(11, 12, "result"),
          new LedgerLine.Done(13, "id", "input", List.of("content")),
          new LedgerLine.Took(15, "claim", 16),
          new LedgerLine.Figures(17, Map.of("a", 18L)),
          new LedgerLine.Ended(19, 20, "a \"reason\"\nof two lines", 21, 22),
          new LedgerLine.Trouble(23, "kill", 24),
          new LedgerLine.Distrusted(25, "a reason"));

  @TempDir private Path directory;

  @Test
  void everyLineIsReadAsItWasToldAndOnce() throws Exception {
    Posix posix = Bindings.load();
    try (Dir dir = Dir.open(posix, RawPath.of(directory.toString()));
        Ledger ledger = Ledger.begin(posix, dir, "who")) {
      LedgerReader reader = new LedgerReader(posix, dir);
      ALL.subList(0, 4).forEach(ledger::tell);
      assertThat(reader.readOn()).isEqualTo(ALL.subList(0, 4));
      assertThat(reader.readOn()).isEmpty();
      ALL.subList(4, ALL.size()).forEach(ledger::tell);
      assertThat(reader.readOn()).isEqualTo(ALL.subList(4, ALL.size()));
      assertThat(reader.lines().values()).containsExactly(ALL);
    }
  }

  @Test
  void aLineWithoutItsEndIsNoneYet() throws Exception {
    Posix posix = Bindings.load();
    Path file = directory.resolve("a" + Ledger.SUFFIX);
    Files.writeString(file, "{\"at\":1,\"is\":\"beat\"}\n{\"at\":2,");
    try (Dir dir = Dir.open(posix, RawPath.of(directory.toString()))) {
      LedgerReader reader = new LedgerReader(posix, dir);
      assertThat(reader.readOn()).containsExactly(new LedgerLine.Beat(1));
      Files.writeString(file, "\"is\":\"beat\"}\n", StandardOpenOption.APPEND);
      assertThat(reader.readOn()).containsExactly(new LedgerLine.Beat(2));
    }
  }

  @Test
  void aWholeLineThatIsNoneIsNamed() throws Exception {
    Posix posix = Bindings.load();
    Files.writeString(directory.resolve("a" + Ledger.SUFFIX), "{\"at\":1,\"is\":\"x\"}\n");
    try (Dir dir = Dir.open(posix, RawPath.of(directory.toString()))) {
      LedgerReader reader = new LedgerReader(posix, dir);
      assertThatThrownBy(reader::readOn)
          .isInstanceOf(JsonFormatException.class)
          .hasMessageContaining("the ledger a.jsonl is no line of a ledger: x");
    }
  }

  /** Nobody writes so much without an end: it is no line that is still being written. */
  @Test
  void aLineThatDoesNotEndIsNamed() throws Exception {
    Posix posix = Bindings.load();
    Files.write(directory.resolve("a" + Ledger.SUFFIX), new byte[StrictJson.DOCUMENT_LIMIT + 1]);
    try (Dir dir = Dir.open(posix, RawPath.of(directory.toString()))) {
      LedgerReader reader = new LedgerReader(posix, dir);
      assertThatThrownBy(reader::readOn)
          .isInstanceOf(JsonFormatException.class)
          .hasMessageContaining("the ledger a.jsonl has a line that does not end");
    }
  }

  @Test
  void whatIsNoFileIsNamed() throws Exception {
    Posix posix = Bindings.load();
    Files.createDirectory(directory.resolve("a" + Ledger.SUFFIX));
    try (Dir dir = Dir.open(posix, RawPath.of(directory.toString()))) {
      LedgerReader reader = new LedgerReader(posix, dir);
      assertThatThrownBy(reader::readOn)
          .isInstanceOf(JsonFormatException.class)
          .hasMessageContaining("the ledger a.jsonl is no regular file");
    }
  }
}
