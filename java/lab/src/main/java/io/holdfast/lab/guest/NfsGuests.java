package io.holdfast.lab.guest;

import io.holdfast.lab.Facilities;
import io.holdfast.lab.Need;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** An NFS server and two clients, each a guest. Used by one thread. */
final class NfsGuests {

  private static final List<Need> NEEDS =
      List.of(
          Need.root("guests have devices and disks of their own"),
          Need.device("/dev/net/tun"),
          Need.program(GuestFiles.KERNEL, "user-mode-linux"),
          Need.program("ip", "iproute2"),
          Need.program("modprobe", "kmod"),
          Need.program("mkfs.ext4", "e2fsprogs"),
          Need.program("rpcbind", "rpcbind"),
          Need.program("mount.nfs", "nfs-common"),
          Need.program("rpc.nfsd", "nfs-kernel-server"),
          Need.nativeFile(GuestFiles.DOOR, "pkg-config libfuse3-dev fuse3"));

  private final GuestFiles files;
  private final GuestNetwork network;
  private final NfsServer server;
  private final NfsClient alpha;
  private final NfsClient beta;

  /** Starts all three in a directory that does not exist yet, and waits until they are ready. */
  NfsGuests(Path site) throws IOException {
    files = new GuestFiles(site);
    network = new GuestNetwork();
    for (GuestName name : GuestName.values()) {
      network.attach(name);
    }
    server = NfsServer.start(files);
    alpha = NfsClient.start(GuestName.ALPHA, files);
    beta = NfsClient.start(GuestName.BETA, files);
    server.open();
    alpha.open();
    beta.open();
  }

  /** Why a machine cannot have them, with advice; empty where it can. */
  static Optional<String> unavailabilityReason(Facilities machine) {
    return Need.firstMissing(machine, NEEDS);
  }

  /** The program that leads into each guest. */
  Path door() {
    return files.program(GuestFiles.DOOR);
  }

  GuestNetwork network() {
    return network;
  }

  NfsServer server() {
    return server;
  }

  NfsClient alpha() {
    return alpha;
  }

  NfsClient beta() {
    return beta;
  }

  /** Mounts the server on both clients as a case says. */
  void mount(NfsCase how) throws IOException {
    beta.callItself((how.oneName() ? GuestName.ALPHA : GuestName.BETA).word());
    mount(how.alpha(), how.beta());
  }

  /** Mounts the server on both clients. */
  void mount(NfsMount onAlpha, NfsMount onBeta) throws IOException {
    alpha.mount(onAlpha);
    beta.mount(onBeta);
  }

  /** Undoes {@link #mount}, also where only one has mounted it. */
  void unmount() throws IOException {
    for (NfsClient client : List.of(alpha, beta)) {
      client.unmount();
    }
  }
}
