/** Carries the frames of the litmus between processes by JGroups. */
module io.holdfast.exchange.jgroups {
  requires transitive io.holdfast.core;
  requires java.logging;
  requires org.jgroups;
  requires static org.jspecify;

  exports io.holdfast.exchange.jgroups;
}
