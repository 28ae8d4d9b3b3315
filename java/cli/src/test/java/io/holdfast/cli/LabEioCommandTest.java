package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.lab.SampleCrashes;
import io.holdfast.lab.crash.CrashFileSystem;
import io.holdfast.lab.crash.EioRequest;
import io.holdfast.testkit.mutant.Mutant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabEioCommandTest {

  private final FakeCrashingLab lab =
      new FakeCrashingLab().failingDisks(request -> SampleCrashes.KEPT);

  private CliRun eio(String... options) {
    List<String> words = new ArrayList<>(List.of("lab", "eio"));
    words.addAll(List.of(options));
    return CliRun.of(FakeMachine.with(lab), words.toArray(String[]::new));
  }

  @Test
  void failsTheDiskOfOneFileSystemTwentyTimes() {
    CliRun run = eio();
    assertThat(run.status()).isZero();
    EioRequest asked = lab.failures().get(0);
    assertThat(asked)
        .isEqualTo(new EioRequest(CrashFileSystem.EXT4, 20, asked.seed(), null, false));
    assertThat(run.out()).startsWith("seed        " + asked.seed() + "\n");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void takesEverySetting() {
    eio("--fs=xfs,btrfs", "--trials=3", "--seed=9", "--mutant=no-barrier-probe", "--until-found");
    assertThat(lab.failures())
        .containsExactly(
            new EioRequest(CrashFileSystem.XFS, 3, 9, "no-barrier-probe", true),
            new EioRequest(CrashFileSystem.BTRFS, 3, 9, "no-barrier-probe", true));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--fs memory; there is no --fs 'memory'; known: ext4, xfs, btrfs",
        "--mutant none; there is no --mutant 'none'; known: no-file-fsync, no-directory-fsync",
        "--trials 0; --trials is 1 to 100000; ''"
      })
  void saysWhatIsWrongWithTheCommandLine(String options, String problem, String hint) {
    CliRun run = eio(options.split(" "));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("holdfast: " + problem).contains(hint).hasLineCount(1);
    assertThat(lab.failures()).isEmpty();
  }

  @Test
  void namesEveryMistakeInItsHelp() {
    assertThat(eio("--help").out())
        .contains(Arrays.stream(Mutant.values()).map(Mutant::id).toList());
  }

  @Test
  void answersOneForAFalseAcknowledgement() {
    lab.failingDisks(request -> SampleCrashes.FALSE);
    CliRun run = eio("--fs=xfs");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).contains("trial 3: lost: a/w1", "7 of 20 trials have a false");
  }

  @Test
  void answersThreeWhereNoDiskCanBeFailed() {
    lab.withoutDisks("needs root: loop devices are the host's");
    CliRun run = eio();
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.out()).contains("ext4    skipped: needs root", "nothing was shown");
    assertThat(lab.failures()).isEmpty();
  }

  @Test
  void answersFourWhereTheLabDoesNotComeToItsEnd() {
    lab.ending("the lab's process ended with status 137");
    CliRun run = eio("--fs=ext4,xfs");
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.out())
        .contains("ext4    could not be run: the lab's process ended with status 137")
        .contains("xfs     could not be run: the lab's process ended with status 137");
    assertThat(lab.failures()).hasSize(2);
  }

  @Test
  void showsHowFarItIsWhereSomebodyWatches() {
    CliRun run =
        CliRun.on(FakeMachine.with(lab))
            .property(Terminal.ERROR_PROPERTY, "true")
            .run("lab", "eio", "--trials", "2");
    assertThat(run.err())
        .contains("ext4: starting the lab\r\033[K", "ext4: 1 of 2 trials, ", "ext4: 2 of 2 trials")
        .endsWith("\r\033[K");
    assertThat(run.out()).doesNotContain("\033");
  }

  @Test
  void writesADocumentInsteadOfTextOrBesideIt(@TempDir Path directory) {
    assertThat(eio("--json", "-").out()).startsWith("{\n  \"schema\" : \"holdfast-lab-eio-v1\"");
    Path file = directory.resolve("eio.json");
    CliRun text = eio("--seed=7", "--json", file.toString());
    assertThat(text.out()).startsWith("seed        7\n");
    assertThat(file).content().contains("\"seed\" : 7,", "\"trials\" : 20,");
    assertThat(eio("--json", directory.resolve("no/file").toString()).status()).isEqualTo(4);
    assertThat(lab.failures()).hasSize(2);
  }
}
