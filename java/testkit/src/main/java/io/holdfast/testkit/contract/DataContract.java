package io.holdfast.testkit.contract;

import static io.holdfast.testkit.contract.Answers.done;
import static io.holdfast.testkit.contract.Answers.refused;
import static io.holdfast.testkit.contract.Arena.bytes;
import static io.holdfast.testkit.contract.Arena.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** read, write, pread, pwrite, lseek, ftruncate, fallocate. */
interface DataContract extends ContractGround {

  @Test
  default void whatIsWrittenIsReadAndThePositionMoves() {
    int fd = arena().create("f");
    byte[] buffer = new byte[16];

    assertThat(posix().write(fd, bytes("hello world"), 0, 11)).isEqualTo(11);
    assertThat(posix().read(fd, buffer, 0, 16)).isZero();
    assertThat(posix().lseek(fd, 6, Flags.SEEK_SET)).isEqualTo(6);
    assertThat(posix().read(fd, buffer, 0, 16)).isEqualTo(5);
    assertThat(text(buffer, 5)).isEqualTo("world");
    assertThat(posix().lseek(fd, 0, Flags.SEEK_CUR)).isEqualTo(11);
  }

  @Test
  default void onlyTheRangeOfTheBufferIsTouched() {
    int fd = arena().create("f");
    byte[] buffer = bytes("0123456789");

    assertThat(posix().pwrite(fd, buffer, 2, 3, 0)).isEqualTo(3);
    assertThat(arena().content("f")).isEqualTo("234");
    assertThat(posix().pread(fd, buffer, 5, 2, 0)).isEqualTo(2);
    assertThat(text(buffer, 10)).isEqualTo("0123423789");
  }

  @Test
  default void positionedCallsLeaveThePosition() {
    int fd = arena().create("f", "abcdef");
    byte[] buffer = new byte[3];

    assertThat(posix().pread(fd, buffer, 0, 3, 2)).isEqualTo(3);
    assertThat(posix().pwrite(fd, bytes("X"), 0, 1, 5)).isEqualTo(1);

    assertThat(text(buffer, 3)).isEqualTo("cde");
    assertThat(posix().lseek(fd, 0, Flags.SEEK_CUR)).isZero();
    assertThat(arena().content("f")).isEqualTo("abcdeX");
  }

  @Test
  default void nothingIsReadBehindTheEnd() {
    int fd = arena().create("f", "abc");
    byte[] buffer = new byte[8];

    assertThat(posix().pread(fd, buffer, 0, 8, 3)).isZero();
    assertThat(posix().pread(fd, buffer, 0, 8, 1L << 40)).isZero();
    assertThat(posix().pread(fd, buffer, 0, 8, 1)).isEqualTo(2);
  }

  @Test
  default void transfersOfNothingMoveNothing() {
    int fd = arena().create("f", "abc");

    assertThat(posix().read(fd, new byte[0], 0, 0)).isZero();
    assertThat(posix().write(fd, new byte[4], 4, 0)).isZero();
    assertThat(posix().pwrite(fd, new byte[4], 0, 0, 100)).isZero();
    assertThat(arena().stat(fd).size()).isEqualTo(3);
  }

  @Test
  default void oneCallMovesNoMoreThanTheLimit() {
    int fd = arena().create("f");
    byte[] big = new byte[Posix.TRANSFER_LIMIT + 4096];
    Arrays.fill(big, (byte) 7);
    done(posix().ftruncate(fd, big.length));

    assertThat(posix().write(fd, big, 0, big.length)).isBetween(1, Posix.TRANSFER_LIMIT);
    assertThat(posix().pwrite(fd, big, 0, big.length, 0)).isBetween(1, Posix.TRANSFER_LIMIT);
    done(posix().lseek(fd, 0, Flags.SEEK_SET));
    assertThat(posix().read(fd, big, 0, big.length)).isBetween(1, Posix.TRANSFER_LIMIT);
    assertThat(posix().pread(fd, big, 0, big.length, 0)).isBetween(1, Posix.TRANSFER_LIMIT);
  }

  @Test
  default void manyTransfersCarryABigFileUnchanged() {
    int fd = arena().create("f");
    byte[] data = new byte[3 * Posix.TRANSFER_LIMIT + 777];
    new Random(11).nextBytes(data);
    for (int at = 0; at < data.length; ) {
      at += done(posix().write(fd, data, at, data.length - at));
    }
    done(posix().lseek(fd, 0, Flags.SEEK_SET));

    byte[] back = new byte[data.length];
    int filled = 0;
    for (int count = 1; count > 0 && filled < back.length; filled += count) {
      count = done(posix().read(fd, back, filled, back.length - filled));
    }

    assertThat(back).isEqualTo(data);
    assertThat(arena().stat(fd).size()).isEqualTo(data.length);
  }

  @Test
  default void aHoleReadsAsZeros() {
    int fd = arena().create("f", "a");

    assertThat(posix().pwrite(fd, bytes("b"), 0, 1, 5000)).isEqualTo(1);

    assertThat(arena().content("f")).isEqualTo("a" + "\0".repeat(4999) + "b");
  }

  @Test
  default void filesMayBeFarBiggerThanTheirContent() {
    int fd = arena().create("f");
    long far = 1L << 33;

    assertThat(posix().pwrite(fd, bytes("x"), 0, 1, far)).isEqualTo(1);

    assertThat(arena().stat(fd).size()).isEqualTo(far + 1);
    byte[] buffer = {9, 9, 9};
    assertThat(posix().pread(fd, buffer, 0, 3, far - 1)).isEqualTo(2);
    assertThat(buffer).containsExactly(0, 'x', 9);
  }

  @Test
  default void appendingWritesAtTheEndWhereverThePositionIs() {
    arena().create("f", "abc");
    int fd = arena().open("f", Flags.O_RDWR | Flags.O_APPEND);

    assertThat(posix().write(fd, bytes("d"), 0, 1)).isEqualTo(1);
    done(posix().lseek(fd, 0, Flags.SEEK_SET));
    assertThat(posix().write(fd, bytes("e"), 0, 1)).isEqualTo(1);
    assertThat(posix().lseek(fd, 0, Flags.SEEK_CUR)).isEqualTo(5);
    assertThat(arena().content("f")).isEqualTo("abcde");
  }

  /** Not what POSIX says: pwrite(2), section BUGS. */
  @Test
  default void appendingIgnoresThePositionOfPwriteAsLinuxDoes() {
    arena().create("f", "abc");
    int fd = arena().open("f", Flags.O_RDWR | Flags.O_APPEND);

    assertThat(posix().pwrite(fd, bytes("d"), 0, 1, 0)).isEqualTo(1);

    assertThat(arena().content("f")).isEqualTo("abcd");
  }

  @Test
  default void theAccessModeIsKept() {
    arena().create("f", "abc");
    int readOnly = arena().open("f", Flags.O_RDONLY);
    int writeOnly = arena().open("f", Flags.O_WRONLY);
    byte[] buffer = new byte[3];

    refused(posix().write(readOnly, buffer, 0, 3), Errno.EBADF);
    refused(posix().pwrite(readOnly, buffer, 0, 3, 0), Errno.EBADF);
    refused(posix().read(writeOnly, buffer, 0, 3), Errno.EBADF);
    refused(posix().pread(writeOnly, buffer, 0, 3, 0), Errno.EBADF);
    refused(posix().ftruncate(readOnly, 0), Errno.EINVAL);
    assertThat(arena().content("f")).isEqualTo("abc");
  }

  @Test
  default void negativePositionsAreInvalid() {
    int fd = arena().create("f", "abc");

    refused(posix().pread(fd, new byte[1], 0, 1, -1), Errno.EINVAL);
    refused(posix().pwrite(fd, new byte[1], 0, 1, -1), Errno.EINVAL);
    refused(posix().lseek(fd, -1, Flags.SEEK_SET), Errno.EINVAL);
    refused(posix().lseek(fd, -4, Flags.SEEK_END), Errno.EINVAL);
    refused(posix().ftruncate(fd, -1), Errno.EINVAL);
  }

  @Test
  default void aDirectoryIsNotReadAsAFile() {
    refused(posix().read(arena().fd(), new byte[8], 0, 8), Errno.EISDIR);
    refused(posix().pread(arena().fd(), new byte[8], 0, 8, 0), Errno.EISDIR);
    refused(posix().write(arena().fd(), new byte[8], 0, 8), Errno.EBADF);
    refused(posix().ftruncate(arena().fd(), 0), Errno.EINVAL);
  }

  @Test
  default void seekingCountsFromStartHereAndEnd() {
    int fd = arena().create("f", "abcdef");

    assertThat(posix().lseek(fd, 4, Flags.SEEK_SET)).isEqualTo(4);
    assertThat(posix().lseek(fd, -1, Flags.SEEK_CUR)).isEqualTo(3);
    assertThat(posix().lseek(fd, -2, Flags.SEEK_END)).isEqualTo(4);
    assertThat(posix().lseek(fd, 10, Flags.SEEK_END)).isEqualTo(16);
    assertThat(arena().stat(fd).size()).isEqualTo(6);
    refused(posix().lseek(fd, 0, 99), Errno.EINVAL);
  }

  @Test
  default void twoOpensHaveTwoPositionsAndOneContent() {
    int first = arena().create("f", "abc");
    int second = arena().open("f", Flags.O_RDWR);

    done(posix().read(first, new byte[2], 0, 2));
    done(posix().write(second, bytes("X"), 0, 1));

    assertThat(posix().lseek(first, 0, Flags.SEEK_CUR)).isEqualTo(2);
    assertThat(posix().lseek(second, 0, Flags.SEEK_CUR)).isEqualTo(1);
    assertThat(arena().contentOf(first)).isEqualTo("Xbc");
  }

  @Test
  default void truncatingCutsAndExtendsWithZeros() {
    int fd = arena().create("f", "abcdef");

    done(posix().ftruncate(fd, 3));
    assertThat(arena().content("f")).isEqualTo("abc");
    done(posix().ftruncate(fd, 5));
    assertThat(arena().content("f")).isEqualTo("abc\0\0");
    assertThat(posix().lseek(fd, 0, Flags.SEEK_CUR)).isZero();
  }

  @Test
  default void allocatingExtendsWithZeros() {
    int fd = arena().create("f", "abc");
    if (!supports(Feature.FALLOCATE)) {
      refused(posix().fallocate(fd, 0, 0, 10), Errno.EOPNOTSUPP);
      return;
    }

    done(posix().fallocate(fd, 0, 0, 6));
    assertThat(arena().content("f")).isEqualTo("abc\0\0\0");
    done(posix().fallocate(fd, 0, 0, 2));
    assertThat(arena().stat(fd).size()).isEqualTo(6);
    done(posix().fallocate(fd, Flags.FALLOC_FL_KEEP_SIZE, 0, 10_000));
    assertThat(arena().stat(fd).size()).isEqualTo(6);
  }

  @Test
  default void allocatingChecksItsArguments() {
    int fd = arena().create("f", "abc");
    int readOnly = arena().open("f", Flags.O_RDONLY);

    refused(posix().fallocate(fd, 0, -1, 5), Errno.EINVAL);
    refused(posix().fallocate(fd, 0, 0, 0), Errno.EINVAL);
    refused(posix().fallocate(fd, 0, 0, -5), Errno.EINVAL);
    refused(posix().fallocate(readOnly, 0, 0, 5), Errno.EBADF);
    refused(posix().fallocate(fd, 1 << 20, 0, 5), Errno.EOPNOTSUPP);
  }

  @Test
  default void writingChangesTheModificationTime() {
    int fd = arena().create("f", "abc");
    done(posix().utimensat(arena().fd(), bytes("f"), 1, 0, 1, 0, 0));

    done(posix().pwrite(fd, bytes("x"), 0, 1, 0));

    assertThat(arena().stat(fd).mtimeNanos()).isGreaterThan(1_000_000_000L);
  }
}
