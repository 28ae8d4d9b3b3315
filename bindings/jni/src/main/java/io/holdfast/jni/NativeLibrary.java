package io.holdfast.jni;

import io.holdfast.carrier.LoadedLibrary;
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

  private static final class Once {
    static final LoadedLibrary LIBRARY = LoadedLibrary.find(FILE_NAME, NativeLibrary::tryLoad);
  }

  /** Loads the library unless that was done; see {@link LoadedLibrary#require}. */
  static String require() throws BindingUnavailableException {
    return Once.LIBRARY.require();
  }

  /** A library that does not fit stays loaded and is never called: the next one takes its place. */
  private static @Nullable String tryLoad(String file) {
    try {
      System.load(file);
      NativeAbi.verify(NativeCalls.abiVersion(), NativeLibrary::constants);
      return null;
    } catch (LinkageError | BindingUnavailableException e) {
      return e.getMessage();
    } catch (IllegalCallerException e) {
      return LoadedLibrary.refusal(e, moduleName());
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
