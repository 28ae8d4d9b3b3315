package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.lab.SampleCrashes;
import io.holdfast.lab.crash.CrashFileSystem;
import io.holdfast.lab.crash.CrashRequest;
import io.holdfast.lab.crash.CrashWorkload;
import io.holdfast.testkit.mutant.Mutant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabCrashCommandTest {

  private final FakeCrashingLab lab = new FakeCrashingLab().telling(SampleCrashes.SOUND);

  @TempDir private Path directory;

  private CliRun crash(String... options) {
    List<String> words = new ArrayList<>(List.of("lab", "crash"));
    words.addAll(List.of(options));
    return CliRun.of(FakeMachine.with(lab), words.toArray(String[]::new));
  }

  @Test
  void asksForWhatNeedsNoRootAndTakesSeconds() {
    CliRun run = crash();
    assertThat(run.status()).isZero();
    CrashRequest asked = lab.crashes().get(0);
    assertThat(asked.fileSystems()).containsExactly(CrashFileSystem.MEMORY);
    assertThat(asked.workloads()).containsExactly(CrashWorkload.values());
    assertThat(asked.units()).containsExactly(4096);
    assertThat(asked.states()).isEqualTo(300);
    assertThat(asked.mutant()).isNull();
    assertThat(asked.replayed()).isNull();
    assertThat(run.out())
        .startsWith("seed        " + asked.seed() + "\n")
        .endsWith("seed " + asked.seed() + ")\n");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void takesListsWithCommasOrAgainAndEachThingOnce() {
    crash("--fs", "xfs,ext4", "--fs=xfs", "--unit", "512,4096", "--workload", "group,publish");
    CrashRequest asked = lab.crashes().get(0);
    assertThat(asked.fileSystems()).containsExactly(CrashFileSystem.XFS, CrashFileSystem.EXT4);
    assertThat(asked.units()).containsExactly(512, 4096);
    assertThat(asked.workloads()).containsExactly(CrashWorkload.GROUP, CrashWorkload.PUBLISH);
  }

  @Test
  void takesEverySetting() throws Exception {
    Path log = Files.createFile(directory.resolve("a log"));
    crash(
        "--fs=ext4",
        "--workload=remove",
        "--unit=512",
        "--states=7",
        "--seed=-3",
        "--mutant=no-file-fsync",
        "--keep",
        directory.toString(),
        "--log",
        log.toString(),
        "--state=0");
    CrashRequest asked = lab.crashes().get(0);
    assertThat(asked.states()).isEqualTo(7);
    assertThat(asked.seed()).isEqualTo(-3);
    assertThat(asked.mutant()).isEqualTo("no-file-fsync");
    assertThat(asked.keep()).isEqualTo(directory.toRealPath());
    assertThat(asked.replayed()).isEqualTo(log.toRealPath());
    assertThat(asked.only()).contains(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--fs zfs; there is no --fs 'zfs'; known: memory, ext4, xfs, btrfs",
        "--fs ext4,,xfs; there is no --fs ''; known: memory, ext4, xfs, btrfs",
        "--workload x; there is no --workload 'x'; known: replace, publish, group, remove, proces",
        "--unit 1024; there is no --unit '1024'; known: 4096, 512",
        "--mutant x; there is no --mutant 'x'; known: no-file-fsync, no-directory-fsync, joins-ru",
        "--states 0; --states is 1 to 1000000; ''",
        "--states x; Invalid value for option '--states'; 'x' is not an int",
        "--state 3; --state wants --log; no two runs",
        "--log f --seed 3; --log wants the one --fs, --workload, --unit and the --seed; printed",
        "--log f --workload group; --log wants the one --fs, --workload, --unit; printed",
        "--log f --seed 3 --workload group --state -1; --state is 0 or more; ''",
      })
  void saysWhatIsWrongWithTheCommandLine(String options, String problem, String hint) {
    CliRun run = crash(options.split(" "));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("holdfast: " + problem).contains(hint).hasLineCount(1);
    assertThat(lab.crashes()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--json missing/f; the report cannot be written: openat missing/: ENOENT",
        "--json .; . is no regular file and is not replaced",
        "--keep missing; --keep: there is no directory 'missing'",
        "--keep /proc/self; --keep: nothing can be written to /proc/self",
        "--log /proc --seed 1 --workload group; --log: /proc is no regular file",
        "--log missing --seed 1 --workload group; --log: there is no file 'missing'"
      })
  void beginsNothingThatCouldNotBeKept(String options, String problem) {
    CliRun run = crash(options.split(" "));
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("holdfast: " + problem).hasLineCount(1);
    assertThat(lab.crashes()).isEmpty();
  }

  @Test
  void namesEveryMistakeInItsHelp() {
    assertThat(crash("--help").out())
        .contains(Arrays.stream(Mutant.values()).map(Mutant::id).toList());
  }

  @Test
  void answersWhatItFound() {
    lab.telling(SampleCrashes.PROGRESS, SampleCrashes.VIOLATING);
    CliRun run = crash("--fs=ext4,memory");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .contains(
            "\nmemory  processes ", "\next4    replace ", "ext4 replace, unit 4096: 12 states")
        .contains("12 of 600 states violate a promise");
    assertThat(run.err()).as("no progress where nobody watches").isEmpty();
  }

  @Test
  void answersThreeWhereSomethingWasNotLookedAt() {
    lab.telling(SampleCrashes.SKIPPED);
    CliRun run = crash("--fs=xfs,memory");
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.out()).contains("\nxfs     skipped: needs root", "1 file system skipped\n");
  }

  @Test
  void saysOnceThatTheLabEnded() {
    lab.ending("the lab's process ended with status 137: ");
    CliRun run = crash();
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.err()).isEqualTo("holdfast: the lab's process ended with status 137: \n");
    assertThat(run.out()).endsWith("the lab ended before it was through\n");
  }

  @Test
  void showsHowFarItIsWhereSomebodyWatches() {
    lab.telling(SampleCrashes.PROGRESS);
    CliRun run =
        CliRun.on(FakeMachine.with(lab))
            .property(Terminal.ERROR_PROPERTY, "true")
            .run("lab", "crash");
    assertThat(run.err())
        .contains("\r\033[Kstarting the lab\r\033[K", "ext4 replace unit 4096: 50 of 300 states")
        .endsWith("\r\033[K");
    assertThat(run.out()).doesNotContain("\033", "50 of 300");
  }

  @Test
  void writesADocumentInsteadOfTextOrBesideIt() throws Exception {
    CliRun document = crash("--json", "-");
    assertThat(document.status()).isZero();
    assertThat(document.out()).startsWith("{\n  \"schema\" : \"holdfast-lab-crash-v1\"");
    Path file = directory.resolve("crash.json");
    CliRun text = crash("--seed=7", "--json", file.toString());
    assertThat(text.out()).startsWith("seed        7\n");
    assertThat(file).content().contains("\"seed\" : 7,", "\"states\" : 300,");
  }
}
