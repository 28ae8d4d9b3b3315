package io.holdfast.lab.crash;

import io.holdfast.lab.DiskFileSystem;
import io.holdfast.lab.Need;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What crashes: the strictest file system that POSIX allows, or a real one on a recorded disk. */
public enum CrashFileSystem {
  /** In memory; keeps what POSIX promises and nothing else. */
  MEMORY(null, ""),
  EXT4(DiskFileSystem.EXT4, "-E lazy_itable_init=0,lazy_journal_init=0 -J size=4"),
  XFS(DiskFileSystem.XFS, ""),
  BTRFS(DiskFileSystem.BTRFS, "-m single -d single");

  private final @Nullable DiskFileSystem onDisk;
  private final String mkfsArguments;

  CrashFileSystem(@Nullable DiskFileSystem onDisk, String mkfsArguments) {
    this.onDisk = onDisk;
    this.mkfsArguments = mkfsArguments;
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
    return onDisk != null;
  }

  /** What lies on the disk. */
  DiskFileSystem onDisk() {
    return Objects.requireNonNull(onDisk, "no disk");
  }

  /**
   * The command that makes one: settled at once, so that a record holds little but the workload.
   */
  List<String> mkfs(Path image) {
    List<String> more = mkfsArguments.isEmpty() ? List.of() : List.of(mkfsArguments.split(" ", -1));
    return onDisk().mkfs(more, image);
  }

  /** What a machine must have for it. */
  List<Need> needs() {
    String packages = "pkg-config libfuse3-dev fuse3";
    List<Need> needs = new ArrayList<>(List.of(Need.device("/dev/fuse")));
    if (onDisk == null) {
      needs.add(Need.nativeFile(CrashGround.MEMORY_FS, packages));
      return needs;
    }
    needs.addAll(onDisk.needs());
    needs.add(Need.nativeFile(CrashGround.DISK, packages));
    needs.add(Need.nativeFile(DiskReplay.PROGRAM, packages));
    return needs;
  }
}
