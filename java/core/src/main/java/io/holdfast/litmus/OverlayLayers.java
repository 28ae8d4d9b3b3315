package io.holdfast.litmus;

import io.holdfast.mount.MountFacts;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The directories that an overlay stands on, as absolute paths. Options may be relative to where
 * mount(8) ran; that place is found by looking where our probe tree stands in the upper directory.
 */
final class OverlayLayers {

  /** Of a mount that is no overlay, or whose layers cannot be told. */
  static final OverlayLayers NONE = new OverlayLayers(List.of(), Optional.empty());

  private static final String UPPER = "upperdir=";

  private final List<String> layers;
  private final Optional<String> upper;

  private OverlayLayers(List<String> layers, Optional<String> upper) {
    this.layers = layers;
    this.upper = upper;
  }

  /**
   * Finds them.
   *
   * @param inside the path below the mount point
   * @param treeName of the tree that was made there
   */
  static OverlayLayers find(
      Posix posix, MountFacts mount, Optional<String> inside, byte[] treeName) {
    Optional<String> option = mount.options().stream().filter(o -> o.startsWith(UPPER)).findFirst();
    if (!mount.type().equals("overlay") || option.isEmpty() || inside.isEmpty()) {
      return NONE;
    }
    String upper = option.get().substring(UPPER.length());
    String tree = inside.get() + "/" + new String(treeName, StandardCharsets.US_ASCII);
    for (String base : bases(upper, mount.mountPoint())) {
      if (isThere(posix, base + upper + tree)) {
        List<String> absolute = new ArrayList<>();
        for (String layer : of(mount)) {
          absolute.add(layer.startsWith("/") ? layer : base + layer);
        }
        return new OverlayLayers(List.copyOf(absolute), Optional.of(base + upper));
      }
    }
    return new OverlayLayers(
        of(mount).stream().filter(layer -> layer.startsWith("/")).toList(), Optional.empty());
  }

  /** Lower and upper directories that are known by their absolute paths. */
  List<String> absolute() {
    return layers;
  }

  /** The upper directory, where this process sees the tree standing in it. */
  Optional<String> upper() {
    return upper;
  }

  /** Lower and upper directories as the options spell them. */
  static List<String> of(MountFacts mount) {
    List<String> layers = new ArrayList<>();
    for (String option : mount.options()) {
      int equals = option.indexOf('=');
      String name = equals < 0 ? option : option.substring(0, equals);
      String value = equals < 0 ? "" : option.substring(equals + 1);
      switch (name) {
        case "lowerdir", "lowerdir+", "datadir+" -> split(value, layers);
        case "upperdir" -> layers.add(value);
        default -> {
          // Says nothing of layers.
        }
      }
    }
    return layers;
  }

  /** Where a relative path may start: at every directory above the mount point. */
  private static List<String> bases(String upper, String mountPoint) {
    if (upper.startsWith("/")) {
      return List.of("");
    }
    List<String> bases = new ArrayList<>();
    for (int slash = mountPoint.lastIndexOf('/');
        slash >= 0;
        slash = mountPoint.lastIndexOf('/', slash - 1)) {
      bases.add(mountPoint.substring(0, slash + 1));
    }
    return bases;
  }

  /** Printable text is a path unless a byte of it had to be escaped. */
  private static boolean isThere(Posix posix, String path) {
    long[] slots = new long[FileStat.SLOTS];
    return path.indexOf('\\') < 0
        && posix.fstatat(Flags.AT_FDCWD, RawPath.of(path).bytes(), slots, Flags.AT_SYMLINK_NOFOLLOW)
            == 0;
  }

  /** At every colon that no backslash protects; printable text has its backslashes doubled. */
  private static void split(String value, List<String> into) {
    for (String layer : value.split("(?<!\\\\):", -1)) {
      if (!layer.isEmpty()) {
        into.add(layer);
      }
    }
  }
}
