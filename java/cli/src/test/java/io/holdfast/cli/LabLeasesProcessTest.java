package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.holdfast.lab.Facilities;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast lab leases} from its start to a look at what it leaves. */
@Tag("leases")
class LabLeasesProcessTest {

  @TempDir private Path directory;

  @BeforeEach
  void assumeThereCanBeCoordinators() {
    Facilities.here().namespaceRefusal().ifPresent(reason -> abort(reason));
  }

  @Test
  void leavesATableThatIsSoundAndDone() throws Exception {
    ForkedCommand run =
        ForkedCommand.run(
            directory,
            "\"$@\" lab leases --processes=2 --seconds=3 --ids=20 --seed=7 --dir=left"
                + " --json=report.json");
    assertThat(run.errors()).isEmpty();
    assertThat(run.status()).as(run.output()).isZero();
    assertThat(run.output()).contains("each of 20 ids was done once");
    assertThat(directory.resolve("report.json")).content().contains("\"violation_count\" : 0");

    ForkedCommand look = ForkedCommand.run(directory, "\"$@\" leases left/table verify");
    assertThat(look.status()).as(look.output() + look.errors()).isZero();
    ForkedCommand list = ForkedCommand.run(directory, "\"$@\" leases left/table ls --state=done");
    assertThat(list.output().lines().filter(line -> line.contains("done"))).hasSize(20);
  }
}
