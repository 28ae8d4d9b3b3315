package io.holdfast.carrier;

import io.holdfast.natives.NativeFileException;
import io.holdfast.natives.NativeFiles;
import io.holdfast.posix.BindingUnavailableException;
import org.jspecify.annotations.Nullable;

/** What became of loading a library; a binding keeps it, so that it is looked for once. */
public final class LoadedLibrary {

  private final @Nullable String origin;
  private final @Nullable String cause;

  private LoadedLibrary(@Nullable String origin, @Nullable String cause) {
    this.origin = origin;
    this.cause = cause;
  }

  /**
   * Looks for a library and loads the first that fits.
   *
   * @param fileName such as {@code libholdfast.so}
   */
  public static LoadedLibrary find(String fileName, NativeFiles.Loader loader) {
    try {
      return new LoadedLibrary(NativeFiles.load(fileName, loader), null);
    } catch (NativeFileException e) {
      return new LoadedLibrary(null, e.getMessage());
    }
  }

  /**
   * Says where it came from.
   *
   * @throws BindingUnavailableException none fits, with every place that was tried; each time the
   *     same
   */
  public String require() throws BindingUnavailableException {
    if (origin == null) {
      throw new BindingUnavailableException(String.valueOf(cause));
    }
    return origin;
  }

  /** What to tell whoever forbids it to load native code. */
  public static String refusal(IllegalCallerException refused, String modules) {
    return refused.getMessage() + " (add --enable-native-access=" + modules + ")";
  }
}
