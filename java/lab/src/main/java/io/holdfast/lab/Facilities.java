package io.holdfast.lab;

import io.holdfast.natives.NativeFile;
import io.holdfast.natives.NativeFiles;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the machine at hand offers to rigs. Every answer is found by trying, and nothing is left
 * changed. Any thread may ask.
 */
public final class Facilities {

  private static final List<String> SYSTEM_DIRECTORIES =
      List.of("/usr/local/sbin", "/usr/sbin", "/sbin", "/usr/bin", "/bin");

  private final boolean root;
  private final Optional<String> namespaceRefusal;

  private Facilities(boolean root, Optional<String> namespaceRefusal) {
    this.root = root;
    this.namespaceRefusal = namespaceRefusal;
  }

  /** Looks at this machine; starts one short process to see whether namespaces are allowed. */
  public static Facilities here() {
    boolean root = isEffectiveRoot();
    return new Facilities(root, tryNamespaces(root));
  }

  /** Whether this process is root, outside or inside of a user namespace. */
  public boolean isRoot() {
    return root;
  }

  /** Why no mount and pid namespaces can be had; empty where they can. */
  public Optional<String> namespaceRefusal() {
    return namespaceRefusal;
  }

  /** A program on the PATH, or in the system's directories that are not on everybody's PATH. */
  public Optional<Path> program(String name) {
    return searchPath()
        .map(directory -> Path.of(directory, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Whether this process can open a device for reading and writing. */
  public boolean canOpen(String device) {
    try (FileChannel opened =
        FileChannel.open(Path.of(device), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return opened.isOpen();
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether the running kernel has a file system, loaded or as a module that it can load. */
  public boolean hasFileSystem(String type) throws IOException {
    Stream<String> loaded = lines(Path.of("/proc/filesystems"));
    if (loaded.anyMatch(line -> line.endsWith("\t" + type))) {
      return true;
    }
    Path modules = Path.of("/lib/modules", System.getProperty("os.version", ""), "modules.dep");
    return root && lines(modules).anyMatch(line -> line.contains("/" + type + ".ko"));
  }

  /** Whether a native file of the project is at hand, built or packed. */
  public boolean hasNativeFile(String name) {
    try (NativeFile found = NativeFiles.find(name)) {
      return !found.path().isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  /** The PATH that rigs run their programs with. */
  static String rigPath() {
    return String.join(File.pathSeparator, searchPath().toList());
  }

  private static Stream<String> searchPath() {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.concat(Arrays.stream(path.split(File.pathSeparator)), SYSTEM_DIRECTORIES.stream())
        .filter(directory -> directory.startsWith("/"))
        .distinct();
  }

  private static Stream<String> lines(Path file) throws IOException {
    return Files.exists(file) ? Files.readAllLines(file).stream() : Stream.empty();
  }

  private static boolean isEffectiveRoot() {
    try {
      return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    } catch (IOException e) {
      return false;
    }
  }

  private static Optional<String> tryNamespaces(boolean root) {
    try {
      Command.run(
          Path.of("/"),
          LabNamespace.unshare(root, Isolation.MOUNTS_AND_PROCESSES, List.of("true")));
      return Optional.empty();
    } catch (RigException e) {
      return Optional.of("no namespaces: " + e.getMessage());
    }
  }
}
