package io.holdfast.testkit.interleaving;

/** A promise was broken. An Error, so that nothing on the way takes it for a failure of storage. */
public final class Violation extends Error {

  private static final long serialVersionUID = 1L;

  Violation(String what) {
    super(what);
  }
}
