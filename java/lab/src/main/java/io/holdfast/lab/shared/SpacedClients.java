package io.holdfast.lab.shared;

import io.holdfast.lab.Command;
import io.holdfast.lab.RigException;
import io.holdfast.litmus.LitmusMember;
import io.holdfast.litmus.LocalAgentLauncher;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.FakeHostIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Storage with a server and two clients on this kernel, each client in a network namespace of its
 * own: to the server they are two machines, and to the litmus as well. Used by one thread.
 */
abstract class SpacedClients implements SharedStorage {

  private static final String BRIDGE = "data";
  private static final String NETWORK = "10.99.0.";
  private static final int FIRST_CLIENT_NUMBER = 11;

  /** Where servers listen: on the bridge, in the network of the lab's own process. */
  static final String SERVER_ADDRESS = NETWORK + 1;

  private final Path site;
  private final List<Client> clients = new ArrayList<>();

  /** One of them. */
  record Client(String name, NetworkSpace network, Path mountPoint) {}

  /** Makes the networks, and a directory for everything, which does not exist yet. */
  SpacedClients(Path site) throws IOException {
    this.site = Files.createDirectory(site);
    NetworkSpace.makeBridge(BRIDGE, SERVER_ADDRESS);
    for (String name : List.of("alpha", "beta")) {
      String address = NETWORK + (FIRST_CLIENT_NUMBER + clients.size());
      NetworkSpace network = NetworkSpace.make(site.resolve(name + ".net"), name, BRIDGE, address);
      clients.add(new Client(name, network, Files.createDirectory(site.resolve(name))));
    }
  }

  /** The directory for everything. */
  final Path site() {
    return site;
  }

  /** The argument vector that mounts the storage where the client wants it. */
  abstract List<String> mountWords(Client client);

  /** The client whose network is cut. */
  final Client alpha() {
    return clients.get(0);
  }

  /** The other. */
  final Client beta() {
    return clients.get(1);
  }

  @Override
  public final void mount(StorageCase how) throws IOException {
    mount();
  }

  /** Gives both clients the storage. */
  final void mount() throws IOException {
    for (Client client : clients) {
      client.network().run(mountWords(client).toArray(String[]::new));
    }
  }

  @Override
  public final void unmount() throws IOException {
    for (Client client : clients) {
      String commands = "! mountpoint -q \"$1\" || umount \"$1\"";
      run("sh", "-c", commands, "sh", client.mountPoint().toString());
    }
  }

  @Override
  public final List<LitmusMember> members() {
    return clients.stream().map(SpacedClients::member).toList();
  }

  private static LitmusMember member(Client client) {
    return new LitmusMember(
        client.name(),
        new LocalAgentLauncher(),
        RawPath.of(client.mountPoint().toString()),
        FakeHostIdentity.named(client.name()));
  }

  @Override
  public final List<String> waysIn() {
    return clients.stream().map(client -> String.join(" ", client.network().way())).toList();
  }

  /** Runs a program of the server's to its end. */
  final String run(String... words) throws RigException {
    return Command.run(site, List.of(words));
  }
}
