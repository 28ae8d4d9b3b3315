package io.holdfast.litmus;

/** The three advisory locks of Linux. One is never put in the place of another. */
public enum LockKind {
  FLOCK("flock"),
  OFD("ofd"),
  POSIX("posix");

  private final String id;

  LockKind(String id) {
    this.id = id;
  }

  public String id() {
    return id;
  }
}
