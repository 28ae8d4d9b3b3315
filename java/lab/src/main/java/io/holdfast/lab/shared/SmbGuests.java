package io.holdfast.lab.shared;

import io.holdfast.lab.Need;
import io.holdfast.lab.guest.GuestFiles;
import io.holdfast.lab.guest.GuestName;
import io.holdfast.lab.guest.GuestScript;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A Samba server and two clients of the kernel's SMB. Used by one thread. */
final class SmbGuests extends GuestStorage {

  static final List<Need> NEEDS =
      needs(
          Need.program("mkfs.ext4", "e2fsprogs"),
          Need.program("smbd", "samba"),
          Need.program("mount.cifs", "cifs-utils"));

  /** Starts all three in a directory that does not exist yet, and waits until they are ready. */
  SmbGuests(Path site) throws IOException {
    this(new GuestFiles(site));
  }

  private SmbGuests(GuestFiles files) throws IOException {
    super(files, List.of(GuestName.values()), List.of());
    ServerGuest server =
        ServerGuest.start(files, GuestScript.SMB_SERVER, GuestName.SERVER.dataAddress());
    together(
        server::open,
        () -> alpha().open(GuestScript.SMB_CLIENT),
        () -> beta().open(GuestScript.SMB_CLIENT));
  }

  @Override
  List<String> mountWords(String options) {
    String source = "//" + GuestName.SERVER.word() + "/export";
    return List.of("-t", "cifs", "-o", "guest," + options, source);
  }
}
