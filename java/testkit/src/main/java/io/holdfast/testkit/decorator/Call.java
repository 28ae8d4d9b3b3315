package io.holdfast.testkit.decorator;

import io.holdfast.posix.Flags;
import io.holdfast.posix.RawPath;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * One call with its arguments, as a value.
 *
 * @param arguments in the order of the method's parameters: Integer and Long, {@link RawPath} for
 *     names, {@link Payload} for bytes that go in, an Integer for the room of a buffer to be filled
 */
public record Call(PosixCall which, List<Object> arguments) {

  private static final Map<String, Integer> OPEN_WORDS = openWords();

  public Call {
    arguments = List.copyOf(arguments);
  }

  static Call of(PosixCall which, Object... arguments) {
    return new Call(which, List.of(arguments));
  }

  /** The first descriptor given, -1 where the call takes none. */
  public int descriptor() {
    int at = which.arguments().indexOf(PosixCall.Argument.DESCRIPTOR);
    return at < 0 ? -1 : (Integer) arguments.get(at);
  }

  /** Every name given, in order: two for link and rename. */
  public List<RawPath> names() {
    return arguments.stream().filter(RawPath.class::isInstance).map(RawPath.class::cast).toList();
  }

  /** Whether one of the names is this. */
  public boolean hasName(String name) {
    return names().contains(RawPath.of(name));
  }

  /** {@code openat(3, "record", O_RDWR|O_CREAT, 0600)}. */
  @Override
  public String toString() {
    StringJoiner text = new StringJoiner(", ", which.method() + "(", ")");
    for (int i = 0; i < arguments.size(); i++) {
      text.add(print(which.arguments().get(i), arguments.get(i)));
    }
    return text.toString();
  }

  private static String print(PosixCall.Argument kind, Object value) {
    return switch (kind) {
      case NAME -> "\"" + value + "\"";
      case DESCRIPTOR -> value.equals(Flags.AT_FDCWD) ? "AT_FDCWD" : value.toString();
      case OPEN_FLAGS -> openFlags((Integer) value);
      case BITS ->
          value instanceof Integer bits ? hex(Integer.toUnsignedLong(bits)) : hex((Long) value);
      case MODE -> "0" + Integer.toOctalString((Integer) value);
      case LOCK_OPERATION -> lockOperation((Integer) value);
      case LOCK_COMMAND -> lockCommand((Integer) value);
      case LOCK_TYPE -> lockType((Integer) value);
      case NUMBER, PAYLOAD, ROOM -> value.toString();
    };
  }

  private static String hex(long bits) {
    return bits == 0 ? "0" : "0x" + Long.toHexString(bits);
  }

  private static String openFlags(int flags) {
    int mode = flags & Flags.O_ACCMODE;
    StringJoiner text = new StringJoiner("|");
    text.add(mode == Flags.O_RDWR ? "O_RDWR" : mode == Flags.O_WRONLY ? "O_WRONLY" : "O_RDONLY");
    int rest = flags & ~Flags.O_ACCMODE;
    for (Map.Entry<String, Integer> word : OPEN_WORDS.entrySet()) {
      if ((rest & word.getValue()) == word.getValue()) {
        text.add(word.getKey());
        rest &= ~word.getValue();
      }
    }
    return rest == 0 ? text.toString() : text.add(hex(rest)).toString();
  }

  /** Words that contain others stand before them. */
  private static Map<String, Integer> openWords() {
    Map<String, Integer> words = new LinkedHashMap<>();
    words.put("O_TMPFILE", Flags.O_TMPFILE);
    words.put("O_SYNC", Flags.O_SYNC);
    words.put("O_DSYNC", Flags.O_DSYNC);
    words.put("O_CREAT", Flags.O_CREAT);
    words.put("O_EXCL", Flags.O_EXCL);
    words.put("O_TRUNC", Flags.O_TRUNC);
    words.put("O_APPEND", Flags.O_APPEND);
    words.put("O_NONBLOCK", Flags.O_NONBLOCK);
    words.put("O_DIRECT", Flags.O_DIRECT);
    words.put("O_DIRECTORY", Flags.O_DIRECTORY);
    words.put("O_NOFOLLOW", Flags.O_NOFOLLOW);
    words.put("O_CLOEXEC", Flags.O_CLOEXEC);
    words.put("O_PATH", Flags.O_PATH);
    return words;
  }

  private static String lockOperation(int operation) {
    int bare = operation & ~Flags.LOCK_NB;
    String suffix = bare == operation ? "" : "|LOCK_NB";
    if (bare == Flags.LOCK_SH) {
      return "LOCK_SH" + suffix;
    }
    if (bare == Flags.LOCK_EX) {
      return "LOCK_EX" + suffix;
    }
    return bare == Flags.LOCK_UN ? "LOCK_UN" + suffix : hex(operation);
  }

  private static String lockCommand(int command) {
    Map<Integer, String> words =
        Map.of(
            Flags.F_GETLK, "F_GETLK",
            Flags.F_SETLK, "F_SETLK",
            Flags.F_SETLKW, "F_SETLKW",
            Flags.F_OFD_GETLK, "F_OFD_GETLK",
            Flags.F_OFD_SETLK, "F_OFD_SETLK",
            Flags.F_OFD_SETLKW, "F_OFD_SETLKW");
    return words.getOrDefault(command, Integer.toString(command));
  }

  private static String lockType(int type) {
    Map<Integer, String> words =
        Map.of(Flags.F_RDLCK, "F_RDLCK", Flags.F_WRLCK, "F_WRLCK", Flags.F_UNLCK, "F_UNLCK");
    return words.getOrDefault(type, Integer.toString(type));
  }
}
