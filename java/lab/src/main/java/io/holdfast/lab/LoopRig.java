package io.holdfast.lab;

import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A real file system on a sparse image behind a loop device. */
final class LoopRig extends Rig {

  private static final long MEBIBYTE = 1 << 20;

  private final DiskFileSystem type;

  LoopRig(DiskFileSystem type) {
    super(type.id() + " on a loop device", type.needs());
    this.type = type;
  }

  @Override
  Place raise(Site site) throws IOException {
    return Place.of(Files.createDirectory(mount(site, type, type.mebibytes()).resolve("state")));
  }

  /** {@link #mount}, for names that java.nio cannot spell. */
  static RawPath rawMount(Site site, DiskFileSystem type) throws IOException {
    return RawPath.of(mount(site, type).toString());
  }

  /** Makes a file system on a site and mounts it. */
  static Path mount(Site site, DiskFileSystem type) throws IOException {
    return mount(site, type, type.mebibytes());
  }

  /**
   * Makes a file system and mounts it; the loop device goes with the mount (autoclear), whoever
   * ends it.
   *
   * @param more arguments of mkfs
   * @return where it is mounted
   */
  static Path mount(Site site, DiskFileSystem type, int mebibytes, String... more)
      throws IOException {
    Path image = site.root().resolve(LabNamespace.imageName(type.id()));
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength(mebibytes * MEBIBYTE);
    }
    site.run(type.mkfs(List.of(more), image).toArray(String[]::new));
    Path where = site.directory(type.id());
    site.mount(where, "mount", "-t", type.id(), "-o", "loop", image.toString(), where.toString());
    return where;
  }
}
