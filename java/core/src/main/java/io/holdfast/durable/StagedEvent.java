package io.holdfast.durable;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Flight-recorder event: one content barrier. */
@Name("io.holdfast.Staged")
@Label("Content barrier")
@Category("Holdfast")
@StackTrace(false)
final class StagedEvent extends Event {

  @Label("Target")
  String target = "";

  @Label("Result")
  int result;

  void end(io.holdfast.durable.Name name, int answer) {
    end();
    if (shouldCommit()) {
      target = name.toString();
      result = answer;
      commit();
    }
  }
}
