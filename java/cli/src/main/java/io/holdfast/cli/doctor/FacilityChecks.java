package io.holdfast.cli.doctor;

import io.holdfast.lab.Facilities;
import java.util.List;
import java.util.Optional;

/** What the rigs of the lab stand on: FUSE, loop devices, namespaces. Found by trying. */
final class FacilityChecks {

  private static final String FUSE = "/dev/fuse";
  private static final String FUSE_PROGRAM = "fusermount3";
  private static final String LOOP = "/dev/loop-control";

  private FacilityChecks() {}

  static List<Check> of(Facilities machine) {
    return List.of(fuse(machine), loop(machine), namespaces(machine));
  }

  private static Check fuse(Facilities machine) {
    if (!machine.canOpen(FUSE)) {
      return new Check("fuse", false, cannotOpen(FUSE));
    }
    return machine.program(FUSE_PROGRAM).isPresent()
        ? new Check("fuse", true, FUSE + " and " + FUSE_PROGRAM)
        : new Check("fuse", false, FUSE_PROGRAM + " is not installed (Debian: fuse3)");
  }

  private static Check loop(Facilities machine) {
    boolean isThere = machine.canOpen(LOOP);
    return new Check("loop devices", isThere, isThere ? LOOP : cannotOpen(LOOP));
  }

  private static Check namespaces(Facilities machine) {
    Optional<String> refusal = machine.namespaceRefusal();
    return new Check("namespaces", refusal.isEmpty(), refusal.orElse("mount and pid namespaces"));
  }

  private static String cannotOpen(String device) {
    return device + " cannot be opened by this user (or is not there)";
  }
}
