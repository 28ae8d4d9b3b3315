package io.holdfast.litmus;

/** The three advisory locks of Linux. One is never put in the place of another. */
public enum LockKind {
  FLOCK("flock", "flock", "flock"),
  OFD("ofd", "OFD lock", "fcntl(F_OFD_SETLK)"),
  POSIX("posix", "POSIX lock", "fcntl(F_SETLK)");

  private final String id;
  private final String title;
  private final String call;

  LockKind(String id, String title, String call) {
    this.id = id;
    this.title = title;
    this.call = call;
  }

  /** The spelling in documents. */
  public String id() {
    return id;
  }

  /** What people call it, in the middle of a sentence. */
  public String title() {
    return title;
  }

  /** The call that takes it. */
  public String call() {
    return call;
  }
}
