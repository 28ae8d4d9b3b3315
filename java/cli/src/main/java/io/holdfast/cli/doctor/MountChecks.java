package io.holdfast.cli.doctor;

import io.holdfast.litmus.MountWarnings;
import io.holdfast.mount.MountFacts;
import io.holdfast.mount.NfsLease;
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

  private MountChecks() {}

  /** Of several mounts on one mount point only the last is seen by anybody. */
  static List<MountCheck> of(List<MountFacts> mounts, byte[] mountStats) {
    Map<String, MountFacts> topmost = new LinkedHashMap<>();
    mounts.forEach(mount -> topmost.put(mount.mountPoint(), mount));
    return topmost.values().stream()
        .filter(MountChecks::canCarryState)
        .map(mount -> new MountCheck(mount, warnings(mount, mountStats)))
        .toList();
  }

  private static List<String> warnings(MountFacts mount, byte[] mountStats) {
    List<String> warnings = new ArrayList<>(MountWarnings.of(mount));
    NfsLease.parse(mountStats, mount)
        .filter(NfsLease::isExpired)
        .ifPresent(lease -> warnings.add(MountWarnings.expired(lease)));
    return warnings;
  }

  private static boolean canCarryState(MountFacts mount) {
    return !KERNEL_TYPES.contains(mount.type()) && !mount.hasOption("ro");
  }
}
