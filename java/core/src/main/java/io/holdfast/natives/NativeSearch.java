package io.holdfast.natives;

import io.holdfast.posix.Platform;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One search through the places of {@link NativeFiles}, with what became of each. */
final class NativeSearch {

  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Platform platform;
  private final Properties properties;
  private final ClassLoader resources;
  private final List<String> attempts = new ArrayList<>();
  private boolean noexecSuspected;

  NativeSearch(Platform platform, Properties properties, ClassLoader resources) {
    this.platform = platform;
    this.properties = properties;
    this.resources = resources;
  }

  NativeFile executable(String name) throws NativeFileException {
    NativeFile found = isForced() ? inForcedDirectory(name) : copyOfResource(name);
    if (found == null) {
      throw failure(name);
    }
    Path file = Path.of(found.path());
    if (Files.isExecutable(file)) {
      return found;
    }
    failed(found.toString(), withSuspicion(file, "may not be executed"));
    remove(found);
    throw failure(name);
  }

  String library(String name, NativeFiles.Loader loader) throws NativeFileException {
    if (isForced()) {
      NativeFile found = inForcedDirectory(name);
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
    Path file = Path.of(found.path());
    String reason = ElfFile.unusable(file, platform.arch());
    if (reason != null) {
      failed(found.toString(), reason);
      return false;
    }
    reason = loader.load(found.path());
    if (reason != null) {
      failed(found.toString(), withSuspicion(file, reason));
      return false;
    }
    return true;
  }

  // ---- the places

  private boolean isForced() {
    return properties.getProperty(NativeFiles.DIRECTORY_PROPERTY) != null;
  }

  private @Nullable NativeFile inForcedDirectory(String name) {
    String origin = "-D" + NativeFiles.DIRECTORY_PROPERTY;
    String directory = properties.getProperty(NativeFiles.DIRECTORY_PROPERTY, "");
    Path file = inDirectory(directory, name, origin);
    if (file == null) {
      failed(origin + "=" + directory + ", the only place then", "no " + name + " there");
      return null;
    }
    return NativeFile.inPlace(file, origin);
  }

  private List<NativeFile> onLibraryPath(String name) {
    String origin = "java.library.path";
    String path = properties.getProperty(origin, "");
    List<NativeFile> found = new ArrayList<>();
    for (String directory : path.split(File.pathSeparator, -1)) {
      Path file = inDirectory(directory, name, origin);
      if (file != null) {
        found.add(NativeFile.inPlace(file, origin));
      }
    }
    if (found.isEmpty()) {
      failed(origin + "=" + path, "no " + name + " there");
    }
    return found;
  }

  /** An empty directory name is no place: the working directory is not searched. */
  private @Nullable Path inDirectory(String directory, String name, String origin) {
    if (directory.isEmpty()) {
      return null;
    }
    try {
      Path file = Path.of(directory).toAbsolutePath().resolve(name);
      return Files.isRegularFile(file) ? file : null;
    } catch (InvalidPathException e) {
      failed(origin, e.toString());
      return null;
    }
  }

  private @Nullable NativeFile copyOfResource(String name) {
    String resource = platform.nativeDirectory() + name;
    URL url = resources.getResource(resource);
    if (url == null) {
      failed(
          "resource " + resource,
          "not there (the jar holdfast-native has it, of a rig holdfast-lab)");
      return null;
    }
    String parent =
        properties.getProperty(
            NativeFiles.TMPDIR_PROPERTY, properties.getProperty("java.io.tmpdir", "/tmp"));
    try {
      return copy(url, Path.of(parent).toAbsolutePath(), name);
    } catch (IOException | InvalidPathException e) {
      failed("resource " + resource, "cannot be copied below " + parent + ": " + e);
      return null;
    }
  }

  private static NativeFile copy(URL url, Path parent, String name) throws IOException {
    Path directory = Files.createTempDirectory(parent, "holdfast-native-", OWNER_ONLY);
    Path file = directory.resolve(name);
    NativeFile copy = NativeFile.copy(file, "copied from " + url);
    try {
      Files.createFile(file, OWNER_ONLY);
      URLConnection connection = url.openConnection();
      connection.setUseCaches(false);
      try (InputStream in = connection.getInputStream();
          var out = Files.newOutputStream(file)) {
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
      failed(file.toString(), "cannot be removed: " + e);
    }
  }

  // ---- the report

  private void failed(String where, String reason) {
    attempts.add(where + ": " + reason);
  }

  /** access(2) refuses to execute what lies on a noexec mount, whatever the mode says. */
  private String withSuspicion(Path file, String reason) {
    if (Files.isExecutable(file) || !hasExecuteBit(file)) {
      return reason;
    }
    noexecSuspected = true;
    return reason + " (its mode allows to execute it, access(2) does not: a noexec mount?)";
  }

  private static boolean hasExecuteBit(Path file) {
    try {
      return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OWNER_EXECUTE);
    } catch (IOException e) {
      return false;
    }
  }

  private NativeFileException failure(String name) {
    String places = String.join("; ", attempts);
    String elsewhere =
        noexecSuspected && !isForced()
            ? "-D"
                + NativeFiles.TMPDIR_PROPERTY
                + "=DIR to a directory on a mount without noexec, or "
            : "";
    return new NativeFileException(
        ("no usable %s for %s (os.name %s, os.arch %s). Tried: %s."
                + " Set %s-D%s=DIR to a directory that holds %s.")
            .formatted(
                name,
                platform,
                properties.getProperty("os.name"),
                properties.getProperty("os.arch"),
                places,
                elsewhere,
                NativeFiles.DIRECTORY_PROPERTY,
                name));
  }
}
