package io.holdfast.lab.guest;

import io.holdfast.lab.Command;
import io.holdfast.lab.RigException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Two bridges in the lab's own network namespace: one carries data and can be cut, one is never
 * cut. Used by one thread.
 */
public final class GuestNetwork {

  private static final String DATA = "data";
  private static final String MANAGEMENT = "management";
  private static final List<String> BRIDGES = List.of(DATA, MANAGEMENT);

  /** Makes the bridges; they go with the namespace. */
  public GuestNetwork() throws RigException {
    ip("link", "set", "lo", "up");
    for (String bridge : BRIDGES) {
      ip("link", "add", bridge, "type", "bridge");
      ip("link", "set", bridge, "up");
    }
    ip("addr", "add", GuestName.OUTSIDE + "/24", "dev", MANAGEMENT);
  }

  /** Makes a guest's plugs; to be called once, before its first start. */
  public void attach(GuestName guest) throws RigException {
    for (String bridge : BRIDGES) {
      ip("tuntap", "add", tap(bridge, guest), "mode", "tap");
      ip("link", "set", tap(bridge, guest), "master", bridge);
      ip("link", "set", tap(bridge, guest), "up");
    }
  }

  /** The guest's data no longer reach anybody; nobody is told. */
  public void cut(GuestName guest) throws RigException {
    ip("link", "set", tap(DATA, guest), "nomaster");
  }

  /** Undoes {@link #cut}. */
  public void heal(GuestName guest) throws RigException {
    ip("link", "set", tap(DATA, guest), "master", DATA);
  }

  /** A guest's network devices, as words of its kernel's command line. */
  static List<String> devices(GuestName guest) {
    // A fixed mac: a server that comes back is the same one to its clients.
    return List.of(
        device("vec0", DATA, guest, "52:54:00:00:00:"),
        device("vec1", MANAGEMENT, guest, "52:54:00:00:01:"));
  }

  private static String device(String name, String bridge, GuestName guest, String macPrefix) {
    return "%s:transport=tap,ifname=%s,depth=64,gro=1,mac=%s%02x"
        .formatted(name, tap(bridge, guest), macPrefix, guest.number());
  }

  private static String tap(String bridge, GuestName guest) {
    return bridge + "-" + guest.number();
  }

  private static void ip(String... words) throws RigException {
    List<String> command = new ArrayList<>(List.of("ip"));
    command.addAll(List.of(words));
    Command.run(Path.of("/"), command);
  }
}
