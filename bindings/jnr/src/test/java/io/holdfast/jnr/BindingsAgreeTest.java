package io.holdfast.jnr;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.Bindings;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.FileSystemStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.LockStat;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.agreement.Agreement;
import io.holdfast.testkit.agreement.World;
import io.holdfast.testkit.contract.ScratchDirectory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One random script through every binding of this JVM and through the simulator: the answers are
 * the same, down to the errno, and so is the tree that is left. A failure names the seed and the
 * fewest steps that show it. ffm is among them on Java 22 and later.
 */
class BindingsAgreeTest {

  private static final int SCRIPTS = 60;
  private static final int DISK_SCRIPTS = 20;
  private static final int ALL_SCRIPTS = 10_000;
  private static final int STEPS = 150;
  private static final RawPath MEMORY = RawPath.of("/dev/shm");

  private final List<Posix> bindings = loaded();

  private static List<Posix> loaded() {
    Bindings found = Bindings.find();
    assertThat(found.available()).contains("jni", "jna", "jnr");
    List<Posix> bindings = new ArrayList<>();
    for (Bindings.Candidate candidate : found.candidates()) {
      if (candidate.posix() != null) {
        bindings.add(candidate.posix());
      }
    }
    return bindings;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void everyScriptHasOneOutcome(long seed) throws Exception {
    check(seed * 1_000_003, SCRIPTS, memory());
  }

  @Test
  void scriptsHaveOneOutcomeWhereTheJvmPutsTemporaryFiles() throws Exception {
    check(1_000_003, DISK_SCRIPTS, ScratchDirectory.parent());
  }

  @Test
  @Tag("agreement-full")
  void everyOneOfManyScriptsHasOneOutcome() throws Exception {
    check(1_000_000_007, ALL_SCRIPTS, memory());
  }

  /** A file system without barriers to wait for, where there is one with users' attributes. */
  private RawPath memory() {
    Posix posix = bindings.get(0);
    try (ScratchDirectory scratch = ScratchDirectory.create(posix, MEMORY)) {
      byte[] attribute = "user.holdfast".getBytes(US_ASCII);
      boolean whole = posix.fsetxattr(scratch.descriptor(), attribute, new byte[1], 0) == 0;
      return whole ? MEMORY : ScratchDirectory.parent();
    } catch (PosixException e) {
      return ScratchDirectory.parent();
    }
  }

  private void check(long seed, int scripts, RawPath parent) throws PosixException {
    Map<String, Agreement.Opening> worlds = new LinkedHashMap<>();
    for (Posix binding : bindings) {
      worlds.put(binding.binding(), () -> World.of(binding, parent));
    }
    worlds.put("simulator", () -> World.simulatedLike(bindings.get(0)));
    Agreement agreement = new Agreement(worlds);
    for (int i = 0; i < scripts; i++) {
      agreement.check(seed + i, STEPS);
    }
  }

  @Test
  void everySlotOfAStructIsTheSame() throws Exception {
    Posix first = bindings.get(0);
    try (ScratchDirectory scratch = ScratchDirectory.create(first)) {
      byte[] name = "file".getBytes(US_ASCII);
      int dirfd = scratch.descriptor();
      int fd = first.openat(dirfd, name, Flags.O_RDWR | Flags.O_CREAT, 0640);
      assertThat(first.pwrite(fd, new byte[5000], 0, 5000, 0)).isEqualTo(5000);
      first.utimensat(dirfd, name, -7, 123_456_789, 1L << 33, 5, 0);
      int statx = Flags.STATX_BASIC_STATS | Flags.STATX_BTIME | Flags.STATX_MNT_ID;

      same(FileStat.SLOTS, (posix, slots) -> posix.fstat(fd, slots));
      same(FileStat.SLOTS, (posix, slots) -> posix.fstatat(dirfd, name, slots, 0));
      same(FileStat.SLOTS, (posix, slots) -> posix.statx(dirfd, name, 0, statx, slots));
      same(FileSystemStat.SLOTS, (posix, slots) -> posix.fstatfs(fd, slots));
      byte[] terminal = "/dev/null".getBytes(US_ASCII);
      same(FileStat.SLOTS, (posix, slots) -> posix.fstatat(dirfd, terminal, slots, 0));
      same(FileStat.SLOTS, (posix, slots) -> posix.statx(dirfd, terminal, 0, statx, slots));

      int other = first.openat(dirfd, name, Flags.O_RDWR, 0);
      assertThat(first.fcntlSetLock(fd, Flags.F_OFD_SETLK, Flags.F_WRLCK, 3, 40)).isZero();
      same(
          LockStat.SLOTS,
          (posix, slots) ->
              posix.fcntlGetLock(other, Flags.F_OFD_GETLK, Flags.F_RDLCK, 0, 0, slots));
      first.close(other);
      first.close(fd);
    }
  }

  private void same(int slots, BiFunction<Posix, long[], Integer> call) {
    long[] expected = new long[slots];
    assertThat(call.apply(bindings.get(0), expected)).isZero();
    assertThat(bindings)
        .allSatisfy(
            posix -> {
              long[] filled = new long[slots];
              assertThat(call.apply(posix, filled)).isZero();
              assertThat(filled).as(posix.binding()).isEqualTo(expected);
            });
  }

  @Test
  void theProcessAndItsHostAreTheSame() {
    for (Posix posix : bindings) {
      assertThat(posix.getpid()).isEqualTo(bindings.get(0).getpid());
      assertThat(posix.getuid()).isEqualTo(bindings.get(0).getuid());
      assertThat(host(posix)).as(posix.binding()).isEqualTo(host(bindings.get(0)));
    }
  }

  private static String host(Posix posix) {
    byte[] name = new byte[256];
    byte[] boot = new byte[36];
    int length = posix.gethostname(name);
    assertThat(posix.bootId(boot)).isEqualTo(boot.length);
    return new String(name, 0, length, US_ASCII) + " " + new String(boot, US_ASCII);
  }
}
