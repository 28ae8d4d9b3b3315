package io.holdfast.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Two paths on one ext4. */
final class PathsRig extends Rig {

  /** What the second path is. */
  enum Second {
    BIND_MOUNT("a directory of ext4, reached by a bind mount as well"),
    OTHER_DIRECTORY("two directories of ext4 that are taken for one");

    private final String title;

    Second(String title) {
      this.title = title;
    }
  }

  private final Second second;

  PathsRig(Second second) {
    super(second.title, DiskFileSystem.EXT4.needs());
    this.second = second;
  }

  @Override
  Place raise(Site site) throws IOException {
    Path mounted = LoopRig.mount(site, DiskFileSystem.EXT4);
    Path state = Files.createDirectory(mounted.resolve("state"));
    if (second == Second.OTHER_DIRECTORY) {
      return Place.of(state, Files.createDirectory(mounted.resolve("other")));
    }
    Path where = site.directory("bind");
    site.mount(where, "mount", "--bind", state.toString(), where.toString());
    return Place.of(state, where);
  }
}
