package io.holdfast.lab.shared;

import io.holdfast.lab.Expectation;
import io.holdfast.litmus.LockBehaviour;
import io.holdfast.litmus.LockKind;
import java.util.List;

/**
 * How clients mount NFS, and what must be seen. One case has the caches that clients have by
 * themselves, which lets a question wait for half a minute; in the others they last a second.
 */
final class NfsCases {

  private static final String QUICK = ",actimeo=1";

  private static final Expectation FLOCK_LOCAL =
      Expected.REFUTED
          .lock(LockKind.FLOCK, LockBehaviour.LOCAL_ONLY)
          .lock(LockKind.OFD, LockBehaviour.COHERENT)
          .lock(LockKind.POSIX, LockBehaviour.COHERENT);

  /**
   * Each takes the other's state away when it comes back to the server, so that calls hang again
   * and again: what else is seen is a matter of time.
   */
  private static final Expectation ONE_CLIENT_TO_THE_SERVER =
      Expected.REFUTED.lock(LockKind.FLOCK, LockBehaviour.LOCAL_ONLY).finding("one-host-name");

  /** All cases, in the order in which they are run. */
  static final List<StorageCase> ALL =
      List.of(
          both("3", "vers=3" + QUICK, Expected.COHERENT),
          both("4.0", "vers=4.0" + QUICK, Expected.COHERENT),
          both("4.1", "vers=4.1" + QUICK, Expected.COHERENT),
          both("4.2", "vers=4.2", Expected.COHERENT),
          one("3-and-4.2", "vers=3" + QUICK, "vers=4.2" + QUICK, Expected.COHERENT),
          both("3-nolock", "vers=3,nolock" + QUICK, Expected.ALL_LOCAL),
          one(
              "3-local-flock-on-one-side",
              "vers=3,local_lock=flock" + QUICK,
              "vers=3" + QUICK,
              FLOCK_LOCAL),
          both("3-local-all", "vers=3,local_lock=all" + QUICK, Expected.ALL_LOCAL),
          cloned("4.2-cloned-name", "vers=4.2" + QUICK, ONE_CLIENT_TO_THE_SERVER));

  private NfsCases() {}

  private static StorageCase both(String id, String options, Expectation expected) {
    return StorageCase.both("nfs/" + id, "two clients, " + options, options, expected);
  }

  private static StorageCase one(String id, String alpha, String beta, Expectation expected) {
    String storage = "a client with " + alpha + ", one with " + beta;
    return new StorageCase("nfs/" + id, storage, alpha, beta, false, expected);
  }

  private static StorageCase cloned(String id, String options, Expectation expected) {
    String storage = "two clients of one host name, " + options;
    return new StorageCase("nfs/" + id, storage, options, options, true, expected);
  }
}
