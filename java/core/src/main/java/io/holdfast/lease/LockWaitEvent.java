package io.holdfast.lease;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * Flight-recorder event: an update lock that was not had at once, from the first try to the last.
 */
@Name("io.holdfast.LockWait")
@Label("Lock wait")
@Category("Holdfast")
@StackTrace(false)
final class LockWaitEvent extends Event {

  @Label("Id")
  String id = "";

  @Label("Protocol")
  String protocol = "";

  @Label("Tries")
  int tries;

  @Label("Taken")
  boolean taken;

  static LockWaitEvent begun() {
    LockWaitEvent event = new LockWaitEvent();
    event.begin();
    return event;
  }

  /** Takes note of a try. @return whether the lock was had */
  boolean tried(boolean had) {
    tries++;
    taken = had;
    return had;
  }

  /** A lock that was had at once was not waited for. */
  void tell(WorkId lock, TableManifest.Protocol of) {
    end();
    if (!(taken && tries == 1) && shouldCommit()) {
      id = lock.hex();
      protocol = of.name();
      commit();
    }
  }
}
