package io.holdfast.exchange.jgroups;

import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Files of a test with a mode. */
final class PrivateFiles {

  /** A secret of a test. */
  static final String SECRET = "9f31c2 - enough for a test: 32 bytes and more";

  private PrivateFiles() {}

  static RawPath write(Path directory, String name, String content, String mode)
      throws IOException {
    return write(directory, name, content.getBytes(StandardCharsets.UTF_8), mode);
  }

  static RawPath write(Path directory, String name, byte[] content, String mode)
      throws IOException {
    Path file = Files.write(directory.resolve(name), content);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    return RawPath.of(file.toString());
  }
}
