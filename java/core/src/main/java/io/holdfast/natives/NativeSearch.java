package io.holdfast.natives;

import io.holdfast.posix.Platform;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** One search through the places of {@link NativeFiles}, with what became of each. */
final class NativeSearch {

  private final Platform platform;
  private final Properties properties;
  private final ClassLoader resources;
  private final List<String> attempts = new ArrayList<>();
  private boolean noexec;

  NativeSearch(Platform platform, Properties properties, ClassLoader resources) {
    this.platform = platform;
    this.properties = properties;
    this.resources = resources;
  }

  NativeFile executable(String name) throws NativeFileException {
    Path forced = forcedFile(name);
    NativeFile found = forced == null ? copyOfResource(name) : inForcedDirectory(forced);
    if (found == null) {
      throw failure(name);
    }
    Path file = Path.of(found.path());
    if (Files.isExecutable(file)) {
      return found;
    }
    failed(found.toString(), notExecutable(file, "may not be executed"));
    remove(found);
    throw failure(name);
  }

  String library(String name, NativeFiles.Loader loader) throws NativeFileException {
    Path forced = forcedFile(name);
    if (forced != null) {
      NativeFile found = inForcedDirectory(forced);
      if (found != null && loads(found, loader)) {
        return found.toString();
      }
      throw failure(name);
    }
    for (NativeFile found : onLibraryPath(name)) {
      if (loads(found, loader)) {
        return found.toString();
      }
    }
    NativeFile copy = copyOfResource(name);
    if (copy == null) {
      throw failure(name);
    }
    boolean loaded = loads(copy, loader);
    remove(copy);
    if (!loaded) {
      throw failure(name);
    }
    return copy.origin();
  }

  private boolean loads(NativeFile found, NativeFiles.Loader loader) {
    String reason = ElfFile.unusable(Path.of(found.path()), platform.arch());
    if (reason == null) {
      reason = loader.load(found.path());
    }
    if (reason == null) {
      return true;
    }
    failed(found.toString(), notExecutable(Path.of(found.path()), reason));
    return false;
  }

  // ---- the places

  private @Nullable Path forcedFile(String name) {
    String directory = properties.getProperty(NativeFiles.DIRECTORY_PROPERTY);
    return directory == null ? null : Path.of(directory).toAbsolutePath().resolve(name);
  }

  private @Nullable NativeFile inForcedDirectory(Path file) {
    String origin = "-D" + NativeFiles.DIRECTORY_PROPERTY;
    if (Files.isRegularFile(file)) {
      return NativeFile.inPlace(file, origin);
    }
    failed(file + " (" + origin + ", the only place then)", "no such file");
    return null;
  }

  private List<NativeFile> onLibraryPath(String name) {
    String path = properties.getProperty("java.library.path", "");
    List<NativeFile> found = new ArrayList<>();
    for (String directory : path.split(File.pathSeparator, -1)) {
      Path file = Path.of(directory).toAbsolutePath().resolve(name);
      if (Files.isRegularFile(file)) {
        found.add(NativeFile.inPlace(file, "java.library.path"));
      }
    }
    if (found.isEmpty()) {
      failed("java.library.path " + path, "no such file there");
    }
    return found;
  }

  private @Nullable NativeFile copyOfResource(String name) {
    String resource = platform.nativeDirectory() + name;
    URL url = resources.getResource(resource);
    if (url == null) {
      failed("resource " + resource, "not on the class path (holdfast-native.jar has it)");
      return null;
    }
    String parent =
        properties.getProperty(
            NativeFiles.TMPDIR_PROPERTY, properties.getProperty("java.io.tmpdir", "/tmp"));
    try {
      return copy(url, Path.of(parent).toAbsolutePath(), name);
    } catch (IOException | InvalidPathException e) {
      failed("resource " + resource, "cannot be copied below " + parent + ": " + words(e));
      return null;
    }
  }

  private static NativeFile copy(URL url, Path parent, String name) throws IOException {
    var ownerOnly =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    Path directory = Files.createTempDirectory(parent, "holdfast-native-", ownerOnly);
    NativeFile copy = NativeFile.copy(directory.resolve(name), "copied from " + url);
    try {
      Files.createFile(Path.of(copy.path()), ownerOnly);
      URLConnection connection = url.openConnection();
      connection.setUseCaches(false);
      try (InputStream in = connection.getInputStream();
          var out = Files.newOutputStream(Path.of(copy.path()))) {
        in.transferTo(out);
      }
      return copy;
    } catch (IOException e) {
      copy.close();
      throw e;
    }
  }

  private void remove(NativeFile file) {
    try {
      file.close();
    } catch (IOException e) {
      failed(file.toString(), "cannot be removed: " + words(e));
    }
  }

  // ---- the report

  private void failed(String where, String reason) {
    attempts.add(where + ": " + reason);
  }

  /** access(2) refuses to execute what lies on a noexec mount, whatever the mode says. */
  private String notExecutable(Path file, String reason) {
    if (Files.isExecutable(file)) {
      return reason;
    }
    noexec = true;
    return reason + " (access(2) says not executable: a noexec mount, or its mode)";
  }

  private NativeFileException failure(String name) {
    StringBuilder message = new StringBuilder("no usable " + name + " for " + platform);
    message.append(" (os.name ").append(properties.getProperty("os.name"));
    message.append(", os.arch ").append(properties.getProperty("os.arch")).append("); tried: ");
    message.append(String.join("; ", attempts)).append(". ");
    if (noexec) {
      message.append("Set -D" + NativeFiles.TMPDIR_PROPERTY);
      message.append("=DIR to a directory on a mount without noexec, or -D");
    } else {
      message.append("Set -D");
    }
    message.append(NativeFiles.DIRECTORY_PROPERTY).append("=DIR to a directory that holds ");
    return new NativeFileException(message.append(name).toString());
  }

  private static String words(Exception e) {
    String kind = e instanceof FileSystemException ? e.getClass().getSimpleName() + " " : "";
    return kind + e.getMessage();
  }
}
