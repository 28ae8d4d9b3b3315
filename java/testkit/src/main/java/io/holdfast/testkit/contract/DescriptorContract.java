package io.holdfast.testkit.contract;

import static io.holdfast.testkit.contract.Answers.done;
import static io.holdfast.testkit.contract.Answers.refused;
import static io.holdfast.testkit.contract.Arena.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.FileSystemStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.LockStat;
import java.util.List;
import java.util.function.IntFunction;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What every call on a descriptor says to bad ones. */
interface DescriptorContract extends ContractGround {

  /** A number above every limit on descriptors. */
  int NEVER_OPEN = 0x3fffffff;

  /** A call on a descriptor; everything else about it is fine. */
  record DescriptorCall(String name, IntFunction<Long> call) {}

  /** Every call that needs more than a name behind the descriptor. */
  private List<DescriptorCall> contentCalls() {
    byte[] buffer = new byte[64];
    byte[] attribute = bytes("user.a");
    long[] lock = new long[LockStat.SLOTS];
    int shared = Flags.LOCK_SH | Flags.LOCK_NB;
    int keep = Flags.FALLOC_FL_KEEP_SIZE;
    int read = Flags.F_RDLCK;
    return List.of(
        new DescriptorCall("read", fd -> (long) posix().read(fd, buffer, 0, 8)),
        new DescriptorCall("write", fd -> (long) posix().write(fd, buffer, 0, 8)),
        new DescriptorCall("pread", fd -> (long) posix().pread(fd, buffer, 0, 8, 0)),
        new DescriptorCall("pwrite", fd -> (long) posix().pwrite(fd, buffer, 0, 8, 0)),
        new DescriptorCall("lseek", fd -> posix().lseek(fd, 0, Flags.SEEK_SET)),
        new DescriptorCall("ftruncate", fd -> (long) posix().ftruncate(fd, 0)),
        new DescriptorCall("fallocate", fd -> (long) posix().fallocate(fd, keep, 0, 1)),
        new DescriptorCall("fsync", fd -> (long) posix().fsync(fd)),
        new DescriptorCall("fdatasync", fd -> (long) posix().fdatasync(fd)),
        new DescriptorCall("syncfs", fd -> (long) posix().syncfs(fd)),
        new DescriptorCall("syncFileRange", fd -> (long) posix().syncFileRange(fd, 0, 0, 0)),
        new DescriptorCall("getdents64", fd -> (long) posix().getdents64(fd, buffer, 0, 64)),
        new DescriptorCall("fchmod", fd -> (long) posix().fchmod(fd, 0600)),
        new DescriptorCall("fchown", fd -> (long) posix().fchown(fd, -1, -1)),
        new DescriptorCall("fsetxattr", fd -> (long) posix().fsetxattr(fd, attribute, buffer, 0)),
        new DescriptorCall("fgetxattr", fd -> (long) posix().fgetxattr(fd, attribute, buffer)),
        new DescriptorCall("fremovexattr", fd -> (long) posix().fremovexattr(fd, attribute)),
        new DescriptorCall("flock", fd -> (long) posix().flock(fd, shared)),
        new DescriptorCall(
            "F_SETLK", fd -> (long) posix().fcntlSetLock(fd, Flags.F_SETLK, read, 0, 1)),
        new DescriptorCall(
            "F_OFD_SETLK", fd -> (long) posix().fcntlSetLock(fd, Flags.F_OFD_SETLK, read, 0, 1)),
        new DescriptorCall(
            "F_GETLK", fd -> (long) posix().fcntlGetLock(fd, Flags.F_GETLK, read, 0, 1, lock)),
        new DescriptorCall(
            "F_OFD_GETLK",
            fd -> (long) posix().fcntlGetLock(fd, Flags.F_OFD_GETLK, read, 0, 1, lock)));
  }

  /** Calls for which a name behind the descriptor is enough. */
  private List<DescriptorCall> namingCalls() {
    return List.of(
        new DescriptorCall("fstat", fd -> (long) posix().fstat(fd, new long[FileStat.SLOTS])),
        new DescriptorCall(
            "fstatfs", fd -> (long) posix().fstatfs(fd, new long[FileSystemStat.SLOTS])),
        new DescriptorCall("fcntlGetFlags", fd -> (long) posix().fcntlGetFlags(fd)));
  }

  /** AT_FDCWD is not among them: Linux 6.13 lets fsetxattr take it for the working directory. */
  @Test
  default void numbersThatAreNoDescriptorsAreRefused() {
    for (int fd : new int[] {NEVER_OPEN, -1, Integer.MIN_VALUE}) {
      contentCalls().forEach(c -> refused(c.name, c.call.apply(fd), Errno.EBADF));
      namingCalls().forEach(c -> refused(c.name, c.call.apply(fd), Errno.EBADF));
      refused("close", posix().close(fd), Errno.EBADF);
    }
  }

  @Test
  default void aPathDescriptorAllowsNoContentCall() {
    arena().create("f");
    int fd = arena().open("f", Flags.O_PATH);

    contentCalls().forEach(c -> refused(c.name, c.call.apply(fd), Errno.EBADF));
    namingCalls().forEach(c -> done(c.call.apply(fd)));
  }

  @Test
  default void noStreamIsRefused() {
    refused(posix().dirfd(0), Errno.EBADF);
    refused(posix().closedir(0), Errno.EBADF);
  }

  @Test
  default void rangesOutsideOfTheBufferAreRefusedBeforeAnyCall() {
    int fd = arena().create("f", "content");
    byte[] buffer = new byte[10];
    int[][] ranges = {{-1, 1}, {0, 11}, {11, 0}, {10, 1}, {0, -1}, {5, 6}, {1, Integer.MAX_VALUE}};
    for (int[] range : ranges) {
      List<ThrowingCallable> calls =
          List.of(
              () -> posix().read(fd, buffer, range[0], range[1]),
              () -> posix().write(fd, buffer, range[0], range[1]),
              () -> posix().pread(fd, buffer, range[0], range[1], 0),
              () -> posix().pwrite(fd, buffer, range[0], range[1], 0),
              () -> posix().getdents64(fd, buffer, range[0], range[1]),
              () -> posix().read(-1, buffer, range[0], range[1]));
      for (ThrowingCallable call : calls) {
        assertThatThrownBy(call).isInstanceOf(IndexOutOfBoundsException.class);
      }
    }
    assertThat(arena().content("f")).isEqualTo("content");
  }

  @Test
  default void slotsThatDoNotSufficeAreRefusedBeforeAnyCall() {
    int fd = arena().create("f");
    long[] few = new long[4];
    List<ThrowingCallable> calls =
        List.of(
            () -> posix().fstat(fd, few),
            () -> posix().fstatat(arena().fd(), bytes("f"), few, 0),
            () -> posix().statx(arena().fd(), bytes("f"), 0, Flags.STATX_BASIC_STATS, few),
            () -> posix().fstatfs(fd, few),
            () -> posix().fcntlGetLock(fd, Flags.F_GETLK, Flags.F_RDLCK, 0, 0, few),
            () -> posix().bootId(new byte[35]));

    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call).isInstanceOf(IndexOutOfBoundsException.class);
    }
  }
}
