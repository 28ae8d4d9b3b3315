package io.holdfast.lab;

import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A real file system on a sparse image behind a loop device. */
final class LoopRig extends Rig {

  /** What a file system is made of and with. */
  enum Kind {
    EXT4("mkfs.ext4", "e2fsprogs", 64, "-F"),
    /** mkfs.xfs refuses less than 300 MiB. */
    XFS("mkfs.xfs", "xfsprogs", 320, "-f"),
    BTRFS("mkfs.btrfs", "btrfs-progs", 256, "-f");

    private final String mkfs;
    private final String debianPackage;
    private final int mebibytes;
    private final String force;

    Kind(String mkfs, String debianPackage, int mebibytes, String force) {
      this.mkfs = mkfs;
      this.debianPackage = debianPackage;
      this.mebibytes = mebibytes;
      this.force = force;
    }

    String type() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final long MEBIBYTE = 1 << 20;

  private final Kind kind;

  LoopRig(Kind kind) {
    super(kind.type() + " on a loop device", needs(kind));
    this.kind = kind;
  }

  static List<Need> needs(Kind kind) {
    return List.of(
        Need.root("loop devices are the host's"),
        Need.device("/dev/loop-control"),
        Need.fileSystem(kind.type()),
        Need.program(kind.mkfs, kind.debianPackage));
  }

  @Override
  Place raise(Site site) throws IOException {
    return Place.of(Files.createDirectory(mount(site, kind, kind.mebibytes).resolve("state")));
  }

  /** {@link #mount}, for names that java.nio cannot spell. */
  static RawPath rawMount(Site site, Kind kind) throws IOException {
    return RawPath.of(mount(site, kind).toString());
  }

  /** Makes a file system of a kind on a site and mounts it. */
  static Path mount(Site site, Kind kind) throws IOException {
    return mount(site, kind, kind.mebibytes);
  }

  /**
   * Makes a file system and mounts it; the loop device goes with the mount (autoclear), whoever
   * ends it.
   *
   * @param more arguments of mkfs
   * @return where it is mounted
   */
  static Path mount(Site site, Kind kind, int mebibytes, String... more) throws IOException {
    Path image = site.root().resolve(LabNamespace.imageName(kind.type()));
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength(mebibytes * MEBIBYTE);
    }
    List<String> mkfs = new ArrayList<>(List.of(kind.mkfs, "-q", kind.force));
    mkfs.addAll(List.of(more));
    mkfs.add(image.toString());
    site.run(mkfs.toArray(String[]::new));
    Path where = site.directory(kind.type());
    site.mount(where, "mount", "-t", kind.type(), "-o", "loop", image.toString(), where.toString());
    return where;
  }
}
