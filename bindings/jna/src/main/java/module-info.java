/** The JNA binding: carries {@link io.holdfast.posix.Posix} to the C library by direct mapping. */
module io.holdfast.jna {
  requires transitive io.holdfast.core;
  requires io.holdfast.nativefiles;
  requires com.sun.jna;
  requires static org.jspecify;

  exports io.holdfast.jna;

  provides io.holdfast.posix.PosixProvider with
      io.holdfast.jna.JnaProvider;
}
