package io.holdfast.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/**
 * A directory on the lab's tmpfs in which one rig is raised, and the list of what to undo.
 *
 * <p>Used by one thread. {@link #close} unmounts in reverse order and removes the directory.
 */
final class Site implements AutoCloseable {

  private final Path root;
  private final Deque<Path> mounted = new ArrayDeque<>();

  /** Makes the directory, which every user may enter. */
  Site(Path root) throws IOException {
    this.root = Files.createDirectory(root);
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  Path root() {
    return root;
  }

  /** Makes a directory of the site. */
  Path directory(String name) throws IOException {
    return Files.createDirectory(root.resolve(name));
  }

  /** Runs a program to its end in the site's directory. */
  void run(String... arguments) throws RigException {
    Command.run(root, List.of(arguments));
  }

  /** Runs a program that mounts something at {@code where}, which {@link #close} unmounts. */
  void mount(Path where, String... arguments) throws RigException {
    run(arguments);
    mounted.push(where);
  }

  @Override
  public void close() throws IOException {
    while (!mounted.isEmpty()) {
      Command.run(Path.of("/"), List.of("umount", mounted.pop().toString()));
    }
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
