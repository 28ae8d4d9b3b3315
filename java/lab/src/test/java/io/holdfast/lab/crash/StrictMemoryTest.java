package io.holdfast.lab.crash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** fsync of a file covers what it holds, fsync of a directory covers its names, and no more. */
class StrictMemoryTest {

  private static final long TESTED = 3;
  private static final long SHARD = 4;
  private static final long FILE = 5;

  @TempDir private Path directory;

  private final LogWriter log = new LogWriter();

  @BeforeEach
  void makeDirectories() {
    log.record(LogWriter.MKDIR, 1, TESTED, "tested")
        .record(LogWriter.FSYNCDIR, 1, 0, "")
        .record(LogWriter.MKDIR, TESTED, SHARD, "a")
        .record(LogWriter.FSYNCDIR, TESTED, 0, "");
  }

  /** What every subset of the uncovered items leaves of one file: its text, or "absent". */
  private Set<String> leftOf(String name) throws IOException {
    Set<String> left = new TreeSet<>();
    CrashLog read = log.read(directory);
    int items = new StrictMemory(read, "tested").advanceTo(read.size());
    for (long subset = 0; subset < 1L << items; subset++) {
      BitSet kept = BitSet.valueOf(new long[] {subset});
      Remains remains = new StrictMemory(read, "tested").remains(read.size(), kept);
      byte[] bytes = remains.read("a/" + name);
      left.add(bytes == null ? "absent" : new String(bytes, UTF_8).replace('\0', '0'));
      assertThat(remains.names("a").contains(name)).isEqualTo(bytes != null);
    }
    return left;
  }

  private void createAndWrite(String name, String text) {
    log.record(LogWriter.CREATE, SHARD, FILE, name).record(LogWriter.DATA, FILE, 0, text);
  }

  @Test
  void withoutBarriersEveryPartMayBeLost() throws IOException {
    createAndWrite("f", "new");

    assertThat(leftOf("f")).containsExactlyInAnyOrder("absent", "", "000", "new");
  }

  @Test
  void fsyncOfTheFileKeepsWhatItHoldsAndNotItsName() throws IOException {
    createAndWrite("f", "new");
    log.record(LogWriter.FSYNC, FILE, 0, "");

    assertThat(leftOf("f")).containsExactlyInAnyOrder("absent", "new");
  }

  @Test
  void fsyncOfTheDirectoryKeepsTheNameAndNotWhatItHolds() throws IOException {
    createAndWrite("f", "new");
    log.record(LogWriter.FSYNCDIR, SHARD, 0, "");

    assertThat(leftOf("f")).containsExactlyInAnyOrder("", "000", "new");
  }

  @Test
  void bothBarriersKeepBoth() throws IOException {
    createAndWrite("f", "new");
    log.record(LogWriter.FSYNC, FILE, 0, "").record(LogWriter.FSYNCDIR, SHARD, 0, "");

    assertThat(leftOf("f")).containsExactly("new");
  }

  @Test
  void aBarrierCoversNothingThatComesAfterIt() throws IOException {
    createAndWrite("f", "one");
    log.record(LogWriter.FSYNC, FILE, 0, "")
        .record(LogWriter.FSYNCDIR, SHARD, 0, "")
        .record(LogWriter.DATA, FILE, 0, "two")
        .record(LogWriter.UNLINK, SHARD, 0, "f");

    assertThat(leftOf("f")).containsExactlyInAnyOrder("absent", "one", "two");
  }

  @Test
  void aRenameIsOneChange() throws IOException {
    createAndWrite("old", "new");
    log.record(LogWriter.FSYNC, FILE, 0, "")
        .record(LogWriter.FSYNCDIR, SHARD, 0, "")
        .record(LogWriter.RENAME, SHARD, SHARD, "old\0f");
    CrashLog read = log.read(directory);

    assertThat(new StrictMemory(read, "tested").advanceTo(read.size())).isEqualTo(1);
    assertThat(leftOf("f")).containsExactlyInAnyOrder("absent", "new");
    assertThat(leftOf("old")).containsExactlyInAnyOrder("absent", "new");
  }

  @Test
  void aRenameMovesWhatTheNameLedToJustThen() throws IOException {
    createAndWrite("old", "1");
    log.record(LogWriter.FSYNC, FILE, 0, "")
        .record(LogWriter.FSYNCDIR, SHARD, 0, "")
        .record(LogWriter.RENAME, SHARD, SHARD, "old\0other")
        .record(LogWriter.CREATE, SHARD, FILE + 1, "old")
        .record(LogWriter.DATA, FILE + 1, 0, "2")
        .record(LogWriter.FSYNC, FILE + 1, 0, "")
        .record(LogWriter.RENAME, SHARD, SHARD, "old\0f")
        .record(LogWriter.FSYNCDIR, SHARD, 0, "");

    assertThat(leftOf("f")).containsExactly("2");
    assertThat(leftOf("other")).containsExactly("1");
  }

  @Test
  void aLinkIsANameOfTheSameFile() throws IOException {
    createAndWrite("old", "new");
    log.record(LogWriter.FSYNC, FILE, 0, "")
        .record(LogWriter.LINK, SHARD, FILE, "f")
        .record(LogWriter.UNLINK, SHARD, 0, "old")
        .record(LogWriter.FSYNCDIR, SHARD, 0, "");

    assertThat(leftOf("f")).containsExactly("new");
    assertThat(leftOf("old")).containsExactly("absent");
  }

  @Test
  void sectorsAreTorn() throws IOException {
    createAndWrite("f", "o".repeat(1024));
    log.record(LogWriter.FSYNC, FILE, 0, "")
        .record(LogWriter.FSYNCDIR, SHARD, 0, "")
        .record(LogWriter.DATA, FILE, 0, "n".repeat(1024));

    assertThat(leftOf("f"))
        .containsExactlyInAnyOrder(
            "o".repeat(1024),
            "n".repeat(1024),
            "n".repeat(512) + "o".repeat(512),
            "o".repeat(512) + "n".repeat(512));
  }

  @Test
  void aSizeIsLostOrKept() throws IOException {
    createAndWrite("f", "holdfast");
    log.record(LogWriter.FSYNC, FILE, 0, "")
        .record(LogWriter.FSYNCDIR, SHARD, 0, "")
        .record(LogWriter.SIZE, FILE, 4, "");

    assertThat(leftOf("f")).contains("hold", "holdfast");
  }

  @Test
  void whatHasNoDirectoryAnyMoreIsAbsent() throws IOException {
    LogWriter bare = new LogWriter().record(LogWriter.MKDIR, 1, TESTED, "tested");
    CrashLog read = bare.read(directory);

    Remains remains = new StrictMemory(read, "tested").remains(read.size(), new BitSet());
    assertThat(remains.names("a")).isEmpty();
    assertThat(remains.read("a/f")).isNull();
  }
}
