package io.holdfast.posix;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DirectoryEntriesTest {

  private final ByteBuffer records = ByteBuffer.allocate(4096).order(ByteOrder.nativeOrder());

  @Test
  void namesAreBytesAndDotsAreLeftOut() {
    record(1, Flags.DT_DIR, new byte[] {'.'});
    record(2, Flags.DT_DIR, new byte[] {'.', '.'});
    record(3, Flags.DT_REG, new byte[] {'.', '.', '.'});
    record(4, Flags.DT_LNK, new byte[] {(byte) 0xff, '\n'});

    List<DirectoryEntries.Entry> entries = parse();

    assertThat(entries).extracting(DirectoryEntries.Entry::ino).containsExactly(3L, 4L);
    assertThat(entries)
        .extracting(DirectoryEntries.Entry::type)
        .containsExactly(Flags.DT_REG, Flags.DT_LNK);
    assertThat(entries.get(1).name()).containsExactly(0xff, '\n');
  }

  @Test
  void theLongestNameIsWhole() {
    byte[] name = new byte[255];
    java.util.Arrays.fill(name, (byte) 'n');
    record(7, Flags.DT_REG, name);

    assertThat(parse().get(0).name()).isEqualTo(name);
  }

  private List<DirectoryEntries.Entry> parse() {
    List<DirectoryEntries.Entry> entries = new ArrayList<>();
    DirectoryEntries.parse(records.array(), records.position(), entries);
    return entries;
  }

  /** As getdents64(2) lays it out: inode, offset, length, type, name, NUL, padding to 8. */
  private void record(long ino, int type, byte[] name) {
    int length = (19 + name.length + 1 + 7) & ~7;
    int end = records.position() + length;
    records.putLong(ino).putLong(0).putShort((short) length).put((byte) type).put(name);
    records.put((byte) 0).position(end);
  }
}
