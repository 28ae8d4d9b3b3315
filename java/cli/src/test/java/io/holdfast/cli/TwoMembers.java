package io.holdfast.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** The files of a group of two, and a script that runs one command as both. */
final class TwoMembers {

  private TwoMembers() {}

  /** A directory {@code state}, a {@code group} of a and b, and a {@code secret}. */
  static void makeIn(Path directory) throws IOException {
    Files.createDirectory(directory.resolve("state"));
    Files.writeString(directory.resolve("group"), group());
    keep(directory.resolve("secret"), "0123456789abcdef".repeat(4));
  }

  /** A file for its owner alone. */
  static void keep(Path file, String content) throws IOException {
    Files.writeString(file, content);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  /** Prints the status of each; what a says is in {@code a.out} and {@code a.err}. */
  static String both(String command) {
    return "for name in a b; do \"$@\" "
        + command
        + " --group=group --name=$name >$name.out 2>$name.err & eval $name=$!; done;"
        + " wait $a; echo a $?; wait $b; echo b $?";
  }

  /** On two ports that are free now; one that was given back at once could be both. */
  private static String group() throws IOException {
    InetAddress here = InetAddress.getLoopbackAddress();
    try (ServerSocket a = new ServerSocket(0, 1, here);
        ServerSocket b = new ServerSocket(0, 1, here)) {
      return """
      {"schema": "holdfast-group-v1",
       "members": [{"name": "a", "host": "127.0.0.1", "port": %d},
                   {"name": "b", "host": "127.0.0.1", "port": %d}]}
      """
          .formatted(a.getLocalPort(), b.getLocalPort());
    }
  }
}
