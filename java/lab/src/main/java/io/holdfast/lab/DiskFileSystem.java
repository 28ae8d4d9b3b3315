package io.holdfast.lab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Real file systems that lie on a disk, and what one is made with. */
public enum DiskFileSystem {
  EXT4("e2fsprogs", 64, "-F"),
  /** mkfs.xfs refuses less than 300 MiB. */
  XFS("xfsprogs", 320, "-f"),
  BTRFS("btrfs-progs", 256, "-f");

  private final String debianPackage;
  private final int mebibytes;
  private final String force;

  DiskFileSystem(String debianPackage, int mebibytes, String force) {
    this.debianPackage = debianPackage;
    this.mebibytes = mebibytes;
    this.force = force;
  }

  /** The name of mount(8): {@code ext4}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** A size at which it can be made, and is made soon. */
  public int mebibytes() {
    return mebibytes;
  }

  /**
   * The command that makes one, whatever is there already.
   *
   * @param more further arguments
   */
  public List<String> mkfs(List<String> more, Path image) {
    List<String> command = new ArrayList<>(List.of(program(), "-q", force));
    command.addAll(more);
    command.add(image.toString());
    return command;
  }

  /** What a machine must have to make and mount one. */
  public List<Need> needs() {
    return List.of(
        Need.root("loop devices are the host's"),
        Need.device("/dev/loop-control"),
        Need.fileSystem(id()),
        Need.program(program(), debianPackage));
  }

  private String program() {
    return "mkfs." + id();
  }
}
