package io.holdfast.testkit.contract;

import static io.holdfast.testkit.contract.Answers.done;
import static io.holdfast.testkit.contract.Answers.refused;
import static io.holdfast.testkit.contract.Arena.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import org.junit.jupiter.api.Test;

/** linkat, in all its forms. */
interface LinkContract extends ContractGround {

  @Test
  default void aLinkIsAnotherNameOfTheSameFile() {
    int fd = arena().create("a", "content");

    done(posix().linkat(arena().fd(), bytes("a"), arena().fd(), bytes("b"), 0));

    assertThat(arena().stat("b").sameFileAs(arena().stat("a"))).isTrue();
    assertThat(arena().stat(fd).nlink()).isEqualTo(2);
    done(posix().unlinkat(arena().fd(), bytes("a"), 0));
    assertThat(arena().stat(fd).nlink()).isEqualTo(1);
    assertThat(arena().content("b")).isEqualTo("content");
  }

  @Test
  default void linkingIsExclusive() {
    arena().create("a", "new");
    arena().create("b", "old");
    arena().symlink("nowhere", "dangling");

    refused(posix().linkat(arena().fd(), bytes("a"), arena().fd(), bytes("b"), 0), Errno.EEXIST);
    refused(posix().linkat(arena().fd(), bytes("a"), arena().fd(), bytes("a"), 0), Errno.EEXIST);
    refused(
        posix().linkat(arena().fd(), bytes("a"), arena().fd(), bytes("dangling"), 0), Errno.EEXIST);
    assertThat(arena().content("b")).isEqualTo("old");
  }

  @Test
  default void linksCrossDirectories() {
    int below = arena().mkdir("d");
    arena().create("a", "content");

    done(posix().linkat(arena().fd(), bytes("a"), below, bytes("b"), 0));

    assertThat(arena().content("d/b")).isEqualTo("content");
  }

  @Test
  default void directoriesAreNotLinked() {
    arena().mkdir("d");

    refused(posix().linkat(arena().fd(), bytes("d"), arena().fd(), bytes("e"), 0), Errno.EPERM);
    refused(posix().linkat(arena().fd(), bytes("."), arena().fd(), bytes("e"), 0), Errno.EPERM);
  }

  @Test
  default void aSymbolicLinkIsLinkedItselfUnlessFollowed() {
    arena().create("f", "content");
    arena().symlink("f", "link");

    done(posix().linkat(arena().fd(), bytes("link"), arena().fd(), bytes("same"), 0));
    int follow = Flags.AT_SYMLINK_FOLLOW;
    done(posix().linkat(arena().fd(), bytes("link"), arena().fd(), bytes("target"), follow));

    assertThat(arena().stat("same").isSymbolicLink()).isTrue();
    assertThat(arena().stat("target").isRegular()).isTrue();
  }

  @Test
  default void unknownLinkFlagsAreInvalid() {
    arena().create("f");

    refused(
        posix().linkat(arena().fd(), bytes("f"), arena().fd(), bytes("g"), 1 << 22), Errno.EINVAL);
  }

  @Test
  default void aFileIsLinkedByItsDescriptorThroughProc() {
    int fd = arena().create("f", "content");
    byte[] path = bytes(Arena.procPath(fd));
    int follow = Flags.AT_SYMLINK_FOLLOW;

    done(posix().linkat(Flags.AT_FDCWD, path, arena().fd(), bytes("g"), follow));

    assertThat(arena().stat("g").sameFileAs(arena().stat(fd))).isTrue();
  }

  @Test
  default void theProcLinkItselfLiesOnAnotherFileSystem() {
    byte[] path = bytes(Arena.procPath(arena().create("f")));

    refused(posix().linkat(Flags.AT_FDCWD, path, arena().fd(), bytes("g"), 0), Errno.EXDEV);
  }

  @Test
  default void aFileWithoutANameGetsOneThroughProc() {
    int fd = unnamed(0);
    if (fd < 0) {
      return;
    }
    byte[] path = bytes(Arena.procPath(fd));
    int follow = Flags.AT_SYMLINK_FOLLOW;

    done(posix().linkat(Flags.AT_FDCWD, path, arena().fd(), bytes("named"), follow));

    assertThat(arena().content("named")).isEqualTo("hidden");
    assertThat(arena().stat(fd).nlink()).isEqualTo(1);
    refused(
        posix().linkat(Flags.AT_FDCWD, path, arena().fd(), bytes("named"), follow), Errno.EEXIST);
  }

  @Test
  default void aFileWithoutANameGetsOneByTheEmptyPath() {
    int fd = unnamed(0);
    if (fd < 0) {
      return;
    }
    int empty = Flags.AT_EMPTY_PATH;

    int result = posix().linkat(fd, bytes(""), arena().fd(), bytes("named"), empty);

    if (supports(Feature.LINK_BY_EMPTY_PATH)) {
      done(result);
      assertThat(arena().content("named")).isEqualTo("hidden");
    } else {
      refused(result, Errno.ENOENT);
      assertThat(arena().names()).isEmpty();
    }
  }

  @Test
  default void anExclusiveFileWithoutANameNeverGetsOne() {
    int fd = unnamed(Flags.O_EXCL);
    if (fd < 0) {
      return;
    }
    byte[] path = bytes(Arena.procPath(fd));
    int follow = Flags.AT_SYMLINK_FOLLOW;

    refused(
        posix().linkat(Flags.AT_FDCWD, path, arena().fd(), bytes("named"), follow), Errno.ENOENT);
  }

  @Test
  default void anUnlinkedFileIsNotBroughtBack() {
    int fd = arena().create("f", "content");
    done(posix().unlinkat(arena().fd(), bytes("f"), 0));
    byte[] path = bytes(Arena.procPath(fd));
    int follow = Flags.AT_SYMLINK_FOLLOW;

    refused(posix().linkat(Flags.AT_FDCWD, path, arena().fd(), bytes("g"), follow), Errno.ENOENT);
  }

  /** A file of O_TMPFILE with content, or -1 where there are none. */
  private int unnamed(int flags) {
    if (!supports(Feature.TMPFILE)) {
      return -1;
    }
    int all = Flags.O_RDWR | Flags.O_TMPFILE | flags;
    int fd = arena().keep(posix().openat(arena().fd(), bytes("."), all, 0600));
    arena().write(fd, "hidden");
    return fd;
  }
}
