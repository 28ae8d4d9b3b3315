package io.holdfast.testkit.lease;

import io.holdfast.lease.WorkId;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.PosixException;
import io.holdfast.testkit.decorator.Call;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.Payload;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.decorator.RecordedCall;
import io.holdfast.testkit.decorator.Trace;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What the tests of tables with update locks know of the lock. */
interface LockedGround extends LeaseGround {

  /** The call by which a lock is taken. */
  PosixCall taking();

  /** The call by which a lock is let go. */
  PosixCall lettingGo();

  /** Whether a call takes a lock. */
  boolean takes(Call call);

  /** Whether a call lets a lock go. */
  boolean letsGo(Call call);

  /** Takes the lock of an id, as another process does. */
  Hold hold(WorkId id) throws PosixException;

  /** A lock that is held by nobody of the arena. */
  interface Hold {

    void release();
  }

  /** The locks that were taken and let go, in their order. */
  default List<RecordedCall> lockChanges(Trace trace) {
    return trace.stream()
        .filter(one -> !one.failed() && (takes(one.call()) || letsGo(one.call())))
        .toList();
  }

  /** Whether a call opens the record of an id. */
  static boolean opensRecord(Call call, WorkId id) {
    return call.which() == PosixCall.OPENAT && call.hasName(id.hex() + ".json");
  }

  /** Whether a call renames something to the record of an id. */
  static boolean movesRecord(Call call, WorkId id) {
    return call.which() == PosixCall.RENAMEAT2
        && call.names().get(1).toString().equals(id.hex() + ".json");
  }

  /** Whether a call makes a content barrier: on a staged file. */
  static boolean syncsContent(RecordedCall call) {
    return call.which() == PosixCall.FSYNC
        && call.subject() != null
        && call.subject().toString().endsWith(".tmp");
  }

  /** That a call fails by which a record is written: of a staged file, or of a record's bytes. */
  static Fault writing(PosixCall which, Errno errno) {
    return Fault.of(which, errno)
        .where(
            call ->
                switch (which) {
                  case OPENAT -> call.names().get(0).toString().endsWith(".tmp");
                  case PWRITE ->
                      call.arguments().get(1) instanceof Payload payload
                          && payload.head().toString().startsWith("{");
                  default -> true;
                });
  }

  /** A record as coordinators in another language write it: no fence, no ttl, a plain token. */
  static byte[] foreign(WorkId id, double updatedSeconds) {
    return ("{\"attempts\":2,\"id\":\""
            + id
            + "\",\"more\":[1],\"owner\":\"other\",\"payload\":{\"a\":1},\"previous_owner\":\"\","
            + "\"schema\":1,\"status\":\"leased\",\"steals\":0,\"token\":\"plain\",\"updated\":"
            + updatedSeconds
            + ",\"worker\":3}\n")
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** Whether a call removes a directory. */
  static boolean removesDirectory(Call call) {
    return call.which() == PosixCall.UNLINKAT
        && call.arguments().stream().anyMatch(one -> one.equals(Flags.AT_REMOVEDIR));
  }
}
