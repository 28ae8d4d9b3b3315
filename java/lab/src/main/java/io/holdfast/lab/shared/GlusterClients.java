package io.holdfast.lab.shared;

import io.holdfast.lab.Command;
import io.holdfast.lab.LabNamespace;
import io.holdfast.lab.Need;
import io.holdfast.lab.RigException;
import io.holdfast.litmus.LitmusMember;
import io.holdfast.litmus.LocalAgentLauncher;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.FakeHostIdentity;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A GlusterFS brick and two clients on this kernel, each client in a network namespace of its own:
 * to the brick they are two machines, and to the litmus as well. There is no glusterd; what it
 * would tell brick and clients stands here. Used by one thread.
 */
final class GlusterClients implements SharedStorage {

  static final List<Need> NEEDS =
      List.of(
          Need.root("a brick has a disk of its own"),
          Need.device("/dev/fuse"),
          Need.device("/dev/loop-control"),
          Need.program("ip", "iproute2"),
          Need.fileSystem("xfs"),
          Need.program("mkfs.xfs", "xfsprogs"),
          Need.program("glusterfsd", "glusterfs-server"),
          Need.program("glusterfs", "glusterfs-client"));

  /** The least that mkfs.xfs takes, and a little more. */
  private static final long DISK_BYTES = 512L << 20;

  private static final String BRIDGE = "data";
  private static final String NETWORK = "10.99.0.";
  private static final String BRICK_ADDRESS = NETWORK + 1;
  private static final int FIRST_CLIENT_NUMBER = 11;

  private static final String BRICK =
      """
      volume posix
        type storage/posix
        option directory %s
        option max-hardlinks 0
      end-volume
      volume locks
        type features/locks
        subvolumes posix
      end-volume
      volume server
        type protocol/server
        option transport-type tcp
        option transport.socket.bind-address %s
        option transport.socket.listen-port 49152
        option auth.addr.locks.allow *
        subvolumes locks
      end-volume
      """;

  private static final String CLIENT =
      """
      volume client
        type protocol/client
        option transport-type tcp
        option remote-host %s
        option remote-port 49152
        option remote-subvolume locks
      end-volume
      """;

  private final Path site;
  private final Path clientVolume;
  private final List<Client> clients = new ArrayList<>();

  /** One of them. */
  private record Client(String name, NetworkSpace network, Path mountPoint) {}

  /** Starts the brick in a directory that does not exist yet. */
  GlusterClients(Path site) throws IOException {
    this.site = Files.createDirectory(site);
    NetworkSpace.makeBridge(BRIDGE, BRICK_ADDRESS);
    Path brickVolume = site.resolve("brick.vol");
    Files.writeString(brickVolume, BRICK.formatted(brickDirectory(), BRICK_ADDRESS));
    run("glusterfsd", "--volfile=" + brickVolume, "--log-file=" + site.resolve("brick.log"));
    this.clientVolume = site.resolve("client.vol");
    Files.writeString(clientVolume, CLIENT.formatted(BRICK_ADDRESS));
    for (String name : List.of("alpha", "beta")) {
      String address = NETWORK + (FIRST_CLIENT_NUMBER + clients.size());
      NetworkSpace network = NetworkSpace.make(site.resolve(name + ".net"), name, BRIDGE, address);
      clients.add(new Client(name, network, Files.createDirectory(site.resolve(name))));
    }
  }

  /**
   * A directory of an xfs: a brick keeps an extended attribute for each name of a file, and on ext4
   * there is room for a few dozen. More than 100 names, the brick's own limit, are allowed as well.
   */
  private Path brickDirectory() throws IOException {
    Path image = site.resolve(LabNamespace.markedName("brick") + ".img");
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength(DISK_BYTES);
    }
    run("mkfs.xfs", "-q", image.toString());
    Path disk = Files.createDirectory(site.resolve("disk"));
    run("mount", "-o", "loop", image.toString(), disk.toString());
    return Files.createDirectory(disk.resolve("brick"));
  }

  @Override
  public void mount(StorageCase how) throws IOException {
    for (Client client : clients) {
      client
          .network()
          .run(
              "glusterfs",
              "--volfile=" + clientVolume,
              "--log-file=" + site.resolve(client.name() + ".log"),
              client.mountPoint().toString());
    }
  }

  @Override
  public void unmount() throws IOException {
    for (Client client : clients) {
      String commands = "! mountpoint -q \"$1\" || umount \"$1\"";
      run("sh", "-c", commands, "sh", client.mountPoint().toString());
    }
  }

  @Override
  public List<LitmusMember> members() {
    return clients.stream().map(GlusterClients::member).toList();
  }

  private static LitmusMember member(Client client) {
    return new LitmusMember(
        client.name(),
        new LocalAgentLauncher(),
        RawPath.of(client.mountPoint().toString()),
        FakeHostIdentity.named(client.name()));
  }

  @Override
  public List<String> waysIn() {
    return clients.stream().map(client -> String.join(" ", client.network().way())).toList();
  }

  private void run(String... words) throws RigException {
    Command.run(site, List.of(words));
  }
}
