package io.holdfast.testkit.contract;

import static io.holdfast.testkit.contract.Answers.done;
import static io.holdfast.testkit.contract.Answers.refused;
import static io.holdfast.testkit.contract.Arena.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import org.junit.jupiter.api.Test;

/** fchmod, fchmodat, fchown, fchownat, utimensat. */
interface AttributeContract extends ContractGround {

  @Test
  default void permissionsAreSetByDescriptorAndByName() {
    int fd = arena().create("f");

    done(posix().fchmod(fd, 0644));
    assertThat(arena().stat("f").permissions()).isEqualTo(0644);
    done(posix().fchmodat(arena().fd(), bytes("f"), 0400));
    assertThat(arena().stat(fd).permissions()).isEqualTo(0400);
    assertThat(arena().stat(fd).isRegular()).isTrue();
  }

  @Test
  default void permissionsOfDirectoriesAreSetToo() {
    int below = arena().mkdir("d");

    done(posix().fchmod(below, 02770));

    assertThat(arena().stat("d").permissions()).isEqualTo(02770);
    assertThat(arena().stat("d").isDirectory()).isTrue();
  }

  @Test
  default void permissionsAreSetBehindALink() {
    arena().create("f");
    arena().symlink("f", "link");
    arena().symlink("absent", "dangling");

    done(posix().fchmodat(arena().fd(), bytes("link"), 0640));

    assertThat(arena().stat("f").permissions()).isEqualTo(0640);
    refused(posix().fchmodat(arena().fd(), bytes("dangling"), 0640), Errno.ENOENT);
  }

  @Test
  default void anOwnerOfMinusOneStays() {
    int fd = arena().create("f");
    arena().symlink("absent", "dangling");
    FileStat before = arena().stat(fd);

    done(posix().fchown(fd, -1, -1));
    done(posix().fchownat(arena().fd(), bytes("f"), -1, -1, 0));
    done(posix().fchownat(fd, bytes(""), -1, -1, Flags.AT_EMPTY_PATH));
    done(posix().fchownat(arena().fd(), bytes("dangling"), -1, -1, Flags.AT_SYMLINK_NOFOLLOW));

    assertThat(arena().stat(fd).uid()).isEqualTo(before.uid());
    assertThat(arena().stat(fd).gid()).isEqualTo(before.gid());
    refused(posix().fchownat(arena().fd(), bytes("dangling"), -1, -1, 0), Errno.ENOENT);
    refused(posix().fchownat(arena().fd(), bytes("f"), -1, -1, 1 << 22), Errno.EINVAL);
  }

  @Test
  default void onlyRootGivesFilesAway() {
    int fd = arena().create("f");

    int byDescriptor = posix().fchown(fd, 54321, -1);
    int byName = posix().fchownat(arena().fd(), bytes("f"), -1, 54322, 0);

    if (posix().getuid() == 0) {
      done(byDescriptor);
      done(byName);
      assertThat(arena().stat(fd).uid()).isEqualTo(54321);
      assertThat(arena().stat(fd).gid()).isEqualTo(54322);
    } else {
      refused(byDescriptor, Errno.EPERM);
      refused(byName, Errno.EPERM);
    }
  }

  @Test
  default void timesAreSetToTheNanosecondOfTheFileSystem() {
    arena().create("f");

    done(posix().utimensat(arena().fd(), bytes("f"), 1_000, 0, 2_000_000_000L, 0, 0));

    assertThat(arena().stat("f").atimeNanos()).isEqualTo(1_000_000_000_000L);
    assertThat(arena().stat("f").mtimeNanos()).isEqualTo(2_000_000_000_000_000_000L);
  }

  @Test
  default void timesCanBeLeftOrSetToNow() {
    int fd = arena().create("f");
    done(posix().utimensat(arena().fd(), bytes("f"), 1_000, 0, 2_000, 0, 0));

    long omit = Flags.UTIME_OMIT;
    done(posix().utimensat(arena().fd(), bytes("f"), 0, omit, 0, Flags.UTIME_NOW, 0));
    assertThat(arena().stat(fd).atimeNanos()).isEqualTo(1_000_000_000_000L);
    assertThat(arena().stat(fd).mtimeNanos()).isGreaterThan(2_000_000_000_000L);
    FileStat before = arena().stat(fd);
    done(posix().utimensat(arena().fd(), bytes("f"), 5, omit, 5, omit, 0));
    assertThat(arena().stat(fd).atimeNanos()).isEqualTo(before.atimeNanos());
    assertThat(arena().stat(fd).mtimeNanos()).isEqualTo(before.mtimeNanos());
  }

  @Test
  default void timesAreSetOfALinkItselfAndByDescriptor() {
    int fd = arena().create("f");
    arena().symlink("absent", "dangling");

    int noFollow = Flags.AT_SYMLINK_NOFOLLOW;
    done(posix().utimensat(arena().fd(), bytes("dangling"), 7, 0, 8, 0, noFollow));
    done(posix().utimensat(fd, bytes(""), 9, 0, 10, 0, Flags.AT_EMPTY_PATH));

    assertThat(arena().stat("dangling").mtimeNanos()).isEqualTo(8_000_000_000L);
    assertThat(arena().stat(fd).mtimeNanos()).isEqualTo(10_000_000_000L);
    refused(posix().utimensat(arena().fd(), bytes("dangling"), 7, 0, 8, 0, 0), Errno.ENOENT);
  }

  @Test
  default void impossibleTimesAndFlagsAreInvalid() {
    arena().create("f");
    long second = 1_000_000_000L;

    refused(posix().utimensat(arena().fd(), bytes("f"), 1, second, 1, 0, 0), Errno.EINVAL);
    refused(posix().utimensat(arena().fd(), bytes("f"), 1, 0, 1, -1, 0), Errno.EINVAL);
    refused(posix().utimensat(arena().fd(), bytes("f"), 1, 0, 1, 0, 1 << 22), Errno.EINVAL);
  }
}
