package io.holdfast.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Paths that the lab's own process must find; absolute, so that its scratch hides none of them. */
final class LabPaths {

  private LabPaths() {}

  /** A directory that files can be put into. */
  static Path directory(String option, String bytewise) throws CommandFailure {
    Path path = absolute(option, bytewise);
    if (!Files.isDirectory(path)) {
      throw missing(option, bytewise, "directory");
    }
    try {
      Files.delete(Files.createTempFile(path, ".holdfast-", ".try"));
    } catch (IOException e) {
      throw CommandFailure.environment(
          option + ": nothing can be written to " + RawArguments.readable(bytewise), null);
    }
    return path;
  }

  /** A directory that nothing is in; made where there is none. */
  static Path emptyDirectory(String option, String bytewise) throws CommandFailure {
    Path path = absolute(option, bytewise);
    try {
      if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        Files.createDirectory(path);
      }
    } catch (IOException e) {
      throw CommandFailure.environment(
          option + ": " + RawArguments.readable(bytewise) + " cannot be made", null);
    }
    Path found = directory(option, bytewise);
    try (Stream<Path> names = Files.list(found)) {
      if (names.findFirst().isPresent()) {
        throw CommandFailure.environment(
            option + ": " + RawArguments.readable(bytewise) + " is not empty", null);
      }
    } catch (IOException e) {
      throw CommandFailure.environment(
          option + ": " + RawArguments.readable(bytewise) + " cannot be listed", null);
    }
    return found;
  }

  /** A file that can be read. */
  static Path file(String option, String bytewise) throws CommandFailure {
    Path path = absolute(option, bytewise);
    if (!Files.exists(path)) {
      throw missing(option, bytewise, "file");
    }
    if (!Files.isRegularFile(path)) {
      throw CommandFailure.environment(
          option + ": " + RawArguments.readable(bytewise) + " is no regular file", null);
    }
    if (!Files.isReadable(path)) {
      throw CommandFailure.environment(
          option + ": " + RawArguments.readable(bytewise) + " cannot be read", null);
    }
    return path;
  }

  private static CommandFailure missing(String option, String bytewise, String what) {
    return CommandFailure.environment(
        option + ": there is no " + what + " '" + RawArguments.readable(bytewise) + "'", null);
  }

  private static Path absolute(String option, String bytewise) throws CommandFailure {
    if (bytewise.isEmpty()) {
      throw CommandFailure.usage(option + " is empty", ". is the current directory");
    }
    try {
      Path path = Path.of(RawArguments.readable(bytewise));
      return Files.exists(path) ? path.toRealPath() : path.toAbsolutePath();
    } catch (IOException e) {
      throw CommandFailure.environment(
          option + ": " + RawArguments.readable(bytewise) + " cannot be reached", null);
    } catch (InvalidPathException e) {
      throw CommandFailure.environment(
          option + ": '" + RawArguments.readable(bytewise) + "' is no path in this locale",
          "set LC_ALL=C.UTF-8, or give a path in ASCII");
    }
  }
}
