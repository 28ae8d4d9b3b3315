package io.holdfast.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** overlayfs over directories of an ext4, so that its barriers can reach something durable. */
final class OverlayRig extends Rig {

  /** How many overlays there are, and what they share. */
  enum Layout {
    PLAIN("overlay on ext4"),
    VOLATILE("overlay on ext4, mounted volatile"),
    BIND("one overlay, reached by a bind mount as well"),
    ONE_LOWER("two overlays on one lower directory"),
    /** Undefined, says Documentation/filesystems/overlayfs.rst of the kernel. */
    ONE_UPPER("two overlays on one upper directory (undefined)");

    private final String title;

    Layout(String title) {
      this.title = title;
    }
  }

  private final Layout layout;

  OverlayRig(Layout layout) {
    super(layout.title, needs());
    this.layout = layout;
  }

  private static List<Need> needs() {
    List<Need> needs = new ArrayList<>(DiskFileSystem.EXT4.needs());
    needs.add(Need.fileSystem("overlay"));
    return needs;
  }

  @Override
  Place raise(Site site) throws IOException {
    Path base = LoopRig.mount(site, DiskFileSystem.EXT4);
    Path lower = Files.createDirectory(base.resolve("lower"));
    Files.createDirectory(lower.resolve("state"));
    Path first = overlay(site, base, "first", "first", layout == Layout.VOLATILE);
    return switch (layout) {
      case PLAIN, VOLATILE -> Place.of(first);
      case BIND -> Place.of(first, bind(site, first));
      case ONE_LOWER -> Place.of(first, overlay(site, base, "second", "second", false));
      case ONE_UPPER -> Place.of(first, overlay(site, base, "second", "first", false));
    };
  }

  private static Path overlay(Site site, Path base, String name, String upper, boolean isVolatile)
      throws IOException {
    Path upperDirectory = Files.createDirectories(base.resolve("upper-" + upper));
    Path work = Files.createDirectory(base.resolve("work-" + name));
    Path where = site.directory("overlay-" + name);
    String options =
        "lowerdir=%s,upperdir=%s,workdir=%s".formatted(base.resolve("lower"), upperDirectory, work);
    site.mount(
        where,
        "mount",
        "-t",
        "overlay",
        "-o",
        isVolatile ? options + ",volatile" : options,
        "holdfast-lab-" + name,
        where.toString());
    return where.resolve("state");
  }

  private static Path bind(Site site, Path directory) throws IOException {
    Path where = site.directory("bind");
    site.mount(where, "mount", "--bind", directory.toString(), where.toString());
    return where;
  }
}
