package io.holdfast.posix;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The table of constants that the C compiler made for this operating system and architecture. */
final class PlatformConstants {

  private static final Map<String, Long> TABLE = load(Platform.current());
  private static final Map<Integer, String> ERRNO_SYMBOLS = errnoSymbols();

  private PlatformConstants() {}

  static int intValue(String name) {
    return Math.toIntExact(longValue(name));
  }

  static long longValue(String name) {
    Long value = TABLE.get(name);
    if (value == null) {
      throw new IllegalStateException("no constant " + name + " for " + Platform.current());
    }
    return value;
  }

  static @Nullable String errnoSymbol(int number) {
    return ERRNO_SYMBOLS.get(number);
  }

  /** Every name with its value, sorted by name. */
  static Map<String, Long> all() {
    return new TreeMap<>(TABLE);
  }

  private static Map<Integer, String> errnoSymbols() {
    Map<Integer, String> symbols = new HashMap<>();
    TABLE.forEach(
        (name, value) -> {
          if (name.startsWith("E")) {
            symbols.put(value.intValue(), name);
          }
        });
    return Map.copyOf(symbols);
  }

  private static Map<String, Long> load(Platform platform) {
    String resource = platform.constantsResource();
    try (InputStream in = PlatformConstants.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(platform.unsupportedMessage());
      }
      Map<String, Long> table = new HashMap<>();
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        int equals = line.indexOf('=');
        if (!line.startsWith("#") && equals > 0) {
          table.put(line.substring(0, equals), Long.valueOf(line.substring(equals + 1)));
        }
      }
      return Map.copyOf(table);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + resource, e);
    }
  }
}
