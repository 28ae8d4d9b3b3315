package io.holdfast.posix;

/**
 * How a binding offers itself to {@link Bindings}; found through {@link java.util.ServiceLoader}.
 */
public interface PosixProvider {

  /** One lower-case word: {@code jni}, {@code ffm}, {@code jna}, {@code jnr}. */
  String name();

  /**
   * Loads the binding, or tells why it cannot be had here. May be called more than once and by
   * several threads.
   *
   * @throws BindingUnavailableException naming everything that was tried and what to do
   */
  Posix load() throws BindingUnavailableException;

  /**
   * Where what it loaded came from, in words for people; loads it unless that was done.
   *
   * @throws BindingUnavailableException as {@link #load}
   */
  String origin() throws BindingUnavailableException;
}
