/**
 * The JNR binding: carries {@link io.holdfast.posix.Posix} straight to the C library of the system,
 * without C code of Holdfast's own.
 */
module io.holdfast.jnr {
  requires transitive io.holdfast.core;
  requires org.jnrproject.constants;
  requires org.jnrproject.ffi;
  requires org.jnrproject.posix;
  requires static org.jspecify;

  exports io.holdfast.jnr;

  provides io.holdfast.posix.PosixProvider with
      io.holdfast.jnr.JnrProvider;
}
