package io.holdfast.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.Flags;
import org.junit.jupiter.api.Test;

/** Storage whose barriers promise more or less than POSIX. */
class BarriersTest {

  private static Shell shellWith(Barriers barriers) {
    return Shell.on(SimDisk.create(SimCapabilities.full().withBarriers(barriers)));
  }

  private static boolean survives(Shell shell, String path) {
    SimDisk disk = ((SimPosix) shell.posix).disk();
    return Shell.on(disk.crash(CrashPolicy.none())).tree().containsKey(path);
  }

  @Test
  void aJournalCarriesNamesWithAnyFsync() {
    Shell shell = shellWith(Barriers.JOURNALED);
    shell.mkdir("/d");
    shell.write("/d/f", "x");

    shell.sync("/d/f");

    assertThat(survives(shell, "/d/f")).isTrue();
  }

  @Test
  void strictBarriersDoNot() {
    Shell shell = shellWith(Barriers.STRICT);
    shell.mkdir("/d");
    shell.write("/d/f", "x");

    shell.sync("/d/f");

    assertThat(survives(shell, "/d/f")).isFalse();
  }

  @Test
  void aDirectoryFsyncThatReachesNoServerIsAcceptedAndASentinelCarriesIt() {
    Shell shell = shellWith(Barriers.SENTINEL);
    shell.write("/f", "x");
    shell.sync("/f");
    shell.rename("/f", "/g");

    shell.sync("/");
    assertThat(survives(shell, "/g")).isFalse();
    shell.write("/sentinel", "x");
    shell.sync("/sentinel");
    assertThat(survives(shell, "/g")).isTrue();
  }

  @Test
  void acceptedIsNotDurable() {
    Shell shell = shellWith(Barriers.ACCEPTED);
    shell.write("/f", "x");

    shell.sync("/f");
    shell.sync("/");
    int fd = shell.open("/", Flags.O_RDONLY);
    assertThat(shell.posix.syncfs(fd)).isZero();

    assertThat(survives(shell, "/f")).isFalse();
  }
}
