package io.holdfast.posix;

import java.util.Locale;

/**
 * Operating system and architecture, spelled as in the names of native resources: {@code
 * linux-x86_64}, {@code linux-aarch64}, with {@code -musl} behind where the C library is musl.
 */
public record Platform(String os, String arch, boolean musl) {

  /** The platform of this JVM. */
  public static Platform current() {
    return new Platform(
        osName(System.getProperty("os.name", "")),
        archName(System.getProperty("os.arch", "")),
        Musl.IS_LOADED);
  }

  /** Whether core carries this platform's table of constants. */
  public boolean isSupported() {
    return Platform.class.getResource(constantsResource()) != null;
  }

  /** What to say where it does not. */
  public String unsupportedMessage() {
    return "Holdfast has no table of constants for "
        + os
        + "-"
        + arch
        + "; build native/ there and add the output of holdfast-print-constants as "
        + constantsResource().substring(1);
  }

  /** Directory of this platform's native files inside jars: {@code META-INF/native/<this>/}. */
  public String nativeDirectory() {
    return "META-INF/native/" + this + "/";
  }

  String constantsResource() {
    return "/io/holdfast/posix/" + os + "-" + arch + ".constants";
  }

  @Override
  public String toString() {
    return os + "-" + arch + (musl ? "-musl" : "");
  }

  private static String osName(String name) {
    return name.toLowerCase(Locale.ROOT).replace(' ', '_');
  }

  private static String archName(String arch) {
    return arch.equals("amd64") ? "x86_64" : arch;
  }

  private static final class Musl {
    static final boolean IS_LOADED =
        new java.io.File("/lib/ld-musl-x86_64.so.1").exists()
            && !new java.io.File("/lib64/ld-linux-x86-64.so.2").exists();
  }
}
