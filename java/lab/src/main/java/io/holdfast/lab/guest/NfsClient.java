package io.holdfast.lab.guest;

import io.holdfast.lab.RigException;
import io.holdfast.litmus.AgentLauncher;
import java.io.IOException;
import java.util.List;

/** A guest that mounts what an {@link NfsServer} shares. Used by one thread. */
final class NfsClient {

  /** Where it is mounted in every client. */
  static final String MOUNT_POINT = "/run/shared";

  private static final int SECONDS = 60;

  private final Guest guest;

  private NfsClient(Guest guest) {
    this.guest = guest;
  }

  /** Starts the guest; {@link #open} waits for it. */
  static NfsClient start(GuestName name, GuestFiles files) throws IOException {
    return new NfsClient(Guest.start(name, files, List.of("mem=384M")));
  }

  Guest guest() {
    return guest;
  }

  /** Makes it ready to mount. */
  void open() throws IOException {
    guest.awaitUp();
    guest.run(SECONDS, GuestScript.NFS_CLIENT, MOUNT_POINT);
  }

  void mount(NfsMount mount) throws RigException {
    guest.run(SECONDS, "mount", "-t", "nfs", "-o", mount.options(), mount.source(), MOUNT_POINT);
  }

  /** Nothing happens where nothing is mounted. */
  void unmount() throws RigException {
    String commands = "! mountpoint -q \"$1\" || umount \"$1\"";
    guest.run(SECONDS, "sh", "-c", commands, "sh", MOUNT_POINT);
  }

  /** Takes another host name; what is mounted afterwards is mounted by that name. */
  void callItself(String hostName) throws RigException {
    guest.run(SECONDS, "hostname", hostName);
  }

  /** Starts agents in it. */
  AgentLauncher agents() {
    return guest.agents();
  }
}
