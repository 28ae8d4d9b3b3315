package io.holdfast.ffm;

import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixProvider;

/**
 * Offers the binding {@code ffm}, on Java 22 and later. The library is looked for once per class
 * loader, at the first {@link #load}; later calls give the same answer.
 */
public final class FfmProvider implements PosixProvider {

  static final String NAME = "ffm";

  /** JEP 454. */
  private static final int FOREIGN_FUNCTIONS = 22;

  /** For {@link java.util.ServiceLoader}. */
  public FfmProvider() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Posix load() throws BindingUnavailableException {
    requireForeignFunctions();
    Library.require();
    return NativeCalls.binding();
  }

  @Override
  public String origin() throws BindingUnavailableException {
    requireForeignFunctions();
    return Library.require();
  }

  /** Behind it, and only there, classes of a newer format may be loaded. */
  private static void requireForeignFunctions() throws BindingUnavailableException {
    Runtime.Version version = Runtime.version();
    if (version.feature() < FOREIGN_FUNCTIONS) {
      throw new BindingUnavailableException(
          "needs Java " + FOREIGN_FUNCTIONS + " or later, this is " + version.feature());
    }
  }
}
