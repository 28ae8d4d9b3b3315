package io.holdfast.lab.shared;

import io.holdfast.lab.Command;
import io.holdfast.lab.guest.Guest;
import io.holdfast.lab.guest.GuestFiles;
import io.holdfast.lab.guest.GuestName;
import io.holdfast.lab.guest.GuestScript;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A guest that serves an ext4 of its own. Used by one thread. */
final class ServerGuest {

  private static final long DISK_BYTES = 64L << 20;
  private static final int SECONDS = 60;
  private static final String DISK = "/dev/ubda";

  private final Guest guest;
  private final GuestScript script;
  private final List<String> words;

  private ServerGuest(Guest guest, GuestScript script, List<String> words) {
    this.guest = guest;
    this.script = script;
    this.words = words;
  }

  /**
   * Makes the disk and starts the guest; {@link #open} waits for it.
   *
   * @param script serves the disk; it is told the disk, whether it is fresh or there again, and
   *     these words
   */
  static ServerGuest start(GuestFiles files, GuestScript script, String... words)
      throws IOException {
    Path disk = files.root().resolve("server.disk");
    try (RandomAccessFile file = new RandomAccessFile(disk.toFile(), "rw")) {
      file.setLength(DISK_BYTES);
    }
    Command.run(files.root(), List.of("mkfs.ext4", "-q", "-F", disk.toString()));
    Guest guest = Guest.start(GuestName.SERVER, files, List.of("mem=128M", "ubd0=" + disk));
    return new ServerGuest(guest, script, List.of(words));
  }

  Guest guest() {
    return guest;
  }

  /** Serves the fresh disk. */
  void open() throws IOException {
    guest.awaitUp();
    serve("fresh");
  }

  /** The plug is pulled and put in again: clients may have to tell what they held. */
  void crashAndReturn() throws IOException {
    guest.kill();
    comeBack();
  }

  /** Boots and serves the disk again, after the guest was killed. */
  void comeBack() throws IOException {
    guest.startAgain();
    guest.awaitUp();
    serve("again");
  }

  private void serve(String age) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(DISK, age));
    arguments.addAll(words);
    guest.run(SECONDS, script, arguments.toArray(String[]::new));
  }
}
