package io.holdfast.testkit.contract;

import static io.holdfast.testkit.contract.Answers.done;
import static io.holdfast.testkit.contract.Answers.refused;
import static io.holdfast.testkit.contract.Arena.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.FileSystemStat;
import io.holdfast.posix.Flags;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** fstat, fstatat, statx, fstatfs. */
interface LookingContract extends ContractGround {

  @Test
  default void aFileIsDescribed() {
    int fd = arena().create("f", "abcde");

    FileStat stat = arena().stat(fd);

    assertThat(stat.isRegular()).isTrue();
    assertThat(stat.size()).isEqualTo(5);
    assertThat(stat.nlink()).isEqualTo(1);
    assertThat(stat.permissions()).isEqualTo(0600);
    assertThat(stat.uid()).isEqualTo(posix().getuid());
    assertThat(stat.ino()).isPositive();
    assertThat(stat.blockSize()).isPositive();
    assertThat(stat.mtimeNanos()).isPositive();
    assertThat(stat.mask() & Flags.STATX_BASIC_STATS).isEqualTo(Flags.STATX_BASIC_STATS);
  }

  @Test
  default void everyWayOfLookingSeesTheSame() {
    int fd = arena().create("f", "abcde");
    long[] byName = new long[FileStat.SLOTS];
    long[] byDescriptor = new long[FileStat.SLOTS];
    long[] byStatx = new long[FileStat.SLOTS];

    done(posix().fstatat(arena().fd(), bytes("f"), byName, 0));
    done(posix().fstatat(fd, bytes(""), byDescriptor, Flags.AT_EMPTY_PATH));
    done(posix().statx(fd, bytes(""), Flags.AT_EMPTY_PATH, Flags.STATX_BASIC_STATS, byStatx));

    assertThat(FileStat.of(byName)).isEqualTo(arena().stat(fd));
    assertThat(FileStat.of(byDescriptor)).isEqualTo(arena().stat(fd));
    assertThat(Arrays.copyOf(byStatx, 13)).isEqualTo(Arrays.copyOf(byName, 13));
  }

  @Test
  default void linksAreFollowedUnlessToldNotTo() {
    arena().create("f", "abcde");
    arena().symlink("f", "link");
    long[] followed = new long[FileStat.SLOTS];

    done(posix().fstatat(arena().fd(), bytes("link"), followed, 0));

    assertThat(FileStat.of(followed).sameFileAs(arena().stat("f"))).isTrue();
    assertThat(arena().stat("link").isSymbolicLink()).isTrue();
    assertThat(arena().stat("link").size()).isEqualTo(1);
    arena().symlink("absent", "dangling");
    refused(posix().fstatat(arena().fd(), bytes("dangling"), followed, 0), Errno.ENOENT);
  }

  @Test
  default void differentFilesAreNotTheSame() {
    arena().create("a");
    arena().create("b");

    assertThat(arena().stat("a").sameFileAs(arena().stat("b"))).isFalse();
    assertThat(arena().stat("a").dev()).isEqualTo(arena().stat("b").dev());
  }

  @Test
  default void statxTellsTheBirthAndForcesALook() {
    arena().create("f", "abc");
    long[] slots = new long[FileStat.SLOTS];
    int mask = Flags.STATX_BASIC_STATS | Flags.STATX_BTIME;
    int flags = Flags.AT_STATX_FORCE_SYNC | Flags.AT_SYMLINK_NOFOLLOW;

    done(posix().statx(arena().fd(), bytes("f"), flags, mask, slots));

    FileStat stat = FileStat.of(slots);
    assertThat(stat.size()).isEqualTo(3);
    boolean told = (stat.mask() & Flags.STATX_BTIME) != 0;
    assertThat(told).isEqualTo(supports(Feature.BIRTH_TIME));
    assertThat(stat.birthNanos() > 0).isEqualTo(told);
  }

  @Test
  default void statxTellsTheMountIfAsked() {
    long[] slots = new long[FileStat.SLOTS];
    int mask = Flags.STATX_BASIC_STATS | Flags.STATX_MNT_ID;

    done(posix().statx(arena().fd(), bytes("."), 0, mask, slots));

    assertThat(slots[FileStat.MASK] & Flags.STATX_MNT_ID).isEqualTo(Flags.STATX_MNT_ID);
    assertThat(FileStat.of(slots).mountId()).isPositive();
  }

  @Test
  default void unknownFlagsAreInvalid() {
    arena().create("f");
    long[] slots = new long[FileStat.SLOTS];
    int unknown = 1 << 22;

    refused(posix().fstatat(arena().fd(), bytes("f"), slots, unknown), Errno.EINVAL);
    refused(
        posix().statx(arena().fd(), bytes("f"), unknown, Flags.STATX_BASIC_STATS, slots),
        Errno.EINVAL);
    refused(posix().statx(arena().fd(), bytes("f"), 0, Integer.MIN_VALUE, slots), Errno.EINVAL);
  }

  @Test
  default void theFileSystemIsDescribed() {
    long[] slots = new long[FileSystemStat.SLOTS];

    done(posix().fstatfs(arena().fd(), slots));

    FileSystemStat stat = FileSystemStat.of(slots);
    assertThat(stat.type()).isNotZero();
    assertThat(stat.blockSize()).isPositive();
    assertThat(stat.nameLength()).isEqualTo(255);
    assertThat(stat.blocksFree()).isLessThanOrEqualTo(stat.blocks());
    assertThat(stat.blocksAvailable()).isLessThanOrEqualTo(stat.blocksFree());
    assertThat(stat.flags() & Flags.ST_RDONLY).isZero();
  }
}
