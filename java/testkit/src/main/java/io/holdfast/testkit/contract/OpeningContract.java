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

/** openat, openat2, close. */
interface OpeningContract extends ContractGround {

  @Test
  default void openFindsOnlyWhatIsThere() {
    refused(posix().openat(arena().fd(), bytes("absent"), Flags.O_RDONLY, 0), Errno.ENOENT);
  }

  @Test
  default void openCreatesWithTheModeAsked() {
    int fd = arena().keep(posix().openat(arena().fd(), bytes("new"), Arena.NEW, 0640));

    assertThat(arena().stat(fd).isRegular()).isTrue();
    assertThat(arena().stat(fd).permissions() & 0700).isEqualTo(0600);
    assertThat(arena().stat(fd).size()).isZero();
    assertThat(arena().stat(fd).nlink()).isEqualTo(1);
    assertThat(arena().stat(fd).sameFileAs(arena().stat("new"))).isTrue();
  }

  @Test
  default void openFromTheWorkingDirectoryTakesAbsolutePaths() {
    arena().create("f", "x");
    String path = Arena.procPath(arena().fd()) + "/f";

    int fd = arena().keep(posix().openat(Flags.AT_FDCWD, bytes(path), Flags.O_RDONLY, 0));

    assertThat(arena().stat(fd).sameFileAs(arena().stat("f"))).isTrue();
  }

  @Test
  default void exclusiveCreationHasOneWinner() {
    arena().create("one");

    refused(posix().openat(arena().fd(), bytes("one"), Arena.NEW, 0600), Errno.EEXIST);
  }

  @Test
  default void exclusiveCreationDoesNotFollowLinks() {
    arena().symlink("nowhere", "dangling");

    refused(posix().openat(arena().fd(), bytes("dangling"), Arena.NEW, 0600), Errno.EEXIST);
    assertThat(arena().exists("nowhere")).isFalse();
  }

  @Test
  default void creationWithoutExclFollowsADanglingLink() {
    arena().symlink("target", "dangling");

    arena().open("dangling", Flags.O_RDWR | Flags.O_CREAT);

    assertThat(arena().stat("target").isRegular()).isTrue();
  }

  @Test
  default void noFollowRefusesALink() {
    arena().create("f");
    arena().symlink("f", "link");

    int flags = Flags.O_RDONLY | Flags.O_NOFOLLOW;
    refused(posix().openat(arena().fd(), bytes("link"), flags, 0), Errno.ELOOP);
    int creating = Flags.O_RDWR | Flags.O_CREAT | Flags.O_NOFOLLOW;
    refused(posix().openat(arena().fd(), bytes("link"), creating, 0600), Errno.ELOOP);
  }

  @Test
  default void noFollowLooksAtTheLastComponentOnly() {
    int below = arena().mkdir("d");
    arena().keep(posix().openat(below, bytes("f"), Arena.NEW, 0600));
    arena().symlink("d", "link");

    arena().open("link/f", Flags.O_RDONLY | Flags.O_NOFOLLOW);
  }

  @Test
  default void aDirectoryIsWantedAndALinkToItIsNotOne() {
    arena().mkdir("d");
    arena().symlink("d", "link");
    int flags = Arena.DIRECTORY | Flags.O_NOFOLLOW;

    refused(posix().openat(arena().fd(), bytes("link"), flags, 0), Errno.ENOTDIR);
    arena().open("link", Arena.DIRECTORY);
  }

  @Test
  default void directoryRefusesAFile() {
    arena().create("f");

    refused(posix().openat(arena().fd(), bytes("f"), Arena.DIRECTORY, 0), Errno.ENOTDIR);
    refused(posix().openat(arena().fd(), bytes("f/"), Flags.O_RDONLY, 0), Errno.ENOTDIR);
  }

  @Test
  default void aDirectoryIsNotOpenedForWriting() {
    arena().mkdir("d");

    refused(posix().openat(arena().fd(), bytes("d"), Flags.O_RDWR, 0), Errno.EISDIR);
    refused(posix().openat(arena().fd(), bytes("d"), Flags.O_WRONLY, 0), Errno.EISDIR);
    int creating = Flags.O_RDONLY | Flags.O_CREAT;
    refused(posix().openat(arena().fd(), bytes("d"), creating, 0600), Errno.EISDIR);
    refused(posix().openat(arena().fd(), bytes("new/"), creating, 0600), Errno.EISDIR);
  }

  @Test
  default void linksInACircleAreRefused() {
    arena().symlink("b", "a");
    arena().symlink("a", "b");

    refused(posix().openat(arena().fd(), bytes("a"), Flags.O_RDONLY, 0), Errno.ELOOP);
    refused(posix().openat(arena().fd(), bytes("a/f"), Flags.O_RDONLY, 0), Errno.ELOOP);
  }

  @Test
  default void truncationEmptiesTheFile() {
    arena().create("f", "content");

    arena().open("f", Flags.O_WRONLY | Flags.O_TRUNC);

    assertThat(arena().content("f")).isEmpty();
  }

  @Test
  default void aPathDescriptorOnlyNames() {
    arena().create("f", "content");
    int fd = arena().open("f", Flags.O_PATH);
    byte[] buffer = new byte[8];

    assertThat(arena().stat(fd).sameFileAs(arena().stat("f"))).isTrue();
    refused(posix().read(fd, buffer, 0, 8), Errno.EBADF);
    refused(posix().fsync(fd), Errno.EBADF);
    refused(posix().flock(fd, Flags.LOCK_EX | Flags.LOCK_NB), Errno.EBADF);
  }

  @Test
  default void aPathDescriptorOfADirectoryServesAsOne() {
    arena().mkdir("d");
    int path = arena().open("d", Flags.O_PATH | Flags.O_DIRECTORY);

    arena().keep(posix().openat(path, bytes("f"), Arena.NEW, 0600));

    assertThat(arena().exists("d/f")).isTrue();
    refused(posix().fsync(path), Errno.EBADF);
    refused(posix().getdents64(path, new byte[1024], 0, 1024), Errno.EBADF);
  }

  @Test
  default void aPathDescriptorCanNameALinkItself() {
    arena().symlink("target", "link");

    int fd = arena().open("link", Flags.O_PATH | Flags.O_NOFOLLOW);

    assertThat(arena().stat(fd).isSymbolicLink()).isTrue();
    byte[] buffer = new byte[16];
    assertThat(done(posix().readlinkat(fd, bytes(""), buffer))).isEqualTo(6);
  }

  @Test
  default void statusFlagsAreThoseOfTheOpen() {
    int mask = Flags.O_ACCMODE | Flags.O_APPEND;
    arena().create("f");

    int readOnly = arena().open("f", Flags.O_RDONLY);
    int appending = arena().open("f", Flags.O_WRONLY | Flags.O_APPEND);
    int both = arena().open("f", Flags.O_RDWR | Flags.O_CREAT);

    assertThat(done(posix().fcntlGetFlags(readOnly)) & mask).isEqualTo(Flags.O_RDONLY);
    assertThat(done(posix().fcntlGetFlags(appending)) & mask)
        .isEqualTo(Flags.O_WRONLY | Flags.O_APPEND);
    assertThat(done(posix().fcntlGetFlags(both)) & (mask | Flags.O_CREAT)).isEqualTo(Flags.O_RDWR);
  }

  @Test
  default void aFileWithoutANameIsThereUntilClosed() {
    int flags = Flags.O_RDWR | Flags.O_TMPFILE;
    if (!supports(Feature.TMPFILE)) {
      refused(
          posix().openat(arena().fd(), bytes("."), flags, 0600),
          Errno.EOPNOTSUPP,
          Errno.EISDIR,
          Errno.ENOENT);
      return;
    }

    int fd = arena().keep(posix().openat(arena().fd(), bytes("."), flags, 0600));
    arena().write(fd, "hidden");

    assertThat(arena().stat(fd).nlink()).isZero();
    assertThat(arena().contentOf(fd)).isEqualTo("hidden");
    assertThat(arena().names()).isEmpty();
  }

  @Test
  default void aFileWithoutANameMustBeWritableAndBelongToADirectory() {
    arena().create("f");

    int readOnly = Flags.O_RDONLY | Flags.O_TMPFILE;
    int writing = Flags.O_RDWR | Flags.O_TMPFILE;
    refused(posix().openat(arena().fd(), bytes("."), readOnly, 0600), Errno.EINVAL);
    refused(posix().openat(arena().fd(), bytes("f"), writing, 0600), Errno.ENOTDIR);
    refused(posix().openat(arena().fd(), bytes("absent"), writing, 0600), Errno.ENOENT);
  }

  @Test
  default void anUnlinkedFileLivesWhileOpen() {
    int fd = arena().create("f", "content");

    done(posix().unlinkat(arena().fd(), bytes("f"), 0));

    assertThat(arena().stat(fd).nlink()).isZero();
    assertThat(arena().contentOf(fd)).isEqualTo("content");
  }

  @Test
  default void resolvingBeneathStaysBelow() {
    int below = arena().mkdir("d");
    arena().create("f", "x");
    arena().keep(posix().openat(below, bytes("inner"), Arena.NEW, 0600));
    long beneath = Flags.RESOLVE_BENEATH;

    arena().keep(posix().openat2(below, bytes("inner"), Flags.O_RDONLY, 0, beneath));
    arena().keep(posix().openat2(arena().fd(), bytes("d/../f"), Flags.O_RDONLY, 0, beneath));
    refused(posix().openat2(below, bytes("../f"), Flags.O_RDONLY, 0, beneath), Errno.EXDEV);
    refused(posix().openat2(below, bytes("/tmp"), Flags.O_RDONLY, 0, beneath), Errno.EXDEV);
    refused(posix().openat2(below, bytes("absent"), Flags.O_RDONLY, 0, beneath), Errno.ENOENT);
  }

  @Test
  default void resolvingBeneathLooksIntoLinks() {
    int below = arena().mkdir("d");
    arena().create("f");
    done(posix().symlinkat(bytes("/tmp"), below, bytes("away")));
    done(posix().symlinkat(bytes("../f"), below, bytes("up")));
    arena().symlink("d", "inside");
    long beneath = Flags.RESOLVE_BENEATH;

    refused(posix().openat2(below, bytes("away"), Flags.O_RDONLY, 0, beneath), Errno.EXDEV);
    refused(posix().openat2(below, bytes("up"), Flags.O_RDONLY, 0, beneath), Errno.EXDEV);
    arena().keep(posix().openat2(arena().fd(), bytes("inside"), Arena.DIRECTORY, 0, beneath));
  }

  @Test
  default void resolvingWithoutLinksRefusesEveryLink() {
    arena().mkdir("d");
    arena().create("d/f");
    arena().symlink("d", "link");
    long noLinks = Flags.RESOLVE_NO_SYMLINKS;

    arena().keep(posix().openat2(arena().fd(), bytes("d/f"), Flags.O_RDONLY, 0, noLinks));
    refused(
        posix().openat2(arena().fd(), bytes("link/f"), Flags.O_RDONLY, 0, noLinks), Errno.ELOOP);
  }

  @Test
  default void openat2CreatesToo() {
    int fd = posix().openat2(arena().fd(), bytes("new"), Arena.NEW, 0600, 0);

    arena().keep(fd);
    assertThat(arena().names()).containsExactly("new");
    refused(posix().openat2(arena().fd(), bytes("new"), Arena.NEW, 0600, 0), Errno.EEXIST);
  }

  @Test
  default void openat2IsStrict() {
    arena().create("f");

    refused(posix().openat2(arena().fd(), bytes("f"), Flags.O_RDONLY, 0, 1L << 40), Errno.EINVAL);
    refused(posix().openat2(arena().fd(), bytes("f"), Flags.O_RDONLY, 0600, 0), Errno.EINVAL);
    refused(posix().openat2(arena().fd(), bytes("n"), Arena.NEW, 0200000, 0), Errno.EINVAL);
  }

  @Test
  default void withoutPermissionNothingOpens() {
    assumeThat(posix().getuid()).as("root may open everything").isNotZero();
    arena().create("f");
    done(posix().fchmodat(arena().fd(), bytes("f"), 0));
    arena().mkdir("d");
    done(posix().fchmodat(arena().fd(), bytes("d"), 0));

    refused(posix().openat(arena().fd(), bytes("f"), Flags.O_RDONLY, 0), Errno.EACCES);
    refused(posix().openat(arena().fd(), bytes("d/x"), Flags.O_RDONLY, 0), Errno.EACCES);
  }

  @Test
  default void aClosedDescriptorIsGone() {
    int fd = arena().create("f");
    arena().close(fd);

    refused(posix().fstat(fd, new long[FileStat.SLOTS]), Errno.EBADF);
  }
}
