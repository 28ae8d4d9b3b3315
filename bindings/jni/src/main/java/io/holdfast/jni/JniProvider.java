package io.holdfast.jni;

import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixProvider;

/**
 * Offers the binding {@code jni}. The library is looked for once per class loader, at the first
 * {@link #load}; later calls give the same answer.
 */
public final class JniProvider implements PosixProvider {

  /** For {@link java.util.ServiceLoader}. */
  public JniProvider() {}

  @Override
  public String name() {
    return JniPosix.NAME;
  }

  @Override
  public Posix load() throws BindingUnavailableException {
    NativeLibrary.require();
    return new JniPosix();
  }

  @Override
  public String origin() throws BindingUnavailableException {
    return NativeLibrary.require();
  }
}
