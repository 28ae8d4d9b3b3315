package io.holdfast.lab.guest;

import io.holdfast.lab.Command;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;

/** The kernel's NFS server on an ext4 of its own. Used by one thread. */
final class NfsServer {

  /** The shortest that nfsd takes. */
  static final int LEASE_SECONDS = 10;

  private static final long DISK_BYTES = 64L << 20;
  private static final int SECONDS = 60;
  private static final String DISK = "/dev/ubda";

  private final Guest guest;

  private NfsServer(Guest guest) {
    this.guest = guest;
  }

  /** Makes the disk and starts the server's guest; {@link #open} waits for it. */
  static NfsServer start(GuestFiles files) throws IOException {
    Path disk = files.root().resolve("server.disk");
    try (RandomAccessFile file = new RandomAccessFile(disk.toFile(), "rw")) {
      file.setLength(DISK_BYTES);
    }
    Command.run(files.root(), List.of("mkfs.ext4", "-q", "-F", disk.toString()));
    return new NfsServer(Guest.start(GuestName.SERVER, files, List.of("mem=128M", "ubd0=" + disk)));
  }

  Guest guest() {
    return guest;
  }

  /** Serves the fresh disk. */
  void open() throws IOException {
    guest.awaitUp();
    serve("fresh");
  }

  /** The plug is pulled and put in again: whoever held a lock has the grace period to say so. */
  void crashAndReturn() throws IOException {
    guest.kill();
    guest.startAgain();
    guest.awaitUp();
    serve("again");
  }

  private void serve(String age) throws IOException {
    guest.run(SECONDS, GuestScript.NFS_SERVER, DISK, Integer.toString(LEASE_SECONDS), age);
  }
}
