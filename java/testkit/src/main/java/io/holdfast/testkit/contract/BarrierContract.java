package io.holdfast.testkit.contract;

import static io.holdfast.testkit.contract.Answers.done;
import static io.holdfast.testkit.contract.Answers.refused;
import static io.holdfast.testkit.contract.Arena.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import org.junit.jupiter.api.Test;

/**
 * fsync, fdatasync, syncfs, sync_file_range: what they answer. What they make durable is shown by
 * the crash rigs and by the simulator's own tests.
 */
interface BarrierContract extends ContractGround {

  @Test
  default void filesCanBeSyncedThroughAnyDescriptorWithContent() {
    int fd = arena().create("f", "abc");
    int readOnly = arena().open("f", Flags.O_RDONLY);

    assertThat(posix().fsync(fd)).isZero();
    assertThat(posix().fdatasync(fd)).isZero();
    assertThat(posix().fsync(readOnly)).isZero();
    assertThat(arena().content("f")).isEqualTo("abc");
  }

  @Test
  default void directoriesCanBeSyncedOrSayThatTheyCannot() {
    if (supports(Feature.DIRECTORY_FSYNC)) {
      assertThat(posix().fsync(arena().fd())).isZero();
      assertThat(posix().fdatasync(arena().fd())).isZero();
    } else {
      refused(posix().fsync(arena().fd()), Errno.EINVAL);
      refused(posix().fdatasync(arena().fd()), Errno.EINVAL);
    }
  }

  @Test
  default void theFileSystemCanBeSynced() {
    int fd = arena().create("f", "abc");

    assertThat(posix().syncfs(fd)).isZero();
    assertThat(posix().syncfs(arena().fd())).isZero();
  }

  @Test
  default void aRangeCanBeWrittenBack() {
    int fd = arena().create("f", "abc");
    int flags =
        Flags.SYNC_FILE_RANGE_WAIT_BEFORE
            | Flags.SYNC_FILE_RANGE_WRITE
            | Flags.SYNC_FILE_RANGE_WAIT_AFTER;

    assertThat(posix().syncFileRange(fd, 0, 0, flags)).isZero();
    assertThat(posix().syncFileRange(fd, 1, 1, 0)).isZero();
    refused(posix().syncFileRange(fd, -1, 1, flags), Errno.EINVAL);
    refused(posix().syncFileRange(fd, 0, -1, flags), Errno.EINVAL);
    refused(posix().syncFileRange(fd, 0, 1, 1 << 10), Errno.EINVAL);
  }

  @Test
  default void aRemovedDirectoryCanStillBeSynced() {
    int below = arena().mkdir("d");
    done(posix().unlinkat(arena().fd(), bytes("d"), Flags.AT_REMOVEDIR));

    int result = posix().fsync(below);

    if (supports(Feature.DIRECTORY_FSYNC)) {
      assertThat(result).isZero();
    } else {
      refused(result, Errno.EINVAL);
    }
  }
}
