/**
 * The lab: storage of every kind, good and bad, made on this machine and taken away again, and what
 * the litmus has to say of each.
 */
module io.holdfast.lab {
  requires transitive io.holdfast.core;
  requires com.fasterxml.jackson.core;
  requires io.holdfast.testkit;
  requires static transitive org.jspecify;

  exports io.holdfast.lab;
  exports io.holdfast.lab.crash;
  exports io.holdfast.lab.lease;
  exports io.holdfast.lab.shared;

  uses io.holdfast.posix.PosixProvider;
}
