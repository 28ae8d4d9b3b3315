package io.holdfast.mount;

import io.holdfast.posix.Posix;
import java.util.List;
import java.util.Optional;

/**
 * This host as a client of an NFS 4 server.
 *
 * @param lease empty where the kernel does not tell
 * @param isNamedByHostAlone whether the server knows it by nothing but its host name: a clone with
 *     that name is the same client to the server, which then lets both have one lock
 */
public record NfsClient(Optional<NfsLease> lease, boolean isNamedByHostAlone) {

  /** Where a name of its own stands, as client-identifier.rst of the kernel says. */
  private static final List<String> NAMES =
      List.of("/sys/fs/nfs/net/nfs_client/identifier", "/sys/module/nfs/parameters/nfs4_unique_id");

  private static final String UNREADABLE = "?";
  private static final List<String> NONE = List.of("", "(null)");

  /** Of a mount; empty where it is no NFS 4. */
  public static Optional<NfsClient> of(Posix posix, MountFacts mount) {
    if (!mount.type().equals("nfs4")) {
      return Optional.empty();
    }
    List<String> names =
        NAMES.stream().map(path -> KernelFiles.lineOr(posix, path, UNREADABLE)).toList();
    return Optional.of(new NfsClient(NfsLease.of(posix, mount), isNamedByHostAlone(names)));
  }

  /** Where nothing can be read, nothing is claimed. */
  static boolean isNamedByHostAlone(List<String> names) {
    return names.stream().anyMatch(NONE::contains)
        && names.stream().allMatch(name -> NONE.contains(name) || name.equals(UNREADABLE));
  }
}
