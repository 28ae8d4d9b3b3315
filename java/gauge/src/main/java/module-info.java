/** Gauge: what barriers, names, locks and leases cost in a directory, with the calls counted. */
module io.holdfast.gauge {
  requires transitive io.holdfast.core;
  requires transitive io.holdfast.testkit;
  requires HdrHistogram;
  requires static transitive org.jspecify;

  exports io.holdfast.gauge;
  exports io.holdfast.gauge.calls;

  uses io.holdfast.posix.PosixProvider;
}
