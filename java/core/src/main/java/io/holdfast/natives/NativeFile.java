package io.holdfast.natives;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A native file that was found: its path, and where it came from.
 *
 * <p>The owner closes it when it is not needed any more. A running program does not need its file:
 * close it as soon as the program has started, then a killed JVM leaves nothing behind. Immutable;
 * close it once.
 */
public final class NativeFile implements AutoCloseable {

  private final Path file;
  private final String origin;
  private final @Nullable Path privateDirectory;

  private NativeFile(Path file, String origin, @Nullable Path privateDirectory) {
    this.file = file;
    this.origin = origin;
    this.privateDirectory = privateDirectory;
  }

  /** A file that was there before and stays. */
  static NativeFile inPlace(Path file, String origin) {
    return new NativeFile(file, origin, null);
  }

  /** A copy, alone in its directory; both go with {@link #close}. */
  static NativeFile copy(Path file, String origin) {
    return new NativeFile(file, origin, file.getParent());
  }

  /** The absolute path. */
  public String path() {
    return file.toString();
  }

  /** All of it. */
  public byte[] read() throws IOException {
    return Files.readAllBytes(file);
  }

  /** Where it came from, in words for people. */
  public String origin() {
    return origin;
  }

  /** Where it is and why there; of a copy, which goes soon, what it is a copy of. */
  public String whereabouts() {
    return privateDirectory == null ? toString() : origin;
  }

  /** Removes a copy; a file that was there before stays. */
  @Override
  public void close() throws IOException {
    if (privateDirectory != null) {
      Files.deleteIfExists(file);
      Files.deleteIfExists(privateDirectory);
    }
  }

  @Override
  public String toString() {
    return file + " (" + origin + ")";
  }
}
