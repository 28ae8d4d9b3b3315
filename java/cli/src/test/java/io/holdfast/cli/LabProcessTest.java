package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.holdfast.lab.Facilities;
import io.holdfast.lab.crash.CrashFileSystem;
import io.holdfast.lab.crash.CrashLab;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code holdfast lab crash} and {@code lab eio} on real storage, and killed in the middle. */
@Tag("durable")
class LabProcessTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Pattern VIOLATION =
      Pattern.compile("  state (\\d+) +(.*)\n(?: {8}.*\n)*? +holdfast (.* --state \\1)\n");

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource(
      value = CrashFileSystem.class,
      names = {"MEMORY", "EXT4"})
  void looksAtAViolatingStateAgainByThePrintedCommand(CrashFileSystem type) throws Exception {
    assumeThere(type);
    ForkedCommand run =
        ForkedCommand.run(
            Files.createDirectory(directory.resolve("it's kept")),
            "\"$@\" lab crash --workload=group --mutant=no-directory-fsync --seed=7 --states=40"
                + " --keep=. --fs="
                + type.id());
    assertThat(run.errors()).isEmpty();
    assertThat(run.status()).as(run.output()).isEqualTo(1);
    Matcher violation = VIOLATION.matcher(run.output());
    assertThat(violation.find()).as(run.output()).isTrue();

    ForkedCommand again = ForkedCommand.run(directory, "\"$@\" " + violation.group(3));
    assertThat(again.status()).as(again.output() + again.errors()).isEqualTo(1);
    assertThat(again.output())
        .contains("\n  state " + violation.group(1) + " ", violation.group(2))
        .contains(violation.group(3) + "\n", "1 of 1 state violates a promise");
  }

  @ParameterizedTest
  @CsvSource({"crash --fs=memory --workload=replace --states=20, MEMORY", "eio --trials=1, EXT4"})
  void findsNothingWrongWithTheDurableVerbs(String command, CrashFileSystem type) throws Exception {
    assumeThere(type);
    ForkedCommand run =
        ForkedCommand.run(directory, "\"$@\" lab " + command + " --seed=7 --json=-");
    assertThat(run.errors()).isEmpty();
    assertThat(run.output()).contains("\"seed\" : 7,", "\"skipped\" : [ ]", "\"broken\" : [ ]");
    assertThat(run.status()).as(run.output()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "TERM, crash --fs=memory --workload=replace --states=1000000 --keep=., MEMORY, ' states, '",
    "KILL, crash --fs=memory --workload=processes --states=1000000, MEMORY, ' states, '",
    "TERM, crash --fs=xfs --workload=group --states=1000000, XFS, ' states, '",
    "KILL, crash --fs=btrfs --workload=group --states=1000000, BTRFS, ' states, '",
    "TERM, eio --trials=1000, EXT4, ' trials, '",
    "KILL, eio --trials=1000, EXT4, ' trials, '"
  })
  void leavesNothingWhenItIsKilled(
      String signal, String command, CrashFileSystem type, String inTheMiddle) throws Exception {
    assumeThere(type);
    List<String> mounts = mounts();
    Path temporary = Files.createDirectory(directory.resolve("tmp"));
    Process process =
        ForkedCommand.script(
                directory,
                "exec \"$@\" lab " + command + " --json=report.json",
                ForkedCommand.holdfast(
                    "-D" + Terminal.ERROR_PROPERTY + "=true",
                    "-XX:-UsePerfData",
                    "-Djava.io.tmpdir=" + temporary))
            .start();
    List<ProcessHandle> processes = List.of();
    List<Path> devices = List.of();
    try (BufferedReader errors = process.errorReader()) {
      awaitProgress(errors, inTheMiddle);
      processes = process.descendants().toList();
      assertThat(processes).as("processes of the lab").hasSizeGreaterThanOrEqualTo(3);
      devices = processes.stream().flatMap(p -> loopDevices(p.pid()).stream()).distinct().toList();
      new ProcessBuilder("/bin/kill", "-s", signal, Long.toString(process.pid())).start().waitFor();
      assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      for (ProcessHandle one : processes) {
        one.onExit().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
      }
    } finally {
      process.destroyForcibly();
      processes.forEach(ProcessHandle::destroyForcibly);
    }
    assertThat(process.exitValue()).isEqualTo(signal.equals("TERM") ? 143 : 137);
    assertThat(mounts()).isEqualTo(mounts);
    devices.forEach(LabProcessTest::assertThatSoonIsFree);
    assertThat(temporary).isEmptyDirectory();
    Files.delete(temporary);
    assertThat(directory).isEmptyDirectory();
  }

  /** Where the lab mounts anything; what others mount elsewhere meanwhile is theirs. */
  private static List<String> mounts() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/mountinfo")).stream()
        .filter(line -> line.contains(" /mnt") || line.contains("holdfast"))
        .toList();
  }

  private static void awaitProgress(BufferedReader errors, String word) throws IOException {
    StringBuilder said = new StringBuilder();
    while (said.indexOf(word) < 0) {
      int c = errors.read();
      assertThat(c).as("end of: " + said).isNotNegative();
      said.append((char) c);
    }
  }

  /** The loop devices that a process sees mounted. */
  private static List<Path> loopDevices(long pid) {
    try {
      String mounts = Files.readString(Path.of("/proc", Long.toString(pid), "mountinfo"));
      return Pattern.compile(" - \\w+ /dev/(loop\\d+) ")
          .matcher(mounts)
          .results()
          .map((MatchResult mount) -> Path.of("/sys/block", mount.group(1), "loop/backing_file"))
          .filter(Files::exists)
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  /** Sysfs tells of a device a little longer than it has a file, and sends no event. */
  private static void assertThatSoonIsFree(Path backingFile) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (Files.exists(backingFile) && System.nanoTime() < deadline) {
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
    assertThat(backingFile).doesNotExist();
  }

  private static void assumeThere(CrashFileSystem type) {
    new CrashLab(Facilities.here())
        .unavailabilityReason(type)
        .ifPresent(reason -> abort(type.id() + ": " + reason));
  }
}
