package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.lab.SampleLeaseRuns;
import io.holdfast.lab.lease.Chaos;
import io.holdfast.lab.lease.LeaseMutant;
import io.holdfast.lab.lease.LeaseRunRequest;
import io.holdfast.lab.lease.Mounts;
import io.holdfast.lease.TableManifest.Protocol;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabLeasesCommandTest {

  private final FakeLeasingLab lab = new FakeLeasingLab().answering(SampleLeaseRuns::sound);

  private CliRun leases(String... options) {
    List<String> words = new ArrayList<>(List.of("lab", "leases"));
    words.addAll(List.of(options));
    return CliRun.of(FakeMachine.with(lab), words.toArray(String[]::new));
  }

  @Test
  void letsEightCoordinatorsDoTwoThousandIdsInAMinute() {
    CliRun run = leases();
    assertThat(run.status()).isZero();
    LeaseRunRequest asked = lab.requests().get(0);
    assertThat(asked).isEqualTo(LeaseRunRequest.of(Protocol.FENCE, asked.seed()));
    assertThat(run.out()).startsWith("seed        " + asked.seed() + "\n");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void takesEverySetting(@TempDir Path directory) {
    Path place = directory.resolve("new");
    leases(
        "--dir=" + place,
        "--processes=3",
        "--seconds=4",
        "--ids=5",
        "--chaos=stop",
        "--protocol=mkdir",
        "--mounts=bindfs",
        "--seed=9",
        "--mutant=early-thief");
    assertThat(lab.requests())
        .containsExactly(
            LeaseRunRequest.of(Protocol.MKDIR, 9)
                .withDirectory(place)
                .withSize(3, 4, 5)
                .withChaos(Set.of(Chaos.STOP))
                .withMounts(Mounts.BINDFS)
                .withMutant(LeaseMutant.EARLY_THIEF));
    assertThat(place).isEmptyDirectory();
  }

  @Test
  void leavesEverybodyInPeaceWhereThatIsAskedFor() {
    leases("--chaos=none");
    assertThat(lab.requests().get(0).chaos()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--protocol none; there is no --protocol 'none'; known: fence, flock, mkdir",
        "--chaos rain; there is no --chaos 'rain'; known: kill, stop, none",
        "--chaos kill,none; --chaos none goes with no other; ''",
        "--mounts nfs; there is no --mounts 'nfs'; known: one, bindfs",
        "--mutant none; there is no --mutant 'none'; known: two-winners, early-thief,"
            + " ignores-stale",
        "--processes 65; --processes is 1 to 64; ''",
        "--seconds 0; --seconds is 1 to 3600; ''",
        "--ids 0; --ids is 1 to 100000; ''"
      })
  void saysWhatIsWrongWithTheCommandLine(String options, String problem, String hint) {
    CliRun run = leases(options.split(" "));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("holdfast: " + problem).contains(hint).hasLineCount(1);
    assertThat(lab.requests()).isEmpty();
  }

  @Test
  void namesEveryMistakeInItsHelp() {
    assertThat(leases("--help").out())
        .contains(Arrays.stream(LeaseMutant.values()).map(LeaseMutant::id).toList());
  }

  @Test
  void putsNothingBesideWhatIsThere(@TempDir Path directory) throws IOException {
    Files.createFile(directory.resolve("mine"));
    CliRun run = leases("--dir", directory.toString());
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.err()).contains("--dir: ", " is not empty");
    assertThat(leases("--dir", directory.resolve("mine").toString()).status()).isEqualTo(4);
    assertThat(leases("--dir", directory.resolve("no/place").toString()).status()).isEqualTo(4);
    assertThat(lab.requests()).isEmpty();
  }

  @Test
  void answersOneForABrokenPromise() {
    lab.answering(SampleLeaseRuns::broken);
    CliRun run = leases("--seed=7");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).contains("3 broken promises", "again: holdfast lab leases", "--seed 7");
  }

  @Test
  void saysAgainWhereTheTableWas(@TempDir Path directory) {
    lab.answering(SampleLeaseRuns::broken);
    Path place = directory.resolve("the table");
    assertThat(leases("--dir", place.toString()).out())
        .contains("again: holdfast lab leases --dir '" + place + "' --protocol ");
  }

  @Test
  void answersFourWhereThereCanBeNoRun(@TempDir Path directory) {
    Path place = directory.resolve("new");
    lab.unavailable("bindfs is not installed");
    CliRun run = leases("--mounts=bindfs", "--dir=" + place);
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.err()).contains("bindfs is not installed");
    assertThat(lab.requests()).isEmpty();
    assertThat(place).doesNotExist();
  }

  @Test
  void answersFourWhereTheLabDoesNotComeToItsEnd() {
    lab.ending("the lab's process ended with status 137");
    CliRun run = leases();
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.err()).contains("the lab's process ended with status 137");
  }

  @Test
  void showsHowFarItIsWhereSomebodyWatches() {
    CliRun run =
        CliRun.on(FakeMachine.with(lab))
            .property(Terminal.ERROR_PROPERTY, "true")
            .run("lab", "leases");
    assertThat(run.err())
        .contains("starting 8 coordinators\r\033[K")
        .contains("3 s of 60: 40 of 2000 ids done, 1 kills, 2 stops")
        .endsWith("\r\033[K");
    assertThat(run.out()).doesNotContain("\033");
  }

  @Test
  void writesADocumentInsteadOfTextOrBesideIt(@TempDir Path directory) {
    assertThat(leases("--json", "-").out())
        .startsWith("{\n  \"schema\" : \"holdfast-lab-leases-v1\"");
    Path file = directory.resolve("leases.json");
    CliRun text = leases("--seed=7", "--json", file.toString());
    assertThat(text.out()).startsWith("seed        7\n");
    assertThat(file).content().contains("\"seed\" : 7,", "\"violation_count\" : 0,");
    assertThat(leases("--json", directory.resolve("no/file").toString()).status()).isEqualTo(4);
    assertThat(lab.requests()).hasSize(2);
  }
}
