package io.holdfast.lab.shared;

import io.holdfast.lab.RigException;
import io.holdfast.lab.guest.Guest;
import io.holdfast.lab.guest.GuestFiles;
import io.holdfast.lab.guest.GuestName;
import io.holdfast.lab.guest.GuestScript;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A guest that mounts what others mount as well. Used by one thread. */
final class ClientGuest {

  /** Where it is mounted in every client. */
  static final String MOUNT_POINT = "/run/shared";

  private static final int SECONDS = 60;

  /** Room for a JVM. */
  private static final String MEMORY = "mem=384M";

  private final Guest guest;

  private ClientGuest(Guest guest) {
    this.guest = guest;
  }

  /**
   * Starts the guest; {@link #open} waits for it.
   *
   * @param disks as words of its kernel's command line
   */
  static ClientGuest start(GuestName name, GuestFiles files, List<String> disks)
      throws IOException {
    List<String> hardware = new ArrayList<>(List.of(MEMORY));
    hardware.addAll(disks);
    return new ClientGuest(Guest.start(name, files, hardware));
  }

  Guest guest() {
    return guest;
  }

  /** Makes it ready to mount. */
  void open(GuestScript script, String... words) throws IOException {
    guest.awaitUp();
    guest.run(SECONDS, "mkdir", "-p", MOUNT_POINT);
    guest.run(SECONDS, script, words);
  }

  /** Mounts something: type, options, source. */
  void mount(List<String> words) throws RigException {
    List<String> command = new ArrayList<>(List.of("mount"));
    command.addAll(words);
    command.add(MOUNT_POINT);
    guest.run(SECONDS, command.toArray(String[]::new));
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
}
