package io.holdfast.testkit.contract;

import static io.holdfast.testkit.contract.Answers.done;
import static io.holdfast.testkit.contract.Answers.refused;
import static io.holdfast.testkit.contract.Arena.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every call that takes a name or a path says to bad ones, and what names may be. */
interface NameContract extends ContractGround {

  /** A call with one name in question; everything else about it is fine. */
  record NamedCall(String name, Function<byte[], Long> call) {}

  /** Every call with a path, asked for a path from the arena. */
  private List<NamedCall> calls(int dirfd) {
    long[] slots = new long[FileStat.SLOTS];
    int from = arena().fd();
    return List.of(
        new NamedCall("openat", p -> (long) posix().openat(dirfd, p, Flags.O_RDONLY, 0)),
        new NamedCall("openat2", p -> (long) posix().openat2(dirfd, p, Flags.O_RDONLY, 0, 0)),
        new NamedCall("fstatat", p -> (long) posix().fstatat(dirfd, p, slots, 0)),
        new NamedCall(
            "statx", p -> (long) posix().statx(dirfd, p, 0, Flags.STATX_BASIC_STATS, slots)),
        new NamedCall("opendir", p -> posix().opendir(dirfd, p)),
        new NamedCall("unlinkat", p -> (long) posix().unlinkat(dirfd, p, 0)),
        new NamedCall("rmdir", p -> (long) posix().unlinkat(dirfd, p, Flags.AT_REMOVEDIR)),
        new NamedCall(
            "linkat from", p -> (long) posix().linkat(dirfd, p, from, bytes("linked"), 0)),
        new NamedCall(
            "renameat2 from", p -> (long) posix().renameat2(dirfd, p, from, bytes("moved"), 0)),
        new NamedCall("readlinkat", p -> (long) posix().readlinkat(dirfd, p, new byte[8])),
        new NamedCall("fchmodat", p -> (long) posix().fchmodat(dirfd, p, 0600)),
        new NamedCall("fchownat", p -> (long) posix().fchownat(dirfd, p, -1, -1, 0)),
        new NamedCall("utimensat", p -> (long) posix().utimensat(dirfd, p, 1, 0, 1, 0, 0)));
  }

  /** Every call that makes a name. */
  private List<NamedCall> makingCalls(int dirfd) {
    int from = arena().fd();
    return List.of(
        new NamedCall("openat O_CREAT", p -> (long) posix().openat(dirfd, p, Arena.NEW, 0600)),
        new NamedCall("mkdirat", p -> (long) posix().mkdirat(dirfd, p, 0700)),
        new NamedCall("linkat to", p -> (long) posix().linkat(from, bytes("file"), dirfd, p, 0)),
        new NamedCall(
            "renameat2 to", p -> (long) posix().renameat2(from, bytes("file"), dirfd, p, 0)),
        new NamedCall("symlinkat", p -> (long) posix().symlinkat(bytes("t"), dirfd, p)));
  }

  private void all(int dirfd, String path, Errno expected) {
    everyCall(dirfd).forEach(c -> refused(c.name, c.call.apply(bytes(path)), expected));
  }

  private Stream<NamedCall> everyCall(int dirfd) {
    return Stream.concat(calls(dirfd).stream(), makingCalls(dirfd).stream());
  }

  @Test
  default void aNulInAPathIsInvalid() {
    arena().create("file");

    all(arena().fd(), "a\0b", Errno.EINVAL);
    all(arena().fd(), "file\0", Errno.EINVAL);
    refused(posix().symlinkat(bytes("a\0b"), arena().fd(), bytes("l")), Errno.EINVAL);
  }

  @Test
  default void anEmptyPathNamesNothing() {
    arena().create("file");

    all(arena().fd(), "", Errno.ENOENT);
    refused(posix().symlinkat(bytes(""), arena().fd(), bytes("l")), Errno.ENOENT);
  }

  @Test
  default void aComponentOf256BytesIsTooLong() {
    arena().create("file");

    all(arena().fd(), "n".repeat(256), Errno.ENAMETOOLONG);
  }

  @Test
  default void aPathOf4096BytesIsTooLong() {
    arena().create("file");

    all(arena().fd(), Arena.longPath(Posix.PATH_LIMIT + 1, "file"), Errno.ENAMETOOLONG);
    byte[] target = bytes("t".repeat(Posix.PATH_LIMIT + 1));
    refused(posix().symlinkat(target, arena().fd(), bytes("l")), Errno.ENAMETOOLONG);
  }

  @Test
  default void aPathOf4095BytesIsNot() {
    arena().create("file", "x");
    String path = Arena.longPath(Posix.PATH_LIMIT, "file");

    assertThat(arena().stat(path).sameFileAs(arena().stat("file"))).isTrue();
    assertThat(arena().content(path)).isEqualTo("x");
    done(posix().unlinkat(arena().fd(), bytes(path), 0));
    assertThat(arena().names()).isEmpty();
  }

  @Test
  default void aMissingDirectoryOnTheWayIsNoEntry() {
    arena().create("file");

    all(arena().fd(), "absent/name", Errno.ENOENT);
  }

  @Test
  default void aFileOnTheWayIsNoDirectory() {
    arena().create("file");

    all(arena().fd(), "file/name", Errno.ENOTDIR);
  }

  @Test
  default void aFileIsNoDirectoryToStartFrom() {
    int fd = arena().create("file");

    all(fd, "name", Errno.ENOTDIR);
  }

  @Test
  default void aPathNeedsAnOpenDescriptorToStartFrom() {
    arena().create("file");

    all(DescriptorContract.NEVER_OPEN, "name", Errno.EBADF);
    all(-1, "name", Errno.EBADF);
  }

  @Test
  default void anAbsentNameIsNoEntry() {
    calls(arena().fd()).forEach(c -> refused(c.name, c.call.apply(bytes("absent")), Errno.ENOENT));
  }

  @Test
  default void linksInACircleOnTheWayAreRefused() {
    arena().create("file");
    arena().symlink("b", "a");
    arena().symlink("a", "b");

    all(arena().fd(), "a/name", Errno.ELOOP);
  }

  @Test
  default void namesAreBytes() {
    List<String> names =
        List.of(
            " ",
            "with space",
            "new\nline",
            "tab\t",
            "\u00ff\u00fe not UTF-8",
            "-",
            "\u0001",
            "...",
            "\\",
            "x".repeat(255));

    names.forEach(name -> arena().create(name, name));

    assertThat(arena().names()).containsExactlyInAnyOrderElementsOf(names);
    names.forEach(name -> assertThat(arena().content(name)).isEqualTo(name));
    names.forEach(
        name -> done(posix().renameat2(arena().fd(), bytes(name), arena().fd(), bytes("z"), 0)));
    assertThat(arena().content("z")).isEqualTo("x".repeat(255));
  }

  @Test
  default void longestNamesOfOddBytesCarryThroughLinks() {
    String name = "\u00ff".repeat(255);
    arena().symlink(name, "link");
    arena().create(name, "here");

    assertThat(arena().content("link")).isEqualTo("here");
  }

  @Test
  default void dotsAndSlashesLeadWhereTheyShould() {
    arena().mkdir("d");
    arena().create("f", "x");

    assertThat(arena().content("./d/..//f")).isEqualTo("x");
    assertThat(arena().stat("d/.").sameFileAs(arena().stat("d"))).isTrue();
    assertThat(arena().stat("d/..").sameFileAs(arena().stat("."))).isTrue();
  }
}
