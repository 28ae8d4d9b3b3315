package io.holdfast.jni;

import io.holdfast.natives.NativeFileException;
import io.holdfast.natives.NativeFiles;
import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.NativeAbi;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Loads libholdfast_jni.so once, and only when its constants are this core's. */
final class NativeLibrary {

  private static final String FILE_NAME = "libholdfast_jni.so";
  private static final int NAMES_BYTES = 64 * 1024;
  private static final int MOST_CONSTANTS = 4096;

  private NativeLibrary() {}

  /** What became of loading: either is null. */
  private record Outcome(@Nullable String origin, @Nullable String cause) {}

  private static final class Once {
    static final Outcome OUTCOME = load();
  }

  /**
   * Loads the library unless that was done.
   *
   * @return where it came from
   * @throws BindingUnavailableException with every place that was tried; each time the same
   */
  static String require() throws BindingUnavailableException {
    Outcome outcome = Once.OUTCOME;
    if (outcome.origin() == null) {
      throw new BindingUnavailableException(String.valueOf(outcome.cause()));
    }
    return outcome.origin();
  }

  private static Outcome load() {
    try {
      return new Outcome(NativeFiles.load(FILE_NAME, NativeLibrary::tryLoad), null);
    } catch (NativeFileException e) {
      return new Outcome(null, e.getMessage());
    }
  }

  /** A library that does not fit stays loaded and is never called: the next one takes its place. */
  private static @Nullable String tryLoad(String file) {
    try {
      System.load(file);
      NativeAbi.verify(NativeCalls.abiVersion(), NativeLibrary::constants);
      return null;
    } catch (LinkageError e) {
      return e.getMessage();
    } catch (BindingUnavailableException e) {
      return e.getMessage();
    } catch (IllegalCallerException e) {
      return e.getMessage() + " (add --enable-native-access=" + moduleName() + ")";
    }
  }

  private static Map<String, Long> constants() {
    byte[] names = new byte[NAMES_BYTES];
    long[] values = new long[MOST_CONSTANTS];
    int count = NativeCalls.constants(names, values);
    Map<String, Long> table = new HashMap<>();
    int start = 0;
    for (int i = 0; i < count; i++) {
      int end = start;
      while (names[end] != 0) {
        end++;
      }
      table.put(new String(names, start, end - start, StandardCharsets.US_ASCII), values[i]);
      start = end + 1;
    }
    return table;
  }

  private static String moduleName() {
    String name = NativeLibrary.class.getModule().getName();
    return name == null ? "ALL-UNNAMED" : name;
  }
}
