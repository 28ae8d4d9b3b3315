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

  @Label("Directory")
  String directory = "";

  @Label("Result")
  int result;

  void end(BarrierReason why, Dir dir, int answer) {
    end();
    if (shouldCommit()) {
      reason = why.name();
      directory = dir.toString();
      result = answer;
      commit();
    }
  }
}
