package io.holdfast.gauge.calls;

/** The calls that decide what an operation costs. Those that only look are not counted. */
public enum CountedCall {
  /** fsync(2) of a file. */
  FILE_SYNC("fsync"),
  /** fsync(2) of a directory. */
  DIRECTORY_SYNC("dir fsync"),
  /** fdatasync(2). */
  DATA_SYNC("fdatasync"),
  /** pwrite(2) or write(2) to a file that was opened with O_DSYNC. */
  SYNCED_WRITE("O_DSYNC write"),
  /** renameat2(2). */
  RENAME("rename"),
  /** linkat(2). */
  LINK("link"),
  /** flock(2), taking and letting go. */
  LOCK("flock");

  private final String words;

  CountedCall(String words) {
    this.words = words;
  }

  /** For people. */
  public String words() {
    return words;
  }
}
