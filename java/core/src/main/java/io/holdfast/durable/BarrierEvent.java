package io.holdfast.durable;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Flight-recorder event: one directory barrier, from the fsync to the end of its probe. */
@Name("io.holdfast.Barrier")
@Label("Directory barrier")
@Category("Holdfast")
@StackTrace(false)
final class BarrierEvent extends Event {

  @Label("Reason")
  String reason = "";

  @Label("Form")
  String form = "";

  @Label("Directory")
  String directory = "";

  @Label("Failure")
  String failure = "";

  /**
   * @param why it failed; empty when it did not
   */
  void end(BarrierReason cause, BarrierForm used, Dir dir, String why) {
    end();
    if (shouldCommit()) {
      reason = cause.name();
      form = used.name();
      directory = dir.toString();
      failure = why;
      commit();
    }
  }
}
