package io.holdfast.testkit.contract;

import static io.holdfast.testkit.contract.Answers.done;
import static io.holdfast.testkit.contract.Answers.refused;
import static io.holdfast.testkit.contract.Arena.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import org.junit.jupiter.api.Test;

/** renameat2 with each of its flags. */
interface RenameContract extends ContractGround {

  private int rename(String from, String to, int flags) {
    return posix().renameat2(arena().fd(), bytes(from), arena().fd(), bytes(to), flags);
  }

  @Test
  default void aFileMovesWithEverythingItIs() {
    int fd = arena().create("a", "content");

    done(rename("a", "b", 0));

    assertThat(arena().names()).containsExactly("b");
    assertThat(arena().stat("b").sameFileAs(arena().stat(fd))).isTrue();
    assertThat(arena().content("b")).isEqualTo("content");
    refused(rename("a", "b", 0), Errno.ENOENT);
  }

  @Test
  default void theTargetIsReplacedAndLivesWhileOpen() {
    int old = arena().create("b", "old");
    arena().create("a", "new");

    done(rename("a", "b", 0));

    assertThat(arena().names()).containsExactly("b");
    assertThat(arena().content("b")).isEqualTo("new");
    assertThat(arena().contentOf(old)).isEqualTo("old");
    assertThat(arena().stat(old).nlink()).isZero();
  }

  @Test
  default void namesMoveAcrossDirectories() {
    int from = arena().mkdir("from");
    int to = arena().mkdir("to");
    arena().create("from/f", "content");

    done(posix().renameat2(from, bytes("f"), to, bytes("g"), 0));

    assertThat(arena().names(from)).isEmpty();
    assertThat(arena().content("to/g")).isEqualTo("content");
  }

  @Test
  default void twoNamesOfOneFileStayAsTheyAre() {
    arena().create("a", "content");
    done(posix().linkat(arena().fd(), bytes("a"), arena().fd(), bytes("b"), 0));

    done(rename("a", "b", 0));

    assertThat(arena().names()).containsExactly("a", "b");
    done(rename("a", "a", 0));
  }

  @Test
  default void aDirectoryMovesWithItsContents() {
    int below = arena().mkdir("d");
    arena().create("d/f", "content");
    arena().mkdir("e");

    done(rename("d", "e", 0));

    assertThat(arena().names()).containsExactly("e");
    assertThat(arena().content("e/f")).isEqualTo("content");
    assertThat(arena().stat(below).sameFileAs(arena().stat("e"))).isTrue();
  }

  @Test
  default void filesAndDirectoriesDoNotReplaceEachOther() {
    arena().create("f");
    arena().mkdir("d");
    arena().mkdir("full");
    arena().create("full/x");

    refused(rename("f", "d", 0), Errno.EISDIR);
    refused(rename("d", "f", 0), Errno.ENOTDIR);
    refused(rename("d", "full", 0), Errno.ENOTEMPTY);
    refused(rename("f", "g/", 0), Errno.ENOTDIR);
    refused(rename("f/", "g", 0), Errno.ENOTDIR);
    assertThat(arena().names()).containsExactly("d", "f", "full");
  }

  @Test
  default void aDirectoryDoesNotMoveIntoItself() {
    arena().mkdir("d");
    arena().mkdir("d/e");

    refused(rename("d", "d/x", 0), Errno.EINVAL);
    refused(rename("d", "d/e/x", 0), Errno.EINVAL);
    refused(rename("d/e", "d", 0), Errno.ENOTEMPTY);
  }

  @Test
  default void dotsAreNotMoved() {
    arena().mkdir("d");

    refused(rename("d/.", "x", 0), Errno.EBUSY);
    refused(rename("d", "d/..", 0), Errno.EBUSY);
  }

  @Test
  default void aLinkIsMovedNotFollowed() {
    arena().create("f");
    arena().symlink("f", "link");

    done(rename("link", "moved", 0));

    assertThat(arena().names()).containsExactly("f", "moved");
    assertThat(arena().stat("moved").isSymbolicLink()).isTrue();
  }

  @Test
  default void flagsThatContradictEachOtherAreInvalid() {
    arena().create("a");

    refused(rename("a", "b", Flags.RENAME_NOREPLACE | Flags.RENAME_EXCHANGE), Errno.EINVAL);
    refused(rename("a", "b", Flags.RENAME_WHITEOUT | Flags.RENAME_EXCHANGE), Errno.EINVAL);
    refused(rename("a", "b", 1 << 20), Errno.EINVAL);
    assertThat(arena().names()).containsExactly("a");
  }

  @Test
  default void noReplaceTakesAFreeName() {
    arena().create("a", "content");

    int result = rename("a", "b", Flags.RENAME_NOREPLACE);

    if (supports(Feature.RENAME_NOREPLACE)) {
      done(result);
      assertThat(arena().content("b")).isEqualTo("content");
    } else {
      refused(result, Errno.EINVAL);
      assertThat(arena().names()).containsExactly("a");
    }
  }

  /** Where the file system does not know the flag too: the VFS answers first. */
  @Test
  default void noReplaceRefusesATakenName() {
    arena().create("a", "new");
    arena().create("b", "old");

    refused(rename("a", "b", Flags.RENAME_NOREPLACE), Errno.EEXIST);

    assertThat(arena().content("a")).isEqualTo("new");
    assertThat(arena().content("b")).isEqualTo("old");
  }

  @Test
  default void exchangeSwapsTwoNames() {
    int below = arena().mkdir("d");
    arena().create("a", "first");
    arena().create("d/b", "second");

    int flags = Flags.RENAME_EXCHANGE;
    int result = posix().renameat2(arena().fd(), bytes("a"), below, bytes("b"), flags);

    if (supports(Feature.RENAME_EXCHANGE)) {
      done(result);
      assertThat(arena().content("a")).isEqualTo("second");
      assertThat(arena().content("d/b")).isEqualTo("first");
    } else {
      refused(result, Errno.EINVAL);
      assertThat(arena().content("a")).isEqualTo("first");
    }
  }

  @Test
  default void exchangeSwapsFilesWithDirectoriesToo() {
    assumeThat(supports(Feature.RENAME_EXCHANGE)).as("no RENAME_EXCHANGE here").isTrue();
    arena().create("f", "content");
    arena().mkdir("d");
    arena().create("d/x");

    done(rename("f", "d", Flags.RENAME_EXCHANGE));

    assertThat(arena().content("d")).isEqualTo("content");
    assertThat(arena().exists("f/x")).isTrue();
    refused(rename("f", "f/x", Flags.RENAME_EXCHANGE), Errno.EINVAL);
    refused(rename("f/x", "f", Flags.RENAME_EXCHANGE), Errno.EINVAL);
  }

  @Test
  default void exchangeNeedsBothNames() {
    arena().create("a");

    refused(rename("a", "absent", Flags.RENAME_EXCHANGE), Errno.ENOENT);
    refused(rename("absent", "a", Flags.RENAME_EXCHANGE), Errno.ENOENT);
  }

  @Test
  default void whiteoutLeavesADeviceBehind() {
    arena().create("a", "content");

    int result = rename("a", "b", Flags.RENAME_WHITEOUT);

    if (result < 0) {
      boolean mayRefuse = !supports(Feature.RENAME_WHITEOUT) || posix().getuid() != 0;
      assertThat(mayRefuse).as("refused with " + Errno.of(result)).isTrue();
      refused(result, Errno.EINVAL, Errno.EPERM);
      assertThat(arena().names()).containsExactly("a");
    } else {
      assertThat(arena().content("b")).isEqualTo("content");
      FileStat whiteout = arena().stat("a");
      assertThat(whiteout.mode() & Flags.S_IFMT).isEqualTo(Flags.S_IFCHR);
      assertThat(whiteout.rdev()).isZero();
    }
  }
}
