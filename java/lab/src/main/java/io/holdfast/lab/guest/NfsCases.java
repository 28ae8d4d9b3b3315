package io.holdfast.lab.guest;

import io.holdfast.lab.Expectation;
import io.holdfast.lab.Outcome;
import io.holdfast.litmus.LockBehaviour;
import io.holdfast.litmus.LockKind;
import io.holdfast.litmus.Question;
import java.util.List;
import java.util.Optional;

/** Expected beside observed: how clients mount NFS, and what must be seen. */
public final class NfsCases {

  /** Locks that exclude the other client. */
  private static final Expectation COHERENT =
      exclusiveNames(Expectation.of(Outcome.QUALIFIED)).allLocks(LockBehaviour.COHERENT);

  /** A lock that both hold decides a table with update locks; names still have one winner. */
  private static final Expectation REFUTED =
      exclusiveNames(Expectation.of(Outcome.REFUTED)).says("flock");

  private static final Expectation ALL_LOCAL = REFUTED.allLocks(LockBehaviour.LOCAL_ONLY);

  private static final Expectation FLOCK_LOCAL =
      REFUTED
          .lock(LockKind.FLOCK, LockBehaviour.LOCAL_ONLY)
          .lock(LockKind.OFD, LockBehaviour.COHERENT)
          .lock(LockKind.POSIX, LockBehaviour.COHERENT);

  /**
   * Each takes the other's state away when it comes back to the server, so that calls hang again
   * and again: what else is seen is a matter of time.
   */
  private static final Expectation ONE_CLIENT_TO_THE_SERVER =
      REFUTED.lock(LockKind.FLOCK, LockBehaviour.LOCAL_ONLY).finding("one-host-name");

  /** All cases, in the order in which they are run. */
  public static final List<NfsCase> ALL =
      List.of(
          both("3", "vers=3", COHERENT),
          both("4.0", "vers=4.0", COHERENT),
          both("4.1", "vers=4.1", COHERENT),
          both("4.2", "vers=4.2", COHERENT),
          one("3-and-4.2", "vers=3", "vers=4.2", COHERENT),
          both("3-nolock", "vers=3,nolock", ALL_LOCAL),
          one("3-local-flock-on-one-side", "vers=3,local_lock=flock", "vers=3", FLOCK_LOCAL),
          both("3-local-all", "vers=3,local_lock=all", ALL_LOCAL),
          cloned("4.2-cloned-name", "vers=4.2", ONE_CLIENT_TO_THE_SERVER));

  private NfsCases() {}

  /** The case of an id, which may be given without {@code nfs/}. */
  public static Optional<NfsCase> named(String id) {
    return ALL.stream()
        .filter(known -> known.id().equals(id) || known.id().equals("nfs/" + id))
        .findFirst();
  }

  private static Expectation exclusiveNames(Expectation expected) {
    return expected
        .answer(Question.EXCLUSIVE_LINK, "qualified")
        .answer(Question.EXCLUSIVE_MOVE, "qualified")
        .answer(Question.EXCLUSIVE_CREATE, "qualified")
        .answer(Question.EXCLUSIVE_MKDIR, "qualified");
  }

  private static NfsCase both(String id, String options, Expectation expected) {
    NfsMount mount = new NfsMount(options);
    return new NfsCase("nfs/" + id, "two clients, " + options, mount, mount, false, expected);
  }

  private static NfsCase one(String id, String alpha, String beta, Expectation expected) {
    String storage = "a client with " + alpha + ", one with " + beta;
    return new NfsCase(
        "nfs/" + id, storage, new NfsMount(alpha), new NfsMount(beta), false, expected);
  }

  private static NfsCase cloned(String id, String options, Expectation expected) {
    NfsMount mount = new NfsMount(options);
    String storage = "two clients of one host name, " + options;
    return new NfsCase("nfs/" + id, storage, mount, mount, true, expected);
  }
}
