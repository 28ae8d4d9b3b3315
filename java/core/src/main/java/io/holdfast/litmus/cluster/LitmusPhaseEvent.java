package io.holdfast.litmus.cluster;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Flight-recorder event: one phase of a litmus, act and agreement. */
@Name("io.holdfast.LitmusPhase")
@Label("Litmus phase")
@Category("Holdfast")
@StackTrace(false)
final class LitmusPhaseEvent extends Event {

  @Label("Phase")
  String phase = "";

  @Label("Generation")
  long generation;

  void tell(Phase done, long ofGeneration) {
    end();
    if (shouldCommit()) {
      phase = done.id();
      generation = ofGeneration;
      commit();
    }
  }
}
