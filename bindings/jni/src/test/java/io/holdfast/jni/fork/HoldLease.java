package io.holdfast.jni.fork;

import io.holdfast.durable.RootTrust;
import io.holdfast.jni.JniProvider;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.Reading;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.WorkId;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** Holds a lease, or the update lock of one, until it is killed. */
public final class HoldLease {

  private HoldLease() {}

  /** Arguments: a directory, a protocol, and whether the lease or its lock is held. */
  public static void main(String[] arguments) throws Exception {
    Posix posix = new JniProvider().load();
    WorkLeaseTable table =
        WorkLeaseTable.open(
            posix,
            RawPath.of(arguments[0]),
            manifest(TableManifest.Protocol.valueOf(arguments[1])),
            LeaseOptions.defaults(LeaseClocks.system(posix)),
            RootTrust.declaredByCaller("a test"),
            "killed");
    JsonObject nothing = new JsonObject(Map.of());
    Claimant who = new Claimant("killed", 0);
    Lease lease = ((ClaimAnswer.Claimed) table.claim(id(), nothing, who)).lease();
    if (arguments[2].equals("lease")) {
      block("claimed");
    }
    table.beginCommit(lease.id(), lease.token(), Optional.of(nothing));
    LeaseRecord record = ((Reading.Present) table.read(id())).record();
    table.replayCommit(record, who, (held, manifest) -> block("publishing"));
  }

  /** What is claimed. */
  public static WorkId id() {
    return new WorkId("1".repeat(WorkId.LENGTH));
  }

  /** The table. */
  public static TableManifest manifest(TableManifest.Protocol protocol) {
    return TableManifest.ofWork().withProtocol(protocol).withShardCount(4).withTtlMillis(60_000);
  }

  private static void block(String word) throws IOException {
    System.out.println(word);
    System.out.flush();
    if (System.in.read() < 0) {
      throw new IOException("nobody killed this process");
    }
  }
}
