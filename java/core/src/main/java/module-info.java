/** The core: exact Linux file calls and what stands on them. Its one dependency is jackson-core. */
module io.holdfast.core {
  requires static transitive org.jspecify;
  requires com.fasterxml.jackson.core;
  requires jdk.jfr;

  exports io.holdfast.carrier;
  exports io.holdfast.clock;
  exports io.holdfast.dispatch;
  exports io.holdfast.durable;
  exports io.holdfast.lease;
  exports io.holdfast.posix;
  exports io.holdfast.natives;
  exports io.holdfast.json;
  exports io.holdfast.litmus;
  exports io.holdfast.litmus.carried;
  exports io.holdfast.litmus.cluster;
  exports io.holdfast.mount;
  exports io.holdfast.qualification;
  exports io.holdfast.result;
  exports io.holdfast.target;

  uses io.holdfast.posix.PosixProvider;
}
