package io.holdfast.jni.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.durable.RootTrust;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.GroupClaimAnswer;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.TableManifest;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.target.TargetGroup;
import io.holdfast.target.TargetLeaseTable;
import io.holdfast.testkit.fork.ForkedJvm;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaimTargetsTest {

  @TempDir private Path directory;

  @Test
  void aGroupIsWorkedOnUnlessAnotherHasOneOfItsTargets() throws Exception {
    assertThat(run("77", "88")).isEqualTo("working on [77, 88]");
    Posix posix = Bindings.load();
    try (TargetLeaseTable table =
        TargetLeaseTable.open(
            posix,
            RawPath.of(directory.toString()),
            TableManifest.ofTargets(),
            LeaseOptions.defaults(LeaseClocks.system(posix)),
            RootTrust.declaredByCaller("a test"),
            "other")) {
      TargetGroup group = TargetGroup.of(List.of(88L, 99L));
      Claimant who = new Claimant("other", 0);
      assertThat(table.claimGroup(group, new JsonObject(Map.of()), who))
          .isInstanceOf(GroupClaimAnswer.Claimed.class);

      assertThat(run("77", "88")).isEqualTo("88");
    }
  }

  private String run(String... targets) throws Exception {
    return ForkedJvm.here()
        .run(ClaimTargets.class, directory.toString(), targets[0], targets[1])
        .said();
  }
}
