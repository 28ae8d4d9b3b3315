package io.holdfast.lab.guest;

import io.holdfast.lab.RigException;
import io.holdfast.litmus.LocalAgentLauncher;
import io.holdfast.natives.NativeFile;
import io.holdfast.natives.NativeFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * What guests need of the host, in one directory of the lab's tmpfs: scripts, programs, the names
 * of all guests, and a way to the modules of their kernel. Inside of a guest it has the same path.
 */
public final class GuestFiles {

  /** The kernel of every guest. */
  public static final String KERNEL = "linux.uml";

  /** The program that leads into guests. */
  public static final String DOOR = "holdfast-guest-door";

  /** Where Debian's package puts the modules. */
  private static final Path MODULES = Path.of("/usr/lib/uml/modules");

  private final Path root;

  /** Fills a fresh directory. */
  public GuestFiles(Path root) throws IOException {
    this.root = Files.createDirectory(root);
    Files.createDirectory(root.resolve("lib"));
    Files.createSymbolicLink(root.resolve("lib/modules"), MODULES);
    Files.createDirectory(root.resolve("bin"));
    for (GuestScript script : GuestScript.values()) {
      copyScript(script);
    }
    copyProgram(DOOR);
    copyProgram(LocalAgentLauncher.PROGRAM);
    Files.writeString(root.resolve("hosts"), hosts());
  }

  /** The directory. */
  public Path root() {
    return root;
  }

  /** A script, executable. */
  Path script(GuestScript script) {
    return root.resolve("bin").resolve(script.fileName());
  }

  /** A program of the project, statically linked. */
  public Path program(String name) {
    return root.resolve("bin").resolve(name);
  }

  private void copyScript(GuestScript script) throws IOException {
    try (InputStream resource = GuestFiles.class.getResourceAsStream(script.resource())) {
      if (resource == null) {
        throw new RigException("no resource " + script.resource());
      }
      Files.copy(resource, script(script));
    }
    makeExecutable(script(script));
  }

  private void copyProgram(String name) throws IOException {
    try (NativeFile found = NativeFiles.find(name)) {
      Files.copy(Path.of(found.path()), program(name));
    }
    makeExecutable(program(name));
  }

  private static void makeExecutable(Path file) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static String hosts() {
    return "127.0.0.1 localhost\n"
        + Arrays.stream(GuestName.values())
            .map(guest -> guest.dataAddress() + " " + guest.word() + "\n")
            .collect(Collectors.joining());
  }
}
