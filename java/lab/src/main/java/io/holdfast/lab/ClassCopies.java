package io.holdfast.lab;

import io.holdfast.natives.NativeFiles;
import io.holdfast.posix.Platform;
import java.io.File;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Copies of jars and class directories that every user can read: the originals may lie in a home
 * directory that only its owner can enter.
 */
final class ClassCopies {

  private final Path into;
  private final List<String> classPath = new ArrayList<>();
  private final List<String> options = new ArrayList<>();

  private ClassCopies(Path into) {
    this.into = into;
  }

  /**
   * Copies where some classes and the native files came from.
   *
   * @param into an empty directory
   * @return arguments of a JVM that runs from the copies: options and the class path
   */
  static List<String> make(Path into, List<Class<?>> classes) throws IOException {
    Set<Path> origins = new LinkedHashSet<>();
    for (Class<?> type : classes) {
      origins.add(origin(type));
    }
    ClassCopies copies = new ClassCopies(into);
    String natives = System.getProperty(NativeFiles.DIRECTORY_PROPERTY);
    if (natives == null) {
      origins.add(nativeOrigin());
    } else {
      Path copy = copies.copy(Path.of(natives));
      copies.options.add("-D" + NativeFiles.DIRECTORY_PROPERTY + "=" + copy);
    }
    for (Path origin : origins) {
      copies.classPath.add(copies.copy(origin).toString());
    }
    Command.run(into, List.of("chmod", "-R", "a+rX", into.toString()));
    List<String> arguments = new ArrayList<>(copies.options);
    arguments.addAll(List.of("-cp", String.join(File.pathSeparator, copies.classPath)));
    return arguments;
  }

  private Path copy(Path origin) throws IOException {
    Path copy = into.resolve(classPath.size() + options.size() + "-" + origin.getFileName());
    try (Stream<Path> files = Files.walk(origin)) {
      for (Path file : files.toList()) {
        Path relative = origin.relativize(file);
        Files.copy(file, relative.toString().isEmpty() ? copy : copy.resolve(relative));
      }
    }
    return copy;
  }

  private static Path origin(Class<?> type) throws IOException {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  /** The jar or class directory with this platform's native files. */
  private static Path nativeOrigin() throws IOException {
    String directory = Platform.current().nativeDirectory();
    String resource = directory + "holdfast-agent";
    URL url = ClassCopies.class.getClassLoader().getResource(resource);
    if (url == null) {
      throw new RigException("no resource " + resource);
    }
    try {
      if (url.openConnection() instanceof JarURLConnection jar) {
        return Path.of(jar.getJarFileURL().toURI());
      }
      String file = url.toURI().toString();
      return Path.of(URI.create(file.substring(0, file.length() - resource.length())));
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }
}
