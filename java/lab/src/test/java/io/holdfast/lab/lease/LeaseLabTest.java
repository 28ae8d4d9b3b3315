package io.holdfast.lab.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lease.TableManifest.Protocol;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Coordinators of one table are killed and frozen, and every id is done once. */
@Tag("leases")
class LeaseLabTest {

  @TempDir(factory = LeaseRuns.BesideTheBuild.class)
  private Path directory;

  @ParameterizedTest
  @CsvSource({"FENCE, 15, 300", "FLOCK, 10, 200", "MKDIR, 10, 200"})
  void everyIdIsDoneOnceWhoeverDiesOrFreezes(Protocol protocol, int seconds, int ids)
      throws IOException {
    LeaseRunRequest request =
        LeaseRunRequest.of(protocol, LeaseRuns.SEED)
            .withSize(8, seconds, ids)
            .withDirectory(directory);

    LeaseRuns.assertThatEveryPromiseIsKept(LeaseRuns.run(request));

    assertThat(directory.resolve("table/table.json")).isRegularFile();
    assertThat(Files.readString(directory.resolve("ledger"))).contains(" completed ");
  }

  @Test
  void twoMountsThatKnowNothingOfEachOtherLetOneWin() throws IOException {
    LeaseRunRequest request =
        LeaseRunRequest.of(Protocol.FENCE, LeaseRuns.SEED)
            .withSize(2, 15, 150)
            .withChaos(Set.of(Chaos.STOP))
            .withMounts(Mounts.BINDFS)
            .withDirectory(directory);

    LeaseRunResult result = LeaseRuns.run(request);

    LeaseRuns.assertThatEveryPromiseIsKept(result);
    assertThat(result.figure(LeaseFigure.MOUNT_STOPS)).as("stops of mounts").isPositive();
  }

  /** Only the first violations are told; what follows from two winners may come before them. */
  @ParameterizedTest
  @CsvSource({
    "TWO_WINNERS, FENCE, two winners|two holders|completed twice",
    "TWO_WINNERS, FLOCK, two winners|two holders|completed twice",
    "EARLY_THIEF, FENCE, before its time",
    "IGNORES_STALE, FENCE, completed twice"
  })
  void aMistakeIsNoticed(LeaseMutant mutant, Protocol protocol, String what) throws IOException {
    LeaseRunRequest request =
        LeaseRunRequest.of(protocol, LeaseRuns.SEED).withSize(8, 10, 200).withMutant(mutant);

    LeaseRunResult result = LeaseRuns.run(request);

    assertThat(result.violations())
        .as(mutant.id())
        .anyMatch(told -> Pattern.compile(what).matcher(told).find());
  }
}
