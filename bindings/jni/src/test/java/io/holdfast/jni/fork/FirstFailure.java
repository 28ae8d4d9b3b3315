package io.holdfast.jni.fork;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.holdfast.jni.JniProvider;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;

/** Makes one call that fails, the first of its JVM, and prints the errno's symbol. */
public final class FirstFailure {

  private FirstFailure() {}

  public static void main(String[] arguments) throws Exception {
    Posix posix = new JniProvider().load();
    int result = call(posix, arguments[0]);
    System.out.println(Errno.of(result).symbol());
  }

  private static int call(Posix posix, String call) {
    return switch (call) {
      case "open" -> posix.openat(Flags.AT_FDCWD, "/no/such".getBytes(US_ASCII), Flags.O_RDONLY, 0);
      case "mkdir" -> posix.mkdirat(Flags.AT_FDCWD, "/".getBytes(US_ASCII), 0700);
      case "flock" -> posix.flock(-1, Flags.LOCK_EX);
      case "fsync" -> posix.fsync(-1);
      case "pread" -> posix.pread(-1, new byte[1], 0, 1, 0);
      default -> throw new IllegalArgumentException(call);
    };
  }
}
