package io.holdfast.litmus;

/**
 * Between whom a question was asked. Any scope can refute; a scope qualifies only itself.
 *
 * <p>A client is one mount side: (boot id, st_dev of the root).
 */
public enum Scope {
  /** Processes of this host through one mount. */
  SAME_CLIENT("same-client"),
  /** Processes of this host through two mounts of one place. */
  SAME_HOST_TWO_MOUNTS("same-host-two-mounts"),
  /** Processes of at least two hosts. */
  CROSS_HOST("cross-host");

  private final String id;

  Scope(String id) {
    this.id = id;
  }

  /** The spelling in documents and commands. */
  public String id() {
    return id;
  }
}
