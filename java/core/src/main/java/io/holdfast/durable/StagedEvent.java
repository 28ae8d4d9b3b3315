package io.holdfast.durable;

import io.holdfast.posix.Errno;
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

  @Label("Failure")
  String failure = "";

  void end(io.holdfast.durable.Name name, int result) {
    end();
    if (shouldCommit()) {
      target = name.toString();
      failure = result < 0 ? Errno.of(result).symbol() : "";
      commit();
    }
  }
}
