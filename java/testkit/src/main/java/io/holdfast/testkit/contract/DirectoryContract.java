package io.holdfast.testkit.contract;

import static io.holdfast.testkit.contract.Answers.done;
import static io.holdfast.testkit.contract.Answers.refused;
import static io.holdfast.testkit.contract.Arena.bytes;
import static io.holdfast.testkit.contract.Arena.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import org.junit.jupiter.api.Test;

/** mkdirat, unlinkat, symlinkat, readlinkat. */
interface DirectoryContract extends ContractGround {

  @Test
  default void aDirectoryIsMadeOnce() {
    done(posix().mkdirat(arena().fd(), bytes("d"), 0750));

    assertThat(arena().stat("d").isDirectory()).isTrue();
    assertThat(arena().stat("d").permissions() & 0700).isEqualTo(0700);
    refused(posix().mkdirat(arena().fd(), bytes("d"), 0700), Errno.EEXIST);
    refused(posix().mkdirat(arena().fd(), bytes("."), 0700), Errno.EEXIST);
  }

  @Test
  default void nothingIsMadeOverAnotherName() {
    arena().create("f");
    arena().symlink("nowhere", "dangling");

    refused(posix().mkdirat(arena().fd(), bytes("f"), 0700), Errno.EEXIST);
    refused(posix().mkdirat(arena().fd(), bytes("dangling"), 0700), Errno.EEXIST);
    refused(posix().symlinkat(bytes("x"), arena().fd(), bytes("f")), Errno.EEXIST);
    refused(posix().symlinkat(bytes("x"), arena().fd(), bytes("dangling")), Errno.EEXIST);
  }

  @Test
  default void aDirectoryMayBeNamedWithATrailingSlash() {
    done(posix().mkdirat(arena().fd(), bytes("d/"), 0700));

    assertThat(arena().names()).containsExactly("d");
    done(posix().unlinkat(arena().fd(), bytes("d/"), Flags.AT_REMOVEDIR));
    assertThat(arena().names()).isEmpty();
  }

  @Test
  default void removingTakesTheNameAway() {
    arena().create("f");

    done(posix().unlinkat(arena().fd(), bytes("f"), 0));

    assertThat(arena().exists("f")).isFalse();
    refused(posix().unlinkat(arena().fd(), bytes("f"), 0), Errno.ENOENT);
  }

  @Test
  default void removingALinkLeavesItsTarget() {
    arena().create("f", "x");
    arena().symlink("f", "link");

    done(posix().unlinkat(arena().fd(), bytes("link"), 0));

    assertThat(arena().names()).containsExactly("f");
  }

  @Test
  default void filesAndDirectoriesAreRemovedEachInItsWay() {
    arena().create("f");
    arena().mkdir("d");

    refused(posix().unlinkat(arena().fd(), bytes("d"), 0), Errno.EISDIR);
    refused(posix().unlinkat(arena().fd(), bytes("f"), Flags.AT_REMOVEDIR), Errno.ENOTDIR);
    refused(posix().unlinkat(arena().fd(), bytes("f/"), 0), Errno.ENOTDIR);
    refused(posix().unlinkat(arena().fd(), bytes("f"), 1 << 22), Errno.EINVAL);
    assertThat(arena().names()).containsExactly("d", "f");
  }

  @Test
  default void onlyAnEmptyDirectoryIsRemoved() {
    int below = arena().mkdir("d");
    arena().keep(posix().openat(below, bytes("f"), Arena.NEW, 0600));

    refused(posix().unlinkat(arena().fd(), bytes("d"), Flags.AT_REMOVEDIR), Errno.ENOTEMPTY);
    done(posix().unlinkat(below, bytes("f"), 0));
    done(posix().unlinkat(arena().fd(), bytes("d"), Flags.AT_REMOVEDIR));
    assertThat(arena().names()).isEmpty();
  }

  @Test
  default void dotsAreNotRemoved() {
    arena().mkdir("d");

    refused(posix().unlinkat(arena().fd(), bytes("d/."), Flags.AT_REMOVEDIR), Errno.EINVAL);
    refused(posix().unlinkat(arena().fd(), bytes("d/.."), Flags.AT_REMOVEDIR), Errno.ENOTEMPTY);
    refused(posix().unlinkat(arena().fd(), bytes("d/."), 0), Errno.EISDIR);
  }

  @Test
  default void nothingIsMadeInARemovedDirectory() {
    int below = arena().mkdir("d");
    done(posix().unlinkat(arena().fd(), bytes("d"), Flags.AT_REMOVEDIR));

    refused(posix().openat(below, bytes("f"), Arena.NEW, 0600), Errno.ENOENT);
    refused(posix().mkdirat(below, bytes("f"), 0700), Errno.ENOENT);
    assertThat(arena().stat(below).nlink()).isZero();
  }

  @Test
  default void aLinkTellsItsTarget() {
    arena().symlink("some/where \u00ff", "link");
    byte[] buffer = new byte[64];

    int length = done(posix().readlinkat(arena().fd(), bytes("link"), buffer));

    assertThat(text(buffer, length)).isEqualTo("some/where \u00ff");
    assertThat(buffer[length]).isZero();
  }

  @Test
  default void aTargetIsCutAtTheBuffer() {
    arena().symlink("0123456789", "link");
    byte[] buffer = new byte[4];

    assertThat(posix().readlinkat(arena().fd(), bytes("link"), buffer)).isEqualTo(4);
    assertThat(text(buffer, 4)).isEqualTo("0123");
    refused(posix().readlinkat(arena().fd(), bytes("link"), new byte[0]), Errno.EINVAL);
  }

  @Test
  default void theLongestTargetIsKept() {
    String target = "t".repeat(4000);
    arena().symlink(target, "link");
    byte[] buffer = new byte[Posix.PATH_LIMIT];

    assertThat(posix().readlinkat(arena().fd(), bytes("link"), buffer)).isEqualTo(4000);
    assertThat(arena().stat("link").size()).isEqualTo(4000);
  }

  @Test
  default void onlyLinksAreReadAsLinks() {
    arena().create("f");
    arena().mkdir("d");

    refused(posix().readlinkat(arena().fd(), bytes("f"), new byte[8]), Errno.EINVAL);
    refused(posix().readlinkat(arena().fd(), bytes("d"), new byte[8]), Errno.EINVAL);
  }

  @Test
  default void withoutPermissionNamesStay() {
    assumeThat(posix().getuid()).as("root may change every directory").isNotZero();
    int below = arena().mkdir("d");
    arena().keep(posix().openat(below, bytes("f"), Arena.NEW, 0600));
    done(posix().fchmod(below, 0500));

    refused(posix().openat(below, bytes("g"), Arena.NEW, 0600), Errno.EACCES);
    refused(posix().mkdirat(below, bytes("g"), 0700), Errno.EACCES);
    refused(posix().unlinkat(below, bytes("f"), 0), Errno.EACCES);
    refused(posix().renameat2(below, bytes("f"), arena().fd(), bytes("f"), 0), Errno.EACCES);
  }
}
