package io.holdfast.testkit.contract;

import static io.holdfast.testkit.contract.Answers.done;
import static io.holdfast.testkit.contract.Answers.refused;
import static io.holdfast.testkit.contract.Arena.bytes;
import static io.holdfast.testkit.contract.Arena.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.DirectoryEntries;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** getdents64, opendir, dirfd, closedir. */
interface ListingContract extends ContractGround {

  @Test
  default void anEmptyDirectoryHasNoNames() {
    assertThat(arena().names()).isEmpty();
  }

  @Test
  default void entriesTellInodeAndType() {
    arena().create("f");
    arena().mkdir("d");
    arena().symlink("f", "l");
    byte[] buffer = new byte[4096];
    done(posix().lseek(arena().fd(), 0, Flags.SEEK_SET));

    List<DirectoryEntries.Entry> entries = new ArrayList<>();
    int filled = done(posix().getdents64(arena().fd(), buffer, 0, buffer.length));
    DirectoryEntries.parse(buffer, filled, entries);

    assertThat(filled).isPositive();
    assertThat(entries).hasSize(3);
    for (DirectoryEntries.Entry entry : entries) {
      String name = text(entry.name(), entry.name().length);
      assertThat(entry.ino()).isEqualTo(arena().stat(name).ino());
      int expected =
          switch (name) {
            case "f" -> Flags.DT_REG;
            case "d" -> Flags.DT_DIR;
            default -> Flags.DT_LNK;
          };
      assertThat(entry.type()).isIn(expected, Flags.DT_UNKNOWN);
    }
  }

  @Test
  default void theListEndsAndCanBeginAgain() {
    arena().create("f");
    byte[] buffer = new byte[4096];
    arena().names();

    assertThat(posix().getdents64(arena().fd(), buffer, 0, buffer.length)).isZero();
    assertThat(posix().lseek(arena().fd(), 0, Flags.SEEK_SET)).isZero();
    assertThat(posix().getdents64(arena().fd(), buffer, 0, buffer.length)).isPositive();
  }

  @Test
  default void manyNamesComeOnceEachThroughASmallBuffer() {
    Set<String> expected = new TreeSet<>();
    for (int i = 0; i < 700; i++) {
      String name = "name-" + i + "-" + "x".repeat(i % 50);
      arena().close(arena().create(name));
      expected.add(name);
    }
    byte[] buffer = new byte[8 + 300];
    List<DirectoryEntries.Entry> entries = new ArrayList<>();
    done(posix().lseek(arena().fd(), 0, Flags.SEEK_SET));

    for (int filled = -1; filled != 0; ) {
      filled = done(posix().getdents64(arena().fd(), buffer, 8, 300));
      assertThat(filled).isLessThanOrEqualTo(300);
      DirectoryEntries.parse(Arrays.copyOfRange(buffer, 8, 308), filled, entries);
    }

    assertThat(entries).hasSize(700);
    assertThat(entries.stream().map(e -> text(e.name(), e.name().length)))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  default void namesThatStayAreListedOnceWhileOthersGo() {
    for (int i = 0; i < 100; i++) {
      arena().close(arena().create("n" + i));
    }
    byte[] buffer = new byte[256];
    List<DirectoryEntries.Entry> entries = new ArrayList<>();
    done(posix().lseek(arena().fd(), 0, Flags.SEEK_SET));
    for (int i = 0, filled = -1; filled != 0; i += 2) {
      filled = done(posix().getdents64(arena().fd(), buffer, 0, buffer.length));
      DirectoryEntries.parse(buffer, filled, entries);
      if (i < 100) {
        done(posix().unlinkat(arena().fd(), bytes("n" + i), 0));
      }
    }

    List<String> odd =
        entries.stream()
            .map(e -> text(e.name(), e.name().length))
            .filter(name -> Integer.parseInt(name.substring(1)) % 2 == 1)
            .toList();
    assertThat(odd).hasSize(50).doesNotHaveDuplicates();
  }

  @Test
  default void aBufferTooSmallForTheNextNameIsInvalid() {
    arena().create("f");
    done(posix().lseek(arena().fd(), 0, Flags.SEEK_SET));

    refused(posix().getdents64(arena().fd(), new byte[64], 0, 8), Errno.EINVAL);
  }

  @Test
  default void onlyDirectoriesAreListed() {
    int fd = arena().create("f");

    refused(posix().getdents64(fd, new byte[1024], 0, 1024), Errno.ENOTDIR);
  }

  @Test
  default void aRemovedDirectoryIsListedNoMore() {
    int below = arena().mkdir("d");
    done(posix().unlinkat(arena().fd(), bytes("d"), Flags.AT_REMOVEDIR));

    refused(posix().getdents64(below, new byte[1024], 0, 1024), Errno.ENOENT);
  }

  @Test
  default void aStreamHoldsADescriptorUntilClosed() {
    int below = arena().mkdir("d");

    long stream = done(posix().opendir(arena().fd(), bytes("d")));
    int inside = done(posix().dirfd(stream));

    assertThat(stream).isPositive();
    assertThat(inside).isNotEqualTo(below);
    assertThat(arena().stat(inside).sameFileAs(arena().stat(below))).isTrue();
    assertThat(posix().closedir(stream)).isZero();
    refused(posix().fstat(inside, new long[FileStat.SLOTS]), Errno.EBADF);
  }

  @Test
  default void twoStreamsAreTwo() {
    long first = done(posix().opendir(arena().fd(), bytes(".")));
    long second = done(posix().opendir(arena().fd(), bytes(".")));

    assertThat(first).isNotEqualTo(second);
    assertThat(posix().dirfd(first)).isNotEqualTo(posix().dirfd(second));
    assertThat(posix().closedir(first)).isZero();
    assertThat(posix().closedir(second)).isZero();
  }

  @Test
  default void aFileHasNoStream() {
    arena().create("f");

    refused(posix().opendir(arena().fd(), bytes("f")), Errno.ENOTDIR);
  }
}
