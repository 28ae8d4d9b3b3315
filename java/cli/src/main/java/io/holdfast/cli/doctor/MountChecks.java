package io.holdfast.cli.doctor;

import io.holdfast.litmus.MountFacts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which mounts can carry state, and what their type and options say against it. Nothing is asked of
 * the mounts themselves: one whose server is gone would not answer.
 */
final class MountChecks {

  /** Types that the kernel makes up: no place for state. */
  private static final Set<String> KERNEL_TYPES =
      Set.of(
          "autofs",
          "binder",
          "binfmt_misc",
          "bpf",
          "cgroup",
          "cgroup2",
          "configfs",
          "debugfs",
          "devpts",
          "devtmpfs",
          "efivarfs",
          "fusectl",
          "hugetlbfs",
          "mqueue",
          "nsfs",
          "proc",
          "pstore",
          "rpc_pipefs",
          "securityfs",
          "selinuxfs",
          "sysfs",
          "tracefs");

  private static final Set<String> MEMORY_TYPES = Set.of("tmpfs", "ramfs");

  /** Options, as whole words, by what they do to locks. */
  private static final Map<String, String> OPTION_WARNINGS = new LinkedHashMap<>();

  static {
    OPTION_WARNINGS.put("local_lock=all", "all locks stay on this client");
    OPTION_WARNINGS.put("local_lock=flock", "flock stays on this client");
    OPTION_WARNINGS.put("local_lock=posix", "POSIX and OFD locks stay on this client");
    OPTION_WARNINGS.put("nobrl", "locks stay on this client");
    OPTION_WARNINGS.put("localflocks", "locks stay on this client");
    OPTION_WARNINGS.put("localflock", "locks stay on this client");
    OPTION_WARNINGS.put("noflock", "locks are refused");
    OPTION_WARNINGS.put("volatile", "accepted barriers are not durable");
  }

  private MountChecks() {}

  static List<MountCheck> of(List<MountFacts> mounts) {
    return mounts.stream()
        .filter(MountChecks::canCarryState)
        .map(mount -> new MountCheck(mount, warnings(mount)))
        .toList();
  }

  private static boolean canCarryState(MountFacts mount) {
    return !KERNEL_TYPES.contains(mount.type()) && !mount.hasOption("ro");
  }

  private static List<String> warnings(MountFacts mount) {
    List<String> warnings = new ArrayList<>();
    if (MEMORY_TYPES.contains(mount.type())) {
      warnings.add(mount.type() + ": nothing survives a power cut");
    }
    OPTION_WARNINGS.forEach(
        (option, warning) -> {
          if (mount.hasOption(option)) {
            warnings.add(option + ": " + warning);
          }
        });
    if (mount.type().startsWith("nfs") && mount.hasOption("nolock")) {
      warnings.add("nolock: all locks stay on this client");
    }
    return warnings;
  }
}
