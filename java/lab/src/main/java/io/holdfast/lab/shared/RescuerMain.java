package io.holdfast.lab.shared;

import io.holdfast.durable.RootTrust;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.Reading;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * At another client: takes over ids whose holder is silent, by a claim or, where the commit had
 * begun, by a replay; and says whether they are still its own when it is asked.
 */
final class RescuerMain {

  private static final String OWNER = "rescuer";
  private static final Claimant WHO = new Claimant(OWNER, 0);
  private static final JsonObject NOTHING = new JsonObject(Map.of());
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final WorkLeaseTable table;
  private final Map<Integer, LeaseToken> claimed = new TreeMap<>();
  private final Map<Integer, LeaseToken> replayed = new TreeMap<>();

  private RescuerMain(WorkLeaseTable table) {
    this.table = table;
  }

  /**
   * The program.
   *
   * @param arguments the table, its protocol, and how many ids there are, from 1
   */
  public static void main(String[] arguments) throws Exception {
    Posix posix = Bindings.load();
    WorkLeaseTable table =
        WorkLeaseTable.open(
            posix,
            RawPath.of(arguments[0]),
            SteppedHolderMain.manifest(arguments[1]),
            SteppedHolderMain.options(posix, PATIENCE_NANOS),
            RootTrust.declaredByCaller("its holders are silent on purpose"),
            OWNER);
    new RescuerMain(table).run(Integer.parseInt(arguments[2]));
    table.close();
  }

  private void run(int ids) throws Exception {
    while (claimed.size() + replayed.size() < ids) {
      for (int number = 1; number <= ids; number++) {
        if (!claimed.containsKey(number) && !replayed.containsKey(number)) {
          take(number);
        }
      }
      table.heartbeatMany(Map.of());
      LockSupport.parkNanos(LOOK_NANOS);
    }
    System.out.println("taken");
    new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII)).readLine();
    for (Map.Entry<Integer, LeaseToken> one : claimed.entrySet()) {
      System.out.println(one.getKey() + " claimed " + isStillMine(one) + " " + completed(one));
    }
    for (Map.Entry<Integer, LeaseToken> one : replayed.entrySet()) {
      System.out.println(one.getKey() + " replayed " + isStillMine(one) + " -");
    }
    System.out.println("over");
  }

  /** Tries again later where the server took longer to grant a lock than a lock is trusted. */
  private void take(int number) throws Exception {
    try {
      takeNow(number);
    } catch (PosixException e) {
      if (!e.errno().equals(Errno.ETIMEDOUT)) {
        throw e;
      }
    }
  }

  private void takeNow(int number) throws Exception {
    ClaimAnswer answer = table.claim(SteppedHolderMain.id(number), NOTHING, WHO);
    if (answer instanceof ClaimAnswer.Claimed mine) {
      claimed.put(number, mine.lease().token());
    } else if (answer instanceof ClaimAnswer.Committing committing
        && table.replayCommit(committing.record(), WHO, (lease, manifest) -> {})
            instanceof CompleteAnswer.Completed done) {
      replayed.put(number, done.record().token());
    }
  }

  private boolean isStillMine(Map.Entry<Integer, LeaseToken> one) throws Exception {
    return table.read(SteppedHolderMain.id(one.getKey())) instanceof Reading.Present there
        && there.record().isHeldBy(one.getValue());
  }

  private String completed(Map.Entry<Integer, LeaseToken> one) throws Exception {
    return table
        .completeOnce(SteppedHolderMain.id(one.getKey()), one.getValue())
        .getClass()
        .getSimpleName();
  }
}
