package io.holdfast.lab;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** One thing that a rig cannot do without. */
@FunctionalInterface
public interface Need {

  /** Why the machine does not have it, in words with advice; empty where it has. */
  Optional<String> missing(Facilities machine) throws IOException;

  /** Root outside of any user namespace: loop devices, other user ids. */
  public static Need root(String why) {
    return machine -> unless(machine.isRoot(), "needs root: " + why);
  }

  public static Need device(String device) {
    return machine ->
        unless(
            machine.canOpen(device), device + " cannot be opened by this user (or is not there)");
  }

  public static Need program(String name, String debianPackage) {
    return machine ->
        unless(
            machine.program(name).isPresent(),
            name + " is not installed (Debian: apt-get install " + debianPackage + ")");
  }

  public static Need fileSystem(String type) {
    return machine -> unless(machine.hasFileSystem(type), "this kernel has no " + type);
  }

  public static Need nativeFile(String name, String debianPackages) {
    return machine ->
        unless(
            machine.hasNativeFile(name),
            name
                + " was not built (Debian: apt-get install "
                + debianPackages
                + ", then build again)");
  }

  /** The first of some needs that a machine does not have, in words; empty where it has all. */
  public static Optional<String> firstMissing(Facilities machine, List<Need> needs) {
    if (machine.namespaceRefusal().isPresent()) {
      return machine.namespaceRefusal();
    }
    try {
      for (Need need : needs) {
        Optional<String> missing = need.missing(machine);
        if (missing.isPresent()) {
          return missing;
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("cannot be asked about: " + e.getMessage());
    }
  }

  private static Optional<String> unless(boolean there, String reason) {
    return there ? Optional.empty() : Optional.of(reason);
  }
}
