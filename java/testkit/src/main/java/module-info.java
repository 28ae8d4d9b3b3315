/**
 * Tools for tests on top of the core: the contract of Posix, decorators, clocks set by hand,
 * made-up hosts. Nothing of this belongs into a product.
 */
module io.holdfast.testkit {
  requires transitive io.holdfast.core;
  requires transitive org.assertj.core;
  requires transitive org.junit.jupiter.api;
  requires transitive org.junit.jupiter.params;
  requires static transitive org.jspecify;

  exports io.holdfast.testkit;
  exports io.holdfast.testkit.agreement;
  exports io.holdfast.testkit.contract;
  exports io.holdfast.testkit.decorator;
  exports io.holdfast.testkit.dispatch;
  exports io.holdfast.testkit.durable;
  exports io.holdfast.testkit.fork;
  exports io.holdfast.testkit.interleaving;
  exports io.holdfast.testkit.lease;
  exports io.holdfast.testkit.litmus;
  exports io.holdfast.testkit.proof;
  exports io.holdfast.testkit.result;
  exports io.holdfast.testkit.sim;
  exports io.holdfast.testkit.target;

  opens io.holdfast.testkit.contract to
      org.junit.platform.commons;
  opens io.holdfast.testkit.dispatch to
      org.junit.platform.commons;
  opens io.holdfast.testkit.durable to
      org.junit.platform.commons;
  opens io.holdfast.testkit.lease to
      org.junit.platform.commons;
  opens io.holdfast.testkit.litmus to
      org.junit.platform.commons;
  opens io.holdfast.testkit.result to
      org.junit.platform.commons;
  opens io.holdfast.testkit.target to
      org.junit.platform.commons;

  exports io.holdfast.testkit.mutant;
}
