package io.holdfast.lab.lease;

import io.holdfast.lease.TableManifest.Protocol;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What {@link LeaseLabTest} shows, for a minute each. */
@Tag("leases-full")
class LongLeaseRunsTest {

  @TempDir(factory = LeaseRuns.BesideTheBuild.class)
  private Path directory;

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void everyIdIsDoneOnceWhoeverDiesOrFreezes(Protocol protocol) throws IOException {
    LeaseRunRequest request = LeaseRunRequest.of(protocol, LeaseRuns.SEED).withDirectory(directory);

    LeaseRuns.assertThatEveryPromiseIsKept(LeaseRuns.run(request));
  }

  @Test
  void twoMountsThatKnowNothingOfEachOtherLetOneWin() throws IOException {
    LeaseRunRequest request =
        LeaseRunRequest.of(Protocol.FENCE, LeaseRuns.SEED)
            .withSize(2, 60, 600)
            .withChaos(Set.of(Chaos.STOP))
            .withMounts(Mounts.BINDFS)
            .withDirectory(directory);

    LeaseRuns.assertThatEveryPromiseIsKept(LeaseRuns.run(request));
  }
}
