/** The JNI binding: carries {@link io.holdfast.posix.Posix} to the C library through JNI. */
module io.holdfast.jni {
  requires transitive io.holdfast.core;
  requires io.holdfast.nativefiles;
  requires static org.jspecify;

  exports io.holdfast.jni;

  provides io.holdfast.posix.PosixProvider with
      io.holdfast.jni.JniProvider;
}
