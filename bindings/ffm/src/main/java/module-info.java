/**
 * The FFM binding: carries {@link io.holdfast.posix.Posix} to the C library through
 * java.lang.foreign. Name it with {@code --enable-native-access=io.holdfast.ffm}.
 */
module io.holdfast.ffm {
  requires transitive io.holdfast.core;
  requires io.holdfast.nativefiles;
  requires static org.jspecify;

  exports io.holdfast.ffm;

  provides io.holdfast.posix.PosixProvider with
      io.holdfast.ffm.FfmProvider;
}
