package io.holdfast.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskItemsTest {

  @TempDir private Path directory;

  private final LogWriter log = new LogWriter().record(LogWriter.DISK, 1 << 20, 0, "");

  private DiskItems items(int start, int unit) throws IOException {
    return new DiskItems(log.read(directory), start, unit);
  }

  private static BitSet first() {
    return BitSet.valueOf(new long[] {1});
  }

  @Test
  void writesAreCutAtUnits() throws IOException {
    log.record(LogWriter.WRITE, 4096 - 512, 0, new byte[1024]);

    assertThat(items(1, 4096).advanceTo(2)).isEqualTo(2);
    assertThat(items(1, 512).advanceTo(2)).isEqualTo(2);
    log.record(LogWriter.WRITE, 8192, 0, new byte[4096]);
    assertThat(items(1, 4096).advanceTo(3)).isEqualTo(3);
    assertThat(items(1, 512).advanceTo(3)).isEqualTo(10);
  }

  @Test
  void aRangeOfZerosIsOneUnit() throws IOException {
    log.record(LogWriter.ZERO, 0, 1 << 19, "");

    assertThat(items(1, 512).advanceTo(2)).isEqualTo(1);
  }

  @Test
  void aFlushCoversWhatCameBeforeIt() throws IOException {
    log.record(LogWriter.WRITE, 0, 0, new byte[512])
        .record(LogWriter.FLUSH, 0, 0, "")
        .record(LogWriter.WRITE, 0, 0, new byte[512]);
    DiskItems items = items(1, 512);

    assertThat(items.advanceTo(2)).isEqualTo(1);
    assertThat(items.advanceTo(3)).isZero();
    assertThat(items.advanceTo(4)).isEqualTo(1);
  }

  @Test
  void whatCameBeforeTheStartIsDurable() throws IOException {
    log.record(LogWriter.WRITE, 0, 0, new byte[512]).mark("begin");

    assertThat(items(3, 512).advanceTo(3)).isZero();
  }

  @Test
  void statesThatCannotDifferAreTheSame() throws IOException {
    log.record(LogWriter.WRITE, 0, 0, new byte[512])
        .record(LogWriter.WRITE, 512, 0, new byte[512])
        .record(LogWriter.FLUSH, 0, 0, "")
        .record(LogWriter.FLUSH, 0, 0, "")
        .record(LogWriter.WRITE, 0, 0, new byte[512]);
    DiskItems items = items(1, 512);

    items.advanceTo(2);
    Object nothing = items.outcome(new BitSet());
    Object one = items.outcome(first());
    items.advanceTo(3);
    assertThat(items.outcome(new BitSet())).isEqualTo(nothing);
    assertThat(items.outcome(first())).isEqualTo(one).isNotEqualTo(nothing);
    items.advanceTo(4);
    Object flushed = items.outcome(new BitSet());
    assertThat(flushed).isNotEqualTo(nothing);
    items.advanceTo(5);
    assertThat(items.outcome(new BitSet())).isEqualTo(flushed);
    items.advanceTo(6);
    assertThat(items.outcome(first())).isNotEqualTo(one);
  }
}
