package io.holdfast.lab.shared;

import io.holdfast.lab.Need;
import io.holdfast.lab.guest.GuestFiles;
import io.holdfast.lab.guest.GuestName;
import io.holdfast.lab.guest.GuestScript;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The kernel's NFS server and two clients of it. Used by one thread. */
final class NfsGuests extends GuestStorage {

  static final List<Need> NEEDS =
      needs(
          Need.program("mkfs.ext4", "e2fsprogs"),
          Need.program("rpcbind", "rpcbind"),
          Need.program("mount.nfs", "nfs-common"),
          Need.program("rpc.nfsd", "nfs-kernel-server"));

  /** The shortest that nfsd takes. */
  static final int LEASE_SECONDS = 10;

  private final ServerGuest server;

  /** Starts all three in a directory that does not exist yet, and waits until they are ready. */
  NfsGuests(Path site) throws IOException {
    this(new GuestFiles(site));
  }

  private NfsGuests(GuestFiles files) throws IOException {
    super(files, List.of(GuestName.values()), List.of());
    server = ServerGuest.start(files, GuestScript.NFS_SERVER, Integer.toString(LEASE_SECONDS));
    together(
        server::open,
        () -> alpha().open(GuestScript.NFS_CLIENT),
        () -> beta().open(GuestScript.NFS_CLIENT));
  }

  ServerGuest server() {
    return server;
  }

  /** What NFS 4 calls the export is its root; NFS 3 calls it by its path on the server. */
  @Override
  List<String> mountWords(String options) {
    boolean hasRoot = Arrays.stream(options.split(",", -1)).anyMatch(it -> it.startsWith("vers=4"));
    String source = GuestName.SERVER.word() + (hasRoot ? ":/" : ":/run/disk/export");
    return List.of("-t", "nfs", "-o", options, source);
  }
}
