package io.holdfast.durable;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** Flight-recorder event: the first failed directory barrier of a {@link Durable}. */
@Name("io.holdfast.Poisoned")
@Label("Poisoned")
@Category("Holdfast")
final class PoisonedEvent extends Event {

  @Label("Cause")
  String cause = "";
}
