package io.holdfast.lab.crash;

import io.holdfast.lab.Need;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What crashes: the strictest file system that POSIX allows, or a real one on a recorded disk. */
public enum CrashFileSystem {
  /** In memory; keeps what POSIX promises and nothing else. */
  MEMORY("", "", 0, ""),
  EXT4("mkfs.ext4", "e2fsprogs", 64, "-q -F -E lazy_itable_init=0,lazy_journal_init=0 -J size=4"),
  /** mkfs.xfs refuses less than 300 MiB. */
  XFS("mkfs.xfs", "xfsprogs", 320, "-q -f"),
  BTRFS("mkfs.btrfs", "btrfs-progs", 256, "-q -f -m single -d single");

  private final String mkfs;
  private final String debianPackage;
  private final int mebibytes;
  private final String arguments;

  CrashFileSystem(String mkfs, String debianPackage, int mebibytes, String arguments) {
    this.mkfs = mkfs;
    this.debianPackage = debianPackage;
    this.mebibytes = mebibytes;
    this.arguments = arguments;
  }

  /**
   * How many bytes it takes for granted to be written whole, where the disk promises less. btrfs
   * reads nothing any more when its superblock of 4096 bytes is torn; a rename, a record and a
   * barrier are not concerned.
   */
  public int wholeBytes() {
    return this == BTRFS ? 4096 : 512;
  }

  /** The name on command lines and of mount(8): {@code ext4}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The file system with an {@link #id}. */
  public static Optional<CrashFileSystem> withId(String id) {
    return Arrays.stream(values()).filter(type -> type.id().equals(id)).findFirst();
  }

  /** Whether it lies on a disk. */
  public boolean isOnDisk() {
    return this != MEMORY;
  }

  String mkfs() {
    return mkfs;
  }

  int mebibytes() {
    return mebibytes;
  }

  List<String> mkfsArguments() {
    return List.of(arguments.split(" ", -1));
  }

  /** What a machine must have for it. */
  List<Need> needs() {
    String packages = "pkg-config libfuse3-dev fuse3";
    List<Need> needs = new ArrayList<>(List.of(Need.device("/dev/fuse")));
    if (!isOnDisk()) {
      needs.add(Need.nativeFile(CrashGround.MEMORY_FS, packages));
      return needs;
    }
    needs.add(Need.root("loop devices are the host's"));
    needs.add(Need.device("/dev/loop-control"));
    needs.add(Need.fileSystem(id()));
    needs.add(Need.program(mkfs, debianPackage));
    needs.add(Need.nativeFile(CrashGround.DISK, packages));
    needs.add(Need.nativeFile(DiskReplay.PROGRAM, packages));
    return needs;
  }
}
