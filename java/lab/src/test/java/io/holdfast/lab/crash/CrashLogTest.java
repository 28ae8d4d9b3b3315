package io.holdfast.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lab.crash.CrashLog.Kind;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrashLogTest {

  @TempDir private Path directory;

  private final LogWriter writer =
      new LogWriter().mark("begin").record(LogWriter.RENAME, 1, 3, "a\0b").mark("end");

  @Test
  void isReadBack() throws IOException {
    CrashLog log = writer.read(directory);

    assertThat(log.size()).isEqualTo(3);
    assertThat(log.entry(1).kind()).isEqualTo(Kind.RENAME);
    assertThat(log.entry(1).a()).isEqualTo(1);
    assertThat(log.entry(1).b()).isEqualTo(3);
    assertThat(log.text(log.entry(1))).isEqualTo("a\0b");
    assertThat(log.indexOfMark("end")).isEqualTo(2);
  }

  @Test
  void aMarkThatWasNeverMadeIsTold() throws IOException {
    CrashLog log = writer.read(directory);

    assertThatThrownBy(() -> log.indexOfMark("middle"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("middle");
  }

  @Test
  void aCutLogIsRefusedWhereverItIsCut() throws IOException {
    byte[] whole = writer.bytes();
    for (int length = 1; length < whole.length; length++) {
      Path cut = Files.write(directory.resolve("cut"), Arrays.copyOf(whole, length));
      boolean isWholeRecords = length == 29 || length == 56;
      if (isWholeRecords) {
        assertThat(CrashLog.read(cut).size()).isBetween(1, 2);
      } else {
        assertThatThrownBy(() -> CrashLog.read(cut)).isInstanceOf(IOException.class);
      }
    }
  }

  @Test
  void anotherFileIsRefused() throws IOException {
    Path other = Files.writeString(directory.resolve("other"), "x".repeat(100));

    assertThatThrownBy(() -> CrashLog.read(other))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is not a crash rig's log");
  }

  @Test
  void fileThatIsTooLongIsNotRead() throws IOException {
    Path huge = directory.resolve("long");
    try (RandomAccessFile file = new RandomAccessFile(huge.toFile(), "rw")) {
      file.setLength(CrashLog.BYTES_LIMIT + 1);
    }

    assertThatThrownBy(() -> CrashLog.read(huge))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is longer than 268435456 bytes");
  }
}
