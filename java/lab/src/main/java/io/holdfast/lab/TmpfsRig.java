package io.holdfast.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Memory that answers every barrier with success. */
final class TmpfsRig extends Rig {

  TmpfsRig() {
    super("tmpfs", List.of());
  }

  @Override
  Place raise(Site site) throws IOException {
    return Place.of(Files.createDirectory(mount(site).resolve("state")));
  }

  static Path mount(Site site) throws IOException {
    Path where = site.directory("tmpfs");
    site.mount(where, "mount", "-t", "tmpfs", "holdfast-lab", where.toString());
    return where;
  }
}
