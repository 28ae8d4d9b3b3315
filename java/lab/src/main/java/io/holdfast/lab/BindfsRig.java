package io.holdfast.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** One directory served through bindfs, once or twice, as Debian packs it. */
final class BindfsRig extends Rig {

  private final boolean forwarding;
  private final boolean twice;

  BindfsRig(boolean forwarding, boolean twice) {
    super(
        (twice ? "two bindfs mounts of one directory" : "bindfs")
            + (forwarding ? ", forwarding locks" : ""),
        List.of(Need.device("/dev/fuse"), Need.program("bindfs", "bindfs")));
    this.forwarding = forwarding;
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
    if (forwarding) {
      // Single-threaded, bindfs stands still as soon as one lock is waited for: bindfs(1).
      site.mount(
          where,
          "bindfs",
          "--enable-lock-forwarding",
          "--multithreaded",
          backing.toString(),
          where.toString());
    } else {
      site.mount(where, "bindfs", backing.toString(), where.toString());
    }
    return where;
  }
}
