package io.holdfast.litmus;

import io.holdfast.mount.MountFacts;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What two paths stand on together although they do not show one place, as far as their mounts tell
 * it. Pure.
 */
final class CommonGround {

  private CommonGround() {}

  /**
   * One path, as far as its mount is concerned.
   *
   * @param absolute its path in this process's view, printable; empty where unknown
   * @param layers absolute paths of the directories that its overlay stands on
   */
  record Side(MountFacts mount, String absolute, List<String> layers) {

    /** {@link #inside(MountFacts, String)} of this side. */
    Optional<String> inside() {
      return CommonGround.inside(mount, absolute);
    }

    boolean isOverlay() {
      return mount.type().equals("overlay");
    }
  }

  /** In words, to stand behind <em>although</em>; empty where nothing is shared. */
  static Optional<String> of(Side a, Side b) {
    if (a.isOverlay() && b.isOverlay()) {
      return sameInside(a, b) ? sharedLayer(a, b) : Optional.empty();
    }
    if (b.isOverlay()) {
      return layerOf(a, b, "A", "B");
    }
    if (a.isOverlay()) {
      return layerOf(b, a, "B", "A");
    }
    return sameInside(a, b) ? sameSource(a.mount(), b.mount()) : Optional.empty();
  }

  /** The path below the mount point, empty for the mount point itself. */
  static Optional<String> inside(MountFacts mount, String absolute) {
    String point = mount.mountPoint().equals("/") ? "" : mount.mountPoint();
    if (absolute.equals(mount.mountPoint())) {
      return Optional.of("");
    }
    return !absolute.isEmpty() && absolute.startsWith(point + "/")
        ? Optional.of(absolute.substring(point.length()))
        : Optional.empty();
  }

  private static boolean sameInside(Side a, Side b) {
    return a.inside().isPresent() && a.inside().equals(b.inside());
  }

  private static Optional<String> sharedLayer(Side a, Side b) {
    Set<String> layers = new LinkedHashSet<>(a.layers());
    layers.retainAll(b.layers());
    return layers.stream().findFirst().map(layer -> "both are overlays on " + layer);
  }

  /** Whether one path is the raw directory that the other one's overlay stands on. */
  private static Optional<String> layerOf(
      Side raw, Side merged, String rawName, String mergedName) {
    if (merged.inside().isEmpty()) {
      return Optional.empty();
    }
    String inside = merged.inside().get();
    return merged.layers().stream()
        .filter(layer -> raw.absolute().equals(layer + inside))
        .findFirst()
        .map(layer -> mergedName + " is an overlay on " + layer + ", which is " + rawName);
  }

  private static Optional<String> sameSource(MountFacts a, MountFacts b) {
    boolean fuse = a.type().startsWith("fuse.") || a.type().equals("fuse");
    boolean telling = a.source().startsWith("/") || a.source().contains(":");
    return fuse && telling && a.type().equals(b.type()) && a.source().equals(b.source())
        ? Optional.of("both are " + a.type() + " mounts of " + a.source())
        : Optional.empty();
  }
}
