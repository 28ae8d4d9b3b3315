package io.holdfast.testkit.contract;

import static io.holdfast.testkit.contract.Answers.done;
import static io.holdfast.testkit.contract.Answers.refused;
import static io.holdfast.testkit.contract.Arena.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What a Posix does with arrays: their limits, copies, and what is refused before any call. */
interface ArgumentContract extends ContractGround {

  int LONG = Posix.TRANSFER_LIMIT + 100;

  @Test
  default void longTransfersAreShort() {
    int fd = arena().create("file");
    byte[] data = new byte[LONG];
    Arrays.fill(data, (byte) 7);
    assertThat(posix().write(fd, data, 0, LONG)).isEqualTo(Posix.TRANSFER_LIMIT);
    assertThat(posix().pwrite(fd, data, 0, LONG, 0)).isEqualTo(Posix.TRANSFER_LIMIT);
    done(posix().ftruncate(fd, LONG));

    assertThat(posix().lseek(fd, 0, Flags.SEEK_SET)).isZero();
    assertThat(posix().read(fd, data, 0, LONG)).isEqualTo(Posix.TRANSFER_LIMIT);
    assertThat(posix().pread(fd, data, 0, LONG, 0)).isEqualTo(Posix.TRANSFER_LIMIT);
  }

  @Test
  default void onlyWhatWasReadIsCopied() {
    int fd = arena().create("file", "abc");
    byte[] buffer = bytes("..........");

    assertThat(posix().pread(fd, buffer, 4, 6, 1)).isEqualTo(2);
    assertThat(buffer).isEqualTo(bytes("....bc...."));

    refused(posix().pread(-1, buffer, 0, 10, 0), Errno.EBADF);
    assertThat(buffer).isEqualTo(bytes("....bc...."));
  }

  @Test
  default void onlyTheRangeGivenIsWritten() {
    int fd = arena().create("file");

    assertThat(posix().pwrite(fd, bytes("0123456789"), 4, 3, 0)).isEqualTo(3);

    byte[] buffer = new byte[10];
    assertThat(posix().pread(fd, buffer, 0, 10, 0)).isEqualTo(3);
    assertThat(Arrays.copyOf(buffer, 3)).isEqualTo(bytes("456"));
  }

  @Test
  default void rangesAreCheckedBeforeAnyCall() {
    int fd = arena().create("file");
    int directory = arena().fd();
    byte[] buffer = new byte[8];
    assertOutOfBounds(() -> posix().read(fd, buffer, 1, 8));
    assertOutOfBounds(() -> posix().pread(fd, buffer, -1, 4, 0));
    assertOutOfBounds(() -> posix().write(fd, buffer, 0, 9));
    assertOutOfBounds(() -> posix().pwrite(fd, buffer, Integer.MAX_VALUE, 1, 0));
    assertOutOfBounds(() -> posix().getdents64(directory, buffer, 8, 1));
    assertOutOfBounds(() -> posix().fstat(fd, new long[FileStat.SLOTS - 1]));
    assertOutOfBounds(() -> posix().bootId(new byte[35]));
    assertThat(posix().lseek(fd, 0, Flags.SEEK_END)).isZero();
  }

  @Test
  @SuppressWarnings("NullAway") // the door that is tried
  default void nullIsRefusedBeforeAnyCall() {
    int fd = arena().create("file");
    assertNull(() -> posix().openat(arena().fd(), null, 0, 0));
    assertNull(() -> posix().fsetxattr(fd, bytes("user.a"), null, 0));
    assertNull(() -> posix().readlinkat(arena().fd(), bytes("l"), null));
    assertNull(() -> posix().fstat(fd, null));
  }

  @Test
  default void aNameThatIsTooLongIsThatWhateverElseItIs() {
    byte[] name = new byte[Posix.PATH_LIMIT + 1];

    refused(posix().mkdirat(arena().fd(), name, 0700), Errno.ENAMETOOLONG);
    refused(posix().mkdirat(arena().fd(), Arrays.copyOf(name, 1), 0700), Errno.EINVAL);
  }

  @Test
  default void whatIsNoStreamIsNotFollowed() {
    refused(posix().dirfd(0), Errno.EBADF);
    refused(posix().closedir(-1), Errno.EBADF);
  }

  private static void assertOutOfBounds(Runnable call) {
    assertThatThrownBy(call::run).isInstanceOf(IndexOutOfBoundsException.class);
  }

  private static void assertNull(Runnable call) {
    assertThatThrownBy(call::run).isInstanceOf(NullPointerException.class);
  }
}
