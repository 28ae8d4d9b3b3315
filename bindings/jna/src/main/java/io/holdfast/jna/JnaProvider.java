package io.holdfast.jna;

import io.holdfast.carrier.CarriedPosix;
import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixProvider;

/**
 * Offers the binding {@code jna}. The library is looked for once per class loader, at the first
 * {@link #load}; later calls give the same answer.
 */
public final class JnaProvider implements PosixProvider {

  private static final String NAME = "jna";

  /** For {@link java.util.ServiceLoader}. */
  public JnaProvider() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Posix load() throws BindingUnavailableException {
    Library.require();
    return new CarriedPosix(NAME, new JnaMemory(), new NativeCalls());
  }

  @Override
  public String origin() throws BindingUnavailableException {
    return Library.require();
  }
}
