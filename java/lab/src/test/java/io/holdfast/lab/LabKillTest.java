package io.holdfast.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lab.crash.CrashFileSystem;
import io.holdfast.lab.crash.CrashLab;
import io.holdfast.lab.lease.LeaseLab;
import io.holdfast.lab.lease.Mounts;
import io.holdfast.lab.shared.StorageKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whoever runs the lab is killed while a rig is up: nothing of the rig is left. */
class LabKillTest {

  private static final Path SCRATCH = Path.of("/mnt");
  private static final Path NETWORK = Path.of("/sys/class/net");
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Far more than could be run within the limit: nothing ends because its work is done. */
  private static final int TIMES = 1000;

  enum End {
    SIGTERM,
    SIGKILL
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "loop/xfs, SIGKILL",
    "overlay/one-lower, SIGTERM",
    "fuse/two-mounts/forwarded, SIGKILL",
    "fuse/bindfs-forwarding, SIGKILL",
  })
  void nothingIsLeft(String caseId, End end, @TempDir Path temporary) throws Exception {
    LabCases.named(caseId)
        .unavailabilityReason(Facilities.here())
        .ifPresent(reason -> Assumptions.abort(caseId + ": " + reason));

    assertThatNothingIsLeft(
        RunLabMain.class,
        List.of(caseId, Integer.toString(TIMES)),
        line -> line.contains("\"up\"") && line.contains(caseId),
        end,
        temporary);
  }

  @Tag("durable")
  @ParameterizedTest(name = "{0} {1} {2}")
  @CsvSource({
    "crash, MEMORY, SIGKILL",
    "crash, EXT4, SIGTERM",
    "crash, XFS, SIGKILL",
    "crash, BTRFS, SIGKILL",
    "eio, EXT4, SIGKILL",
    "eio, XFS, SIGKILL",
    "eio, BTRFS, SIGTERM",
  })
  void nothingIsLeftOfADisk(String verb, CrashFileSystem type, End end, @TempDir Path temporary)
      throws Exception {
    new CrashLab(Facilities.here())
        .unavailabilityReason(type)
        .ifPresent(reason -> Assumptions.abort(type.id() + ": " + reason));

    assertThatNothingIsLeft(
        RunCrashMain.class,
        List.of(verb, type.id()),
        line -> line.startsWith("made "),
        end,
        temporary);
  }

  @Tag("leases")
  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({"ONE, SIGTERM", "ONE, SIGKILL", "BINDFS, SIGKILL"})
  void nothingIsLeftOfFrozenCoordinators(Mounts mounts, End end, @TempDir Path temporary)
      throws Exception {
    new LeaseLab(Facilities.here())
        .unavailabilityReason(mounts)
        .ifPresent(reason -> Assumptions.abort(mounts.id() + ": " + reason));

    assertThatNothingIsLeft(
        RunLeasesMain.class,
        List.of(mounts.id()),
        line -> line.startsWith("made "),
        end,
        temporary);
  }

  @Tag("litmus")
  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({"NFS, SIGTERM", "NFS, SIGKILL", "GLUSTER, SIGKILL"})
  void nothingIsLeftOfGuests(StorageKind kind, End end, @TempDir Path temporary) throws Exception {
    assertThatNothingIsLeftOf(kind, end, temporary);
  }

  @Tag("litmus-full")
  @Test
  void nothingIsLeftOfCeph(@TempDir Path temporary) throws Exception {
    assertThatNothingIsLeftOf(StorageKind.CEPH, End.SIGKILL, temporary);
  }

  /** Killed while alpha is cut off: its agent hangs in a call that nobody will answer. */
  @Tag("litmus-full")
  @Test
  void nothingIsLeftOfAClientThatIsCutOff(@TempDir Path temporary) throws Exception {
    StorageKind.GLUSTER.unavailabilityReason(Facilities.here()).ifPresent(Assumptions::abort);
    List<String> networkBefore = names(NETWORK);

    assertThatNothingIsLeft(
        RunCutMain.class, List.of(), line -> line.endsWith("is cut off"), End.SIGKILL, temporary);

    assertThat(names(NETWORK)).isEqualTo(networkBefore);
  }

  private static void assertThatNothingIsLeftOf(StorageKind kind, End end, Path temporary)
      throws Exception {
    kind.unavailabilityReason(Facilities.here())
        .ifPresent(reason -> Assumptions.abort(kind.id() + ": " + reason));
    List<String> networkBefore = names(NETWORK);

    assertThatNothingIsLeft(
        RunStorageMain.class,
        List.of(kind.name()),
        line -> line.startsWith("made "),
        end,
        temporary);

    assertThat(names(NETWORK)).isEqualTo(networkBefore);
  }

  private static void assertThatNothingIsLeft(
      Class<?> program, List<String> arguments, Predicate<String> isUp, End end, Path temporary)
      throws Exception {
    List<String> mountsBefore = mounts(temporary);
    List<String> scratchBefore = names(SCRATCH);

    Process lab = start(program, arguments, temporary);
    List<ProcessHandle> processes = new ArrayList<>();
    try (BufferedReader lines = lab.inputReader()) {
      assertThat(lines.readLine()).matches(isUp);
      lab.descendants().forEach(processes::add);
      assertThat(processes).as("processes of the lab").hasSizeGreaterThanOrEqualTo(3);
      end(lab, end);
      for (ProcessHandle process : processes) {
        process.onExit().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
      }
    } finally {
      lab.destroyForcibly();
      processes.forEach(ProcessHandle::destroyForcibly);
    }

    assertThatSoonNoLoopDeviceOf(lab.pid());
    assertThat(mounts(temporary)).isEqualTo(mountsBefore);
    assertThat(names(SCRATCH)).isEqualTo(scratchBefore);
    assertThat(names(temporary)).as("files in the temporary directory").isEmpty();
  }

  /** Where the lab mounts anything; what others mount elsewhere meanwhile is theirs. */
  private static List<String> mounts(Path temporary) throws IOException {
    return Files.readAllLines(Path.of("/proc/self/mountinfo")).stream()
        .filter(line -> line.contains(" " + SCRATCH) || line.contains(temporary.toString()))
        .toList();
  }

  private static void end(Process lab, End end) throws InterruptedException {
    if (end == End.SIGKILL) {
      lab.destroyForcibly();
    } else {
      lab.destroy();
    }
    assertThat(lab.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  private static Process start(Class<?> program, List<String> arguments, Path temporary)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
    command.addAll(arguments);
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  /**
   * The last process is gone, but sysfs tells of the device a little longer, and sends no event.
   */
  private static void assertThatSoonNoLoopDeviceOf(long pid) throws IOException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!loopDevicesOf(pid).isEmpty() && System.nanoTime() < deadline) {
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
    assertThat(loopDevicesOf(pid)).as("loop devices").isEmpty();
  }

  private static List<String> loopDevicesOf(long pid) throws IOException {
    List<String> devices = new ArrayList<>();
    try (DirectoryStream<Path> loops = Files.newDirectoryStream(Path.of("/sys/block"), "loop*")) {
      for (Path loop : loops) {
        Path backing = loop.resolve("loop/backing_file");
        if (Files.exists(backing) && readOrEmpty(backing).contains("holdfast-lab-" + pid + "-")) {
          devices.add(loop.getFileName().toString());
        }
      }
    }
    return devices;
  }

  /** The device may go between a look and a read. */
  private static String readOrEmpty(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return List.copyOf(new TreeSet<>(entries.map(Path::toString).toList()));
    }
  }
}
