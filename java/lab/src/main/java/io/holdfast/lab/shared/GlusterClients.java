package io.holdfast.lab.shared;

import io.holdfast.lab.LabNamespace;
import io.holdfast.lab.Need;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A GlusterFS brick and two clients. There is no glusterd; what it would tell brick and clients
 * stands here. Used by one thread.
 */
final class GlusterClients extends SpacedClients {

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

  private final Path clientVolume;

  /** Starts the brick in a directory that does not exist yet. */
  GlusterClients(Path site) throws IOException {
    super(site);
    Path brickVolume = site.resolve("brick.vol");
    Files.writeString(brickVolume, BRICK.formatted(brickDirectory(), SERVER_ADDRESS));
    run("glusterfsd", "--volfile=" + brickVolume, "--log-file=" + site.resolve("brick.log"));
    this.clientVolume = site.resolve("client.vol");
    Files.writeString(clientVolume, CLIENT.formatted(SERVER_ADDRESS));
  }

  /**
   * A directory of an xfs: a brick keeps an extended attribute for each name of a file, and on ext4
   * there is room for a few dozen. More than 100 names, the brick's own limit, are allowed as well.
   */
  private Path brickDirectory() throws IOException {
    Path image = site().resolve(LabNamespace.markedName("brick") + ".img");
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength(DISK_BYTES);
    }
    run("mkfs.xfs", "-q", image.toString());
    Path disk = Files.createDirectory(site().resolve("disk"));
    run("mount", "-o", "loop", image.toString(), disk.toString());
    return Files.createDirectory(disk.resolve("brick"));
  }

  @Override
  List<String> mountWords(Client client) {
    return List.of(
        "glusterfs",
        "--volfile=" + clientVolume,
        "--log-file=" + site().resolve(client.name() + ".log"),
        client.mountPoint().toString());
  }
}
