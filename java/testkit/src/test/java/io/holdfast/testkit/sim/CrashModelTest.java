package io.holdfast.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** All and only the states that a crash may leave, each by enumeration. */
class CrashModelTest {

  private static final String NUL5 = "\0".repeat(5);

  private final SimDisk disk = SimDisk.create();
  private final Shell shell = Shell.on(disk);

  /** A directory, durable with its name. */
  @BeforeEach
  void makeDirectory() {
    shell.mkdir("/d");
    shell.sync("/");
  }

  /** Every surviving tree; each must come once. */
  private Set<Map<String, String>> survivors() {
    return survivors(NameLoss.DEPENDENT);
  }

  private Set<Map<String, String>> survivors(NameLoss loss) {
    CrashPoint point = disk.crashPoint().under(loss);
    List<Map<String, String>> trees =
        point.states(10_000, 1).map(state -> Shell.on(state.disk()).tree()).toList();
    assertThat(trees).doesNotHaveDuplicates().hasSize((int) point.count(10_000));
    return Set.copyOf(trees);
  }

  /** What may have become of one file, which is there in every state. */
  private Set<String> contents(String path) {
    return survivors().stream().map(tree -> tree.get(path)).collect(Collectors.toSet());
  }

  private void durableFile(String path, String content) {
    shell.write(path, content);
    shell.sync(path);
    shell.sync(path.substring(0, path.lastIndexOf('/') + 1));
  }

  private static Map<String, String> tree(String... pathsAndContents) {
    Map<String, String> tree = new java.util.TreeMap<>(Map.of("/d/", ""));
    for (int i = 0; i < pathsAndContents.length; i += 2) {
      tree.put(pathsAndContents[i], pathsAndContents[i + 1]);
    }
    return tree;
  }

  // ---- names

  @Test
  void aNameWithoutABarrierMayBeLost() {
    shell.write("/d/f", "hello");
    shell.sync("/d/f");

    assertThat(survivors()).containsExactlyInAnyOrder(tree(), tree("/d/f", "hello"));
  }

  @Test
  void aSyncedNameIsKept() {
    durableFile("/d/f", "hello");

    assertThat(survivors()).containsExactly(tree("/d/f", "hello"));
  }

  @Test
  void aDirectoryBarrierDoesNotCarryData() {
    shell.write("/d/f", "hello");
    shell.sync("/d");

    assertThat(contents("/d/f")).containsExactlyInAnyOrder("", NUL5, "hello");
  }

  @Test
  void aBarrierOnADirectoryDoesNotCarryItsOwnName() {
    shell.mkdir("/d/e");
    durableFile("/d/e/f", "hello");

    assertThat(survivors()).containsExactlyInAnyOrder(tree(), tree("/d/e/", "", "/d/e/f", "hello"));
  }

  @Test
  void aBarrierOnOneDirectoryDoesNotReachAnother() {
    shell.mkdir("/e");
    shell.sync("/");
    shell.write("/d/f", "");
    shell.sync("/e");

    assertThat(survivors()).containsExactlyInAnyOrder(tree("/e/", ""), tree("/e/", "", "/d/f", ""));
  }

  @Test
  void aRenameIsKeptOrLostAsAWhole() {
    durableFile("/d/a", "x");
    shell.rename("/d/a", "/d/b");

    assertThat(survivors()).containsExactlyInAnyOrder(tree("/d/a", "x"), tree("/d/b", "x"));
  }

  @Test
  void aRenameAcrossDirectoriesIsOneChange() {
    shell.mkdir("/e");
    shell.sync("/");
    durableFile("/d/a", "x");
    shell.rename("/d/a", "/e/b");

    assertThat(survivors())
        .containsExactlyInAnyOrder(tree("/e/", "", "/d/a", "x"), tree("/e/", "", "/e/b", "x"));
  }

  @Test
  void aBarrierOnEitherDirectoryCarriesTheWholeRename() {
    for (String synced : List.of("/d", "/e")) {
      SimDisk other = SimDisk.create();
      Shell there = Shell.on(other);
      there.mkdir("/d");
      there.mkdir("/e");
      there.sync("/");
      there.write("/d/a", "");
      there.sync("/d");
      there.rename("/d/a", "/e/b");

      there.sync(synced);

      assertThat(other.crashStates(100, 1).map(s -> Shell.on(s.disk()).tree().keySet()))
          .containsExactly(Set.of("/d/", "/e/", "/e/b"));
    }
  }

  @Test
  void theReplacedFileSurvivesWhenTheRenameIsLost() {
    durableFile("/d/record", "old");
    durableFile("/d/staged", "new");
    shell.rename("/d/staged", "/d/record");

    assertThat(survivors())
        .containsExactlyInAnyOrder(
            tree("/d/record", "old", "/d/staged", "new"), tree("/d/record", "new"));
  }

  @Test
  void exchangeIsOneChange() {
    durableFile("/d/a", "1");
    durableFile("/d/b", "2");
    shell.rename("/d/a", "/d/b", Flags.RENAME_EXCHANGE);

    assertThat(survivors())
        .containsExactlyInAnyOrder(tree("/d/a", "1", "/d/b", "2"), tree("/d/a", "2", "/d/b", "1"));
  }

  @Test
  void anUnlinkWithoutABarrierMayComeBackWithEverything() {
    durableFile("/d/f", "hello");
    shell.unlink("/d/f");

    assertThat(survivors()).containsExactlyInAnyOrder(tree(), tree("/d/f", "hello"));
    shell.sync("/d");
    assertThat(survivors()).containsExactly(tree());
  }

  @Test
  void linksAreChangesOfTheirOwn() {
    durableFile("/d/a", "x");
    shell.link("/d/a", "/d/b");
    shell.unlink("/d/a");

    assertThat(survivors())
        .containsExactlyInAnyOrder(
            tree(), tree("/d/a", "x"), tree("/d/b", "x"), tree("/d/a", "x", "/d/b", "x"));
  }

  @Test
  void bothNamesOfAFileShareItsFate() {
    durableFile("/d/a", "");
    shell.link("/d/a", "/d/b");
    shell.sync("/d");
    shell.write("/d/a", "hello");

    assertThat(survivors())
        .containsExactlyInAnyOrder(
            tree("/d/a", "", "/d/b", ""),
            tree("/d/a", NUL5, "/d/b", NUL5),
            tree("/d/a", "hello", "/d/b", "hello"));
  }

  @Test
  void independentChangesSurviveInAnySubset() {
    shell.write("/d/a", "");
    shell.write("/d/b", "");

    assertThat(survivors())
        .containsExactlyInAnyOrder(
            tree(), tree("/d/a", ""), tree("/d/b", ""), tree("/d/a", "", "/d/b", ""));
  }

  @Test
  void aChangeDependsOnTheOneBeforeItOnTheSameName() {
    durableFile("/d/a", "x");
    shell.rename("/d/a", "/d/b");
    shell.rename("/d/b", "/d/c");

    assertThat(survivors())
        .containsExactlyInAnyOrder(tree("/d/a", "x"), tree("/d/b", "x"), tree("/d/c", "x"));
  }

  @Test
  void withoutDependenceTheSecondRenameMayBeKeptAlone() {
    durableFile("/d/a", "x");
    shell.rename("/d/a", "/d/b");
    shell.rename("/d/b", "/d/c");

    assertThat(survivors(NameLoss.INDEPENDENT))
        .containsExactlyInAnyOrder(
            tree("/d/a", "x"),
            tree("/d/b", "x"),
            tree("/d/c", "x"),
            tree("/d/a", "x", "/d/c", "x"));
  }

  @Test
  void tornRenamesLoseOrDoubleTheName() {
    durableFile("/d/a", "x");
    shell.rename("/d/a", "/d/b");

    assertThat(survivors(NameLoss.TORN))
        .containsExactlyInAnyOrder(
            tree("/d/a", "x"), tree(), tree("/d/a", "x", "/d/b", "x"), tree("/d/b", "x"));
  }

  @Test
  void aRemovedAndRemadeNameIsOldGoneOrNew() {
    durableFile("/d/f", "old");
    shell.unlink("/d/f");
    shell.write("/d/f", "");

    assertThat(survivors())
        .containsExactlyInAnyOrder(tree("/d/f", "old"), tree(), tree("/d/f", ""));
  }

  @Test
  void aBarrierCarriesWhatItsRenamesBuildOn() {
    shell.mkdir("/e");
    shell.sync("/");
    durableFile("/d/a", "");
    shell.rename("/d/a", "/d/b");
    shell.rename("/d/b", "/e/c");

    shell.sync("/e");

    assertThat(survivors()).containsExactly(tree("/e/", "", "/e/c", ""));
  }

  @Test
  void aFileWithoutANameIsGone() {
    int fd = shell.open("/d", Flags.O_RDWR | Flags.O_TMPFILE);
    shell.posix.pwrite(fd, Shell.bytes("x"), 0, 1, 0);
    shell.posix.fsync(fd);

    assertThat(survivors()).containsExactly(tree());
  }

  @Test
  void aRemovedDirectoryMayComeBackEmpty() {
    shell.mkdir("/d/e");
    shell.sync("/d");
    shell.rmdir("/d/e");

    assertThat(survivors()).containsExactlyInAnyOrder(tree(), tree("/d/e/", ""));
  }

  @Test
  void aMovedDirectoryIsInOnePlace() {
    durableFile("/d/f", "");
    shell.mkdir("/e");
    shell.sync("/");
    shell.rename("/d", "/e/d");

    assertThat(survivors())
        .containsExactlyInAnyOrder(
            tree("/e/", "", "/d/f", ""), Map.of("/e/", "", "/e/d/", "", "/e/d/f", ""));
  }

  // ---- data

  @Test
  void unsyncedDataIsMissingZerosOrThere() {
    durableFile("/d/f", "");
    shell.write("/d/f", "hello");

    assertThat(contents("/d/f")).containsExactlyInAnyOrder("", NUL5, "hello");
  }

  @Test
  void overwrittenDataIsOldOrNew() {
    durableFile("/d/f", "old");
    shell.write("/d/f", "new");

    assertThat(contents("/d/f")).containsExactlyInAnyOrder("old", "new");
    shell.sync("/d/f");
    assertThat(contents("/d/f")).containsExactly("new");
  }

  @Test
  void everyVersionSinceTheBarrierMayBeTheLastWrittenBack() {
    durableFile("/d/f", "one");
    shell.write("/d/f", "two");
    shell.write("/d/f", "six");

    assertThat(contents("/d/f")).containsExactlyInAnyOrder("one", "two", "six");
  }

  @Test
  void dataIsTornAtSectors() {
    String old = "a".repeat(1024);
    String fresh = "b".repeat(1024);
    durableFile("/d/f", old);
    shell.write("/d/f", fresh);

    String a = "a".repeat(512);
    String b = "b".repeat(512);
    assertThat(contents("/d/f")).containsExactlyInAnyOrder(a + a, a + b, b + a, b + b);
  }

  @Test
  void aGrownFileHasAnySizeItHadAndZerosWhereNothingArrived() {
    String sector = "a".repeat(512);
    durableFile("/d/f", sector);
    shell.write("/d/f", 512, "tail");

    assertThat(contents("/d/f"))
        .containsExactlyInAnyOrder(sector, sector + "\0".repeat(4), sector + "tail");
  }

  @Test
  void aRewrittenFileIsOldCutEmptyZerosOrNew() {
    durableFile("/d/f", "oldold");
    int fd = shell.open("/d/f", Flags.O_WRONLY | Flags.O_TRUNC);
    shell.posix.pwrite(fd, Shell.bytes("new"), 0, 3, 0);
    shell.close(fd);

    assertThat(contents("/d/f"))
        .containsExactlyInAnyOrder("oldold", NUL5 + "\0", "new\0\0\0", "", "old", "\0\0\0", "new");
  }

  @Test
  void aTruncationWithoutABarrierMayBeLost() {
    durableFile("/d/f", "content");
    shell.truncate("/d/f", 3);

    assertThat(contents("/d/f"))
        .containsExactlyInAnyOrder("content", "con" + "\0".repeat(4), "con");
  }

  @Test
  void dataSyncCarriesDataNotPermissions() {
    durableFile("/d/f", "old");
    shell.write("/d/f", "new");
    shell.chmod("/d/f", 0644);
    int fd = shell.open("/d/f", Flags.O_RDWR);
    assertThat(shell.posix.fdatasync(fd)).isZero();

    assertThat(disk.crashStates(100, 1).map(state -> Shell.on(state.disk()).read("/d/f")))
        .containsExactly("new", "new");
    assertThat(permissions("/d/f")).containsExactlyInAnyOrder(0600, 0644);
    assertThat(shell.posix.fsync(fd)).isZero();
    assertThat(permissions("/d/f")).containsExactly(0644);
  }

  private Set<Integer> permissions(String path) {
    return disk.crashStates(100, 1)
        .map(state -> Shell.on(state.disk()).stat(path).permissions())
        .collect(Collectors.toSet());
  }

  @Test
  void synchronousWritesNeedNoBarrier() {
    durableFile("/d/f", "old");
    int fd = shell.open("/d/f", Flags.O_WRONLY | Flags.O_DSYNC);
    shell.posix.pwrite(fd, Shell.bytes("new"), 0, 3, 0);

    assertThat(contents("/d/f")).containsExactly("new");
  }

  @Test
  void aWrittenBackRangeIsNoBarrier() {
    durableFile("/d/f", "old");
    int fd = shell.open("/d/f", Flags.O_RDWR);
    shell.posix.pwrite(fd, Shell.bytes("new"), 0, 3, 0);
    int all =
        Flags.SYNC_FILE_RANGE_WAIT_BEFORE
            | Flags.SYNC_FILE_RANGE_WRITE
            | Flags.SYNC_FILE_RANGE_WAIT_AFTER;
    assertThat(shell.posix.syncFileRange(fd, 0, 0, all)).isZero();

    assertThat(contents("/d/f")).containsExactlyInAnyOrder("old", "new");
  }

  @Test
  void syncingTheFileSystemCarriesEverything() {
    shell.mkdir("/d/e");
    shell.write("/d/e/f", "hello");
    int fd = shell.open("/d", Flags.O_RDONLY);
    assertThat(shell.posix.syncfs(fd)).isZero();

    assertThat(survivors()).containsExactly(tree("/d/e/", "", "/d/e/f", "hello"));
  }

  // ---- barriers that fail

  @Test
  void aFailedFileBarrierIsToldOnceAndTheDataIsLost() {
    durableFile("/d/f", "old");
    shell.write("/d/f", "new");
    disk.failNextSync(Errno.EIO);

    assertThat(shell.trySync("/d/f")).isEqualTo(Errno.EIO.asResult());
    assertThat(shell.trySync("/d/f")).isZero();

    assertThat(shell.read("/d/f")).isEqualTo("new");
    assertThat(contents("/d/f")).containsExactly("old");
  }

  @Test
  void afterAFailedBarrierOnlyLaterWritesArrive() {
    durableFile("/d/f", "a".repeat(1024));
    shell.write("/d/f", "b".repeat(1024));
    disk.failNextSync(Errno.EIO);
    shell.trySync("/d/f");
    shell.write("/d/f", 512, "c".repeat(512));
    shell.sync("/d/f");

    assertThat(contents("/d/f")).containsExactly("a".repeat(512) + "c".repeat(512));
  }

  @Test
  void aFailedDirectoryBarrierLosesTheRenameThoughTheNextOneSucceeds() {
    durableFile("/d/a", "x");
    shell.rename("/d/a", "/d/b");
    disk.failNextSync(Errno.EIO);

    assertThat(shell.trySync("/d")).isEqualTo(Errno.EIO.asResult());
    assertThat(shell.trySync("/d")).isZero();

    assertThat(shell.tree()).isEqualTo(tree("/d/b", "x"));
    assertThat(survivors()).containsExactly(tree("/d/a", "x"));
  }

  // ---- outcomes as such

  @Test
  void noneAllAndReplayAreWhatTheySay() {
    durableFile("/d/f", "old");
    shell.write("/d/f", "new");
    shell.write("/d/g", "");
    CrashPoint point = disk.crashPoint();

    assertThat(Shell.on(point.crash(CrashPolicy.none())).tree()).isEqualTo(tree("/d/f", "old"));
    assertThat(Shell.on(point.crash(CrashPolicy.all())).tree())
        .isEqualTo(tree("/d/f", "new", "/d/g", ""));
    CrashState some = point.state(CrashPolicy.seeded(5));
    assertThat(Shell.on(point.crash(CrashPolicy.replay(some.chosen()))).tree())
        .isEqualTo(Shell.on(some.disk()).tree());
  }

  @Test
  void aStateTellsWhatWasKeptAndWhatWasLost() {
    durableFile("/d/a", "old");
    shell.write("/d/a", "new");
    shell.rename("/d/a", "/d/b");
    String ino = "(inode " + shell.stat("/d/b").ino() + ")";

    assertThat(disk.crashStates(10, 1).map(CrashState::toString))
        .contains("rename a -> b kept, b " + ino + " sector 0 lost; replay [1, 0]");
  }

  @Test
  void manyStatesAreSampledBySeedWithBothEnds() {
    for (int i = 0; i < 40; i++) {
      shell.write("/d/f" + i, "");
    }
    CrashPoint point = disk.crashPoint();

    assertThat(point.count(1000)).isEqualTo(1001);
    List<Integer> sizes =
        point.states(200, 9).map(s -> Shell.on(s.disk()).tree().size() - 1).toList();
    assertThat(sizes).hasSize(200).contains(0, 40);
    assertThat(sizes.stream().distinct().count()).isGreaterThan(20);
    assertThat(point.states(200, 9).map(s -> Shell.on(s.disk()).tree().size() - 1))
        .containsExactlyElementsOf(sizes);
  }

  @Test
  void aCrashLeavesTheDiskAsItWasAndGivesOneOfItsOwn() {
    shell.write("/d/f", "hello");
    SimDisk survived = disk.crash(CrashPolicy.all());
    Shell there = Shell.on(survived);
    there.write("/d/g", "");

    assertThat(shell.tree()).isEqualTo(tree("/d/f", "hello"));
    assertThat(there.tree()).isEqualTo(tree("/d/f", "hello", "/d/g", ""));
    assertThat(there.stat("/d/f").ino()).isEqualTo(shell.stat("/d/f").ino());
    assertThat(there.stat("/d/g").ino()).isGreaterThan(there.stat("/d/f").ino());
    assertThat(survived.host().bootId()).isNotEqualTo(disk.host().bootId());
  }

  @Test
  void whatSurvivedIsDurable() {
    shell.write("/d/f", "hello");
    SimDisk survived = disk.crash(CrashPolicy.all());

    assertThat(survived.crashPoint().count(10)).isEqualTo(1);
    assertThat(Shell.on(survived.crash(CrashPolicy.none())).tree())
        .isEqualTo(tree("/d/f", "hello"));
  }

  @Test
  void linkCountsAreThoseOfTheSurvivingNames() {
    durableFile("/d/a", "x");
    shell.link("/d/a", "/d/b");

    assertThat(Shell.on(disk.crash(CrashPolicy.none())).stat("/d/a").nlink()).isEqualTo(1);
    assertThat(Shell.on(disk.crash(CrashPolicy.all())).stat("/d/a").nlink()).isEqualTo(2);
    assertThat(Shell.on(disk.crash(CrashPolicy.all())).stat("/").nlink()).isEqualTo(3);
  }
}
