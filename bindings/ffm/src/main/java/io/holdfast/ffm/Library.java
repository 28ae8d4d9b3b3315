package io.holdfast.ffm;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.holdfast.carrier.LoadedLibrary;
import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.NativeAbi;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Loads libholdfast.so once, and only when its constants are this core's. */
@SuppressWarnings("restricted")
final class Library {

  private static final String FILE_NAME = "libholdfast.so";

  /** struct hf_constant. */
  private static final MemoryLayout CONSTANT = MemoryLayout.structLayout(ADDRESS, JAVA_LONG);

  private Library() {}

  /** The library, and its symbols where it was loaded. */
  private record Loaded(LoadedLibrary library, @Nullable SymbolLookup symbols) {}

  private static final class Once {
    static final Loaded LOADED = load();
  }

  /** Loads the library unless that was done; see {@link LoadedLibrary#require}. */
  static String require() throws BindingUnavailableException {
    return Once.LOADED.library().require();
  }

  /** A function of holdfast.h; {@link #require} has succeeded. */
  static MethodHandle function(String name, FunctionDescriptor type) {
    SymbolLookup symbols = Once.LOADED.symbols();
    if (symbols == null) {
      throw new IllegalStateException("the library is not loaded");
    }
    return function(symbols, name, type);
  }

  private static MethodHandle function(SymbolLookup symbols, String name, FunctionDescriptor type) {
    MemorySegment address =
        symbols.find(name).orElseThrow(() -> new UnsatisfiedLinkError("no function " + name));
    return Linker.nativeLinker().downcallHandle(address, type);
  }

  private static Loaded load() {
    SymbolLookup[] loaded = new SymbolLookup[1];
    LoadedLibrary library = LoadedLibrary.find(FILE_NAME, file -> tryLoad(file, loaded));
    return new Loaded(library, loaded[0]);
  }

  /** A library that does not fit stays loaded and is never called: the next one takes its place. */
  private static @Nullable String tryLoad(String file, SymbolLookup[] loaded) {
    try {
      SymbolLookup symbols = SymbolLookup.libraryLookup(Path.of(file), Arena.global());
      NativeAbi.verify(version(symbols), () -> constants(symbols));
      loaded[0] = symbols;
      return null;
    } catch (LinkageError | IllegalArgumentException | BindingUnavailableException e) {
      return e.getMessage();
    } catch (IllegalCallerException e) {
      return LoadedLibrary.refusal(e, moduleName());
    }
  }

  private static int version(SymbolLookup symbols) {
    MethodHandle version = function(symbols, "hf_abi_version", FunctionDescriptor.of(JAVA_INT));
    try {
      return (int) version.invokeExact();
    } catch (Throwable e) {
      throw NativeCalls.unexpected(e);
    }
  }

  private static Map<String, Long> constants(SymbolLookup symbols) {
    MethodHandle function =
        function(symbols, "hf_constants", FunctionDescriptor.of(JAVA_INT, ADDRESS));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment pointer = arena.allocate(ADDRESS);
      int count = (int) function.invokeExact(pointer);
      MemorySegment table = pointer.get(ADDRESS, 0).reinterpret(count * CONSTANT.byteSize());
      Map<String, Long> constants = new HashMap<>();
      table
          .elements(CONSTANT)
          .forEach(
              entry ->
                  constants.put(
                      entry.get(ADDRESS, 0).reinterpret(Long.MAX_VALUE).getString(0),
                      entry.get(JAVA_LONG, ADDRESS.byteSize())));
      return constants;
    } catch (Throwable e) {
      throw NativeCalls.unexpected(e);
    }
  }

  private static String moduleName() {
    String name = Library.class.getModule().getName();
    return name == null ? "ALL-UNNAMED" : name;
  }
}
