package io.holdfast.jni;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.posix.Bindings;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is JNI's own: limits, copies, doors. The calls themselves: {@code PosixContract}. */
class JniPosixTest {

  private static final int LONG = Posix.TRANSFER_LIMIT + 100;

  private Posix posix;
  private int dirfd;
  private int fd;

  @BeforeEach
  void open(@TempDir Path directory) throws Exception {
    posix = Bindings.find().choose("jni");
    dirfd = posix.openat(Flags.AT_FDCWD, bytes(directory.toString()), Flags.O_DIRECTORY, 0);
    fd = posix.openat(dirfd, bytes("file"), Flags.O_RDWR | Flags.O_CREAT, 0600);
    assertThat(fd).isNotNegative();
  }

  @AfterEach
  void close() {
    posix.close(fd);
    posix.close(dirfd);
  }

  @Test
  void isFoundByBindings() throws Exception {
    assertThat(posix.binding()).isEqualTo("jni");
    assertThat((long) posix.getpid()).isEqualTo(ProcessHandle.current().pid());
    assertThat(JniProvider.libraryOrigin()).contains("libholdfast_jni.so");
  }

  @Test
  void longTransfersAreShort() {
    byte[] data = new byte[LONG];
    Arrays.fill(data, (byte) 7);
    assertThat(posix.write(fd, data, 0, LONG)).isEqualTo(Posix.TRANSFER_LIMIT);
    assertThat(posix.pwrite(fd, data, 0, LONG, 0)).isEqualTo(Posix.TRANSFER_LIMIT);
    assertThat(posix.ftruncate(fd, LONG)).isZero();

    assertThat(posix.lseek(fd, 0, Flags.SEEK_SET)).isZero();
    assertThat(posix.read(fd, data, 0, LONG)).isEqualTo(Posix.TRANSFER_LIMIT);
    assertThat(posix.pread(fd, data, 0, LONG, 0)).isEqualTo(Posix.TRANSFER_LIMIT);
  }

  @Test
  void onlyWhatWasReadIsCopied() {
    assertThat(posix.pwrite(fd, bytes("abc"), 0, 3, 0)).isEqualTo(3);
    byte[] buffer = bytes("..........");

    assertThat(posix.pread(fd, buffer, 4, 6, 1)).isEqualTo(2);
    assertThat(new String(buffer, US_ASCII)).isEqualTo("....bc....");

    assertThat(posix.pread(-1, buffer, 0, 10, 0)).isEqualTo(Errno.EBADF.asResult());
    assertThat(new String(buffer, US_ASCII)).isEqualTo("....bc....");
  }

  @Test
  void aNameStopsAtTheLimit() {
    byte[] longest = bytes("./".repeat(Posix.PATH_LIMIT / 2) + ".");
    assertThat(longest).hasSize(Posix.PATH_LIMIT);
    int found = posix.openat(dirfd, longest, Flags.O_DIRECTORY, 0);
    assertThat(found).isNotNegative();
    posix.close(found);

    byte[] tooLong = Arrays.copyOf(longest, Posix.PATH_LIMIT + 1);
    assertThat(posix.openat(dirfd, tooLong, 0, 0)).isEqualTo(Errno.ENAMETOOLONG.asResult());
    assertThat(posix.renameat2(dirfd, bytes("file"), dirfd, tooLong, 0))
        .isEqualTo(Errno.ENAMETOOLONG.asResult());
  }

  @Test
  void aNameIsNotCutAtANul() {
    assertThat(posix.openat(dirfd, bytes("file\0x"), 0, 0)).isEqualTo(Errno.EINVAL.asResult());
    assertThat(posix.unlinkat(dirfd, bytes("file\0"), 0)).isEqualTo(Errno.EINVAL.asResult());
    assertThat(posix.fstatat(dirfd, bytes("file"), new long[FileStat.SLOTS], 0)).isZero();
  }

  @Test
  void rangesAreCheckedBeforeAnyCall() {
    byte[] buffer = new byte[8];
    assertOutOfBounds(() -> posix.read(fd, buffer, 1, 8));
    assertOutOfBounds(() -> posix.pread(fd, buffer, -1, 4, 0));
    assertOutOfBounds(() -> posix.write(fd, buffer, 0, 9));
    assertOutOfBounds(() -> posix.pwrite(fd, buffer, Integer.MAX_VALUE, 1, 0));
    assertOutOfBounds(() -> posix.getdents64(dirfd, buffer, 8, 1));
    assertOutOfBounds(() -> posix.fstat(fd, new long[FileStat.SLOTS - 1]));
    assertOutOfBounds(() -> posix.bootId(new byte[35]));
    assertThat(posix.lseek(fd, 0, Flags.SEEK_END)).isZero();
  }

  @Test
  void nullIsRefusedBeforeAnyCall() {
    assertThatThrownBy(() -> posix.openat(dirfd, null, 0, 0))
        .isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> posix.fsetxattr(fd, bytes("user.a"), null, 0))
        .isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> posix.fstat(fd, null)).isInstanceOf(NullPointerException.class);
  }

  @Test
  void whatIsNoStreamIsNotFollowed() {
    assertThat(posix.dirfd(0)).isEqualTo(Errno.EBADF.asResult());
    assertThat(posix.closedir(-1)).isEqualTo(Errno.EBADF.asResult());
  }

  private static void assertOutOfBounds(Runnable call) {
    assertThatThrownBy(call::run).isInstanceOf(IndexOutOfBoundsException.class);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
