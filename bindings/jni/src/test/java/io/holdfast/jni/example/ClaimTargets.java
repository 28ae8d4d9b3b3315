package io.holdfast.jni.example;

import io.holdfast.durable.RootTrust;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.GroupClaimAnswer;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.TableManifest;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.target.TargetGroup;
import io.holdfast.target.TargetLeaseTable;
import java.util.Map;
import java.util.stream.Stream;

/** Works on several targets, unless another coordinator works on one of them. */
public final class ClaimTargets {

  private ClaimTargets() {}

  /** Arguments: a directory that is there, and the numbers of the targets, the primary first. */
  public static void main(String[] arguments) throws Exception {
    Posix posix = Bindings.load();
    TargetGroup group = TargetGroup.of(Stream.of(arguments).skip(1).map(Long::valueOf).toList());
    try (TargetLeaseTable table =
        TargetLeaseTable.open(
            posix,
            RawPath.of(arguments[0]),
            TableManifest.ofTargets(),
            LeaseOptions.defaults(LeaseClocks.system(posix)),
            RootTrust.declaredByCaller("one host, checked with holdfast qualify"),
            "example")) {
      Claimant who = new Claimant("example", 0);
      GroupClaimAnswer answer = table.claimGroup(group, new JsonObject(Map.of()), who);
      if (answer instanceof GroupClaimAnswer.Claimed claimed) {
        LeaseToken token = claimed.lease().token();
        System.out.println("working on " + group);
        table.heartbeatGroup(group, token);
        table.releaseGroup(group, token);
      } else if (answer instanceof GroupClaimAnswer.Refused refused) {
        refused.obstacles().keySet().forEach(id -> System.out.println(group.byId().get(id)));
      }
    }
  }
}
