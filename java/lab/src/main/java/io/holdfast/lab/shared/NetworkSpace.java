package io.holdfast.lab.shared;

import io.holdfast.lab.Command;
import io.holdfast.lab.RigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A network namespace of its own with one address, plugged into a bridge of the lab's. It goes with
 * the lab's namespaces. Used by one thread.
 */
final class NetworkSpace {

  private static final Path ANYWHERE = Path.of("/");

  private final Path handle;
  private final String plug;

  private NetworkSpace(Path handle, String plug) {
    this.handle = handle;
    this.plug = plug;
  }

  /** Makes the bridge that spaces are plugged into, with the lab's own address on it. */
  static void makeBridge(String bridge, String address) throws RigException {
    outside(List.of("ip", "link", "set", "lo", "up"));
    outside(List.of("ip", "link", "add", bridge, "type", "bridge"));
    outside(List.of("ip", "addr", "add", address + "/24", "dev", bridge));
    outside(List.of("ip", "link", "set", bridge, "up"));
  }

  /**
   * Makes a namespace.
   *
   * @param handle a file that does not exist yet; it stands for the namespace
   * @param name of the plug; 15 characters at most
   */
  static NetworkSpace make(Path handle, String name, String bridge, String address)
      throws IOException {
    Files.createFile(handle);
    outside(List.of("unshare", "--net=" + handle, "true"));
    NetworkSpace space = new NetworkSpace(handle, name);
    String here = Long.toString(ProcessHandle.current().pid());
    space.run("ip", "link", "set", "lo", "up");
    space.run("ip", "link", "add", "eth0", "type", "veth", "peer", "name", name, "netns", here);
    space.run("ip", "addr", "add", address + "/24", "dev", "eth0");
    space.run("ip", "link", "set", "eth0", "up");
    outside(List.of("ip", "link", "set", name, "master", bridge));
    outside(List.of("ip", "link", "set", name, "up"));
    return space;
  }

  /** Pulls the plug: nothing that is sent arrives, and nobody is told. */
  void cut() throws RigException {
    outside(List.of("ip", "link", "set", plug, "down"));
  }

  /** Undoes {@link #cut}. */
  void heal() throws RigException {
    outside(List.of("ip", "link", "set", plug, "up"));
  }

  /** What goes before a command so that it runs inside. */
  List<String> way() {
    return List.of("nsenter", "--net=" + handle);
  }

  /** Runs a program inside to its end. */
  void run(String... words) throws RigException {
    List<String> command = new ArrayList<>(way());
    command.addAll(List.of(words));
    outside(command);
  }

  private static void outside(List<String> command) throws RigException {
    Command.run(ANYWHERE, command);
  }
}
