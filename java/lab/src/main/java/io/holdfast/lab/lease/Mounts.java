package io.holdfast.lab.lease;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** By which mounts coordinators reach their table. */
public enum Mounts {
  /** All by the one that it lies on. */
  ONE,
  /** In turn by two FUSE mounts of its directory, whose caches know nothing of each other. */
  BINDFS;

  /** The name on command lines: {@code bindfs}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The kind with an {@link #id}. */
  public static Optional<Mounts> withId(String id) {
    return Arrays.stream(values()).filter(mounts -> mounts.id().equals(id)).findFirst();
  }
}
