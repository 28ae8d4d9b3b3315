package io.holdfast.jna;

import com.sun.jna.FunctionMapper;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import io.holdfast.carrier.LoadedLibrary;
import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.NativeAbi;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Loads libholdfast.so once, and only when its constants are this core's. */
final class Library {

  private static final String FILE_NAME = "libholdfast.so";

  /** hf_sync_file_range for syncFileRange. */
  private static final FunctionMapper C_NAMES =
      (library, method) ->
          "hf_" + method.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);

  private Library() {}

  private static final class Once {
    static final LoadedLibrary LIBRARY = LoadedLibrary.find(FILE_NAME, Library::tryLoad);
  }

  /** Loads the library unless that was done; see {@link LoadedLibrary#require}. */
  static String require() throws BindingUnavailableException {
    return Once.LIBRARY.require();
  }

  /** Asks a library what it is before a call of {@link NativeCalls} is tied to it. */
  private static @Nullable String tryLoad(String file) {
    try {
      NativeLibrary library =
          NativeLibrary.getInstance(
              file, Map.of(com.sun.jna.Library.OPTION_FUNCTION_MAPPER, C_NAMES));
      int version = library.getFunction("hf_abi_version").invokeInt(new Object[0]);
      NativeAbi.verify(version, () -> constants(library));
      Native.register(NativeCalls.class, library);
      return null;
    } catch (LinkageError | BindingUnavailableException e) {
      return e.getMessage();
    } catch (IllegalCallerException e) {
      return LoadedLibrary.refusal(e, modules());
    }
  }

  private static Map<String, Long> constants(NativeLibrary library) {
    Pointer[] table = new Pointer[1];
    int count = library.getFunction("hf_constants").invokeInt(new Object[] {table});
    Map<String, Long> constants = new HashMap<>();
    for (int i = 0; i < count; i++) {
      Pointer entry = table[0].share(2L * Long.BYTES * i);
      constants.put(entry.getPointer(0).getString(0), entry.getLong(Long.BYTES));
    }
    return constants;
  }

  private static String modules() {
    String name = Library.class.getModule().getName();
    return name == null ? "ALL-UNNAMED" : name + "," + Native.class.getModule().getName();
  }
}
