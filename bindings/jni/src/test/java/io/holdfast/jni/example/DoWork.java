package io.holdfast.jni.example;

import io.holdfast.durable.RootTrust;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.CommitAnswer;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.WorkId;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.util.Map;
import java.util.Optional;

/** Does one piece of work that other coordinators may want to do as well: once among them all. */
public final class DoWork {

  private DoWork() {}

  /** Arguments: a directory that is there, and what to work on. */
  public static void main(String[] arguments) throws Exception {
    Posix posix = Bindings.load();
    JsonObject payload = new JsonObject(Map.of("input", new JsonString(arguments[1])));
    WorkId id = WorkId.ofPayload(payload);
    try (WorkLeaseTable table =
        WorkLeaseTable.open(
            posix,
            RawPath.of(arguments[0]),
            TableManifest.ofWork(),
            LeaseOptions.defaults(LeaseClocks.system(posix)),
            RootTrust.declaredByCaller("one host, checked with holdfast qualify"),
            "example")) {
      ClaimAnswer answer = table.claim(id, payload, new Claimant("example", 0));
      if (answer instanceof ClaimAnswer.Claimed claimed) {
        work(table, claimed.lease());
      } else {
        System.out.println("not ours: " + answer.getClass().getSimpleName());
      }
    }
  }

  private static void work(WorkLeaseTable table, Lease lease) throws Exception {
    System.out.println("working with fence " + lease.fence());
    table.heartbeatMany(Map.of(lease.id(), lease.token()));
    JsonObject manifest = new JsonObject(Map.of("output", new JsonString("result-1")));
    if (table.beginCommit(lease.id(), lease.token(), Optional.of(manifest))
        instanceof CommitAnswer.Begun begun) {
      // What the manifest names is published here, with begun.lease().fence() beside it.
      CompleteAnswer end = table.completeOnce(lease.id(), begun.lease().token());
      System.out.println("the end: " + end.getClass().getSimpleName());
    }
  }
}
