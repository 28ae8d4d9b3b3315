package io.holdfast.litmus;

import io.holdfast.mount.MountFacts;
import java.util.List;

/** Mount facts for tests. */
final class Mounts {

  private Mounts() {}

  static MountFacts of(String type, String... options) {
    return at(type, "none", "/m", options);
  }

  static MountFacts at(String type, String source, String mountPoint, String... options) {
    return new MountFacts(1, "0:1", type, source, "/", mountPoint, List.of(options));
  }
}
