package io.holdfast.lab;

import io.holdfast.natives.NativeFile;
import io.holdfast.natives.NativeFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * One directory served through FUSE, once or twice, by a daemon that lies ({@code
 * holdfast-lying-fs}). What it serves lies on tmpfs: it shows what becomes of locks and names, and
 * which errors are seen, never durability.
 */
final class LyingRig extends Rig {

  private static final String DAEMON = "holdfast-lying-fs";

  private final String mode;
  private final boolean twice;

  LyingRig(String mode, boolean twice) {
    super(
        (twice ? "two FUSE mounts of one directory, mode " : "FUSE, mode ") + mode,
        List.of(
            Need.device("/dev/fuse"), Need.nativeFile(DAEMON, "pkg-config libfuse3-dev fuse3")));
    this.mode = mode;
    this.twice = twice;
  }

  @Override
  Place raise(Site site) throws IOException {
    Path backing = site.directory("backing");
    Path first = serve(site, backing, "a");
    return twice ? Place.of(first, serve(site, backing, "b")) : Place.of(first);
  }

  private Path serve(Site site, Path backing, String name) throws IOException {
    Path where = site.directory(name);
    try (NativeFile daemon = NativeFiles.find(DAEMON)) {
      site.mount(
          where, daemon.path(), "--mode", mode, "--backing", backing.toString(), where.toString());
    }
    return where;
  }
}
