package io.holdfast.jna;

import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixProvider;

/**
 * Offers the binding {@code jna}. The library is looked for once per class loader, at the first
 * {@link #load}; later calls give the same answer.
 */
public final class JnaProvider implements PosixProvider {

  /** For {@link java.util.ServiceLoader}. */
  public JnaProvider() {}

  @Override
  public String name() {
    return JnaPosix.NAME;
  }

  @Override
  public Posix load() throws BindingUnavailableException {
    Library.require();
    return new JnaPosix();
  }

  @Override
  public String origin() throws BindingUnavailableException {
    return Library.require();
  }
}
