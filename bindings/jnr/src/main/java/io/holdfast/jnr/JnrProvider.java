package io.holdfast.jnr;

import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Platform;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixProvider;
import jnr.ffi.LibraryLoader;
import jnr.posix.POSIXFactory;

/** Offers the binding {@code jnr}. */
public final class JnrProvider implements PosixProvider {

  /** That of the layouts in {@link Layouts}. */
  private static final String PLATFORM = "linux-x86_64";

  private static final String LIBRARY = "libc.so.6";

  /** jffi reads memory through JNI then; JDK 24 and later warn of sun.misc.Unsafe on stderr. */
  private static final String WITHOUT_UNSAFE = "jffi.unsafe.disabled";

  /** For {@link java.util.ServiceLoader}. */
  public JnrProvider() {}

  @Override
  public String name() {
    return JnrPosix.NAME;
  }

  @Override
  public Posix load() throws BindingUnavailableException {
    String platform = Platform.current().toString();
    if (!platform.equals(PLATFORM)) {
      throw new BindingUnavailableException(
          "it knows the structs of " + PLATFORM + " with glibc only, this is " + platform);
    }
    if (System.getProperty(WITHOUT_UNSAFE) == null) {
      System.setProperty(WITHOUT_UNSAFE, "true");
    }
    try {
      Libc libc = LibraryLoader.create(Libc.class).failImmediately().load(LIBRARY);
      return new JnrPosix(libc, POSIXFactory.getNativePOSIX());
    } catch (LinkageError e) {
      throw new BindingUnavailableException(
          LIBRARY
              + " (glibc 2.33 or later) cannot be reached: "
              + e.getMessage()
              + "; jnr-ffi copies its own library below java.io.tmpdir (-Djffi.extract.dir=DIR),"
              + " and from JDK 24 on needs --enable-native-access",
          e);
    }
  }

  @Override
  public String origin() {
    return LIBRARY + " of this system, without libholdfast";
  }
}
