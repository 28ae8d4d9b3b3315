package io.holdfast.natives;

import io.holdfast.posix.Platform;
import org.jspecify.annotations.Nullable;

/**
 * Where native files come from.
 *
 * <ol>
 *   <li>The directory of the system property {@value #DIRECTORY_PROPERTY}. Where it is set, no
 *       other place is looked at.
 *   <li>For libraries only: the directories of {@code java.library.path}.
 *   <li>The resource {@code META-INF/native/<platform>/<name>} (jar holdfast-native; the lab's
 *       rigs: jar holdfast-lab). It is copied into a fresh directory with mode 0700 below {@value
 *       #TMPDIR_PROPERTY}, else {@code java.io.tmpdir}; two versions, or two JVMs, never share a
 *       copy.
 * </ol>
 *
 * <p>Any thread may call these methods at any time; nothing is remembered between calls.
 */
public final class NativeFiles {

  /** System property: the one directory that holds all native files. */
  public static final String DIRECTORY_PROPERTY = "holdfast.native.dir";

  /** System property: below which directory copies are made; its mount must not be noexec. */
  public static final String TMPDIR_PROPERTY = "holdfast.tmpdir";

  private NativeFiles() {}

  /** Loads a library file, or tells why it cannot be used. */
  @FunctionalInterface
  public interface Loader {

    /**
     * Tries one candidate.
     *
     * @param file absolute path; a copy is removed when this method is back
     * @return null when the library is loaded and fits, else the reason in words
     */
    @Nullable String load(String file);
  }

  /**
   * Finds a program.
   *
   * @param name its file name, e.g. {@code holdfast-agent}
   * @return an executable file; the caller closes it
   * @throws NativeFileException when no place has one that can be executed
   */
  public static NativeFile find(String name) throws NativeFileException {
    return search().executable(name);
  }

  /**
   * Offers every library of a name to a loader, until one is loaded.
   *
   * @param name the file name, e.g. {@code libholdfast_jni.so}
   * @return where the loaded library came from, in words for people
   * @throws NativeFileException with the reason of every place
   */
  public static String load(String name, Loader loader) throws NativeFileException {
    return search().library(name, loader);
  }

  private static NativeSearch search() {
    return new NativeSearch(
        Platform.current(), System.getProperties(), NativeFiles.class.getClassLoader());
  }
}
