package io.holdfast.lease;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Flight-recorder event: one heartbeat of any number of leases. */
@Name("io.holdfast.Heartbeat")
@Label("Heartbeat")
@Category("Holdfast")
@StackTrace(false)
final class HeartbeatEvent extends Event {

  @Label("Asked")
  int asked;

  @Label("Renewed")
  int renewed;

  @Label("Directory syncs")
  int directorySyncs;

  @Label("Ended in an exception")
  boolean failed = true;

  static HeartbeatEvent begun() {
    HeartbeatEvent event = new HeartbeatEvent();
    event.begin();
    return event;
  }

  /** Takes note of how it ended; without that it ended in an exception. */
  void answered(int leases, int syncs) {
    failed = false;
    renewed = leases;
    directorySyncs = syncs;
  }

  void tell(int leases) {
    end();
    if (shouldCommit()) {
      asked = leases;
      commit();
    }
  }
}
