package io.holdfast.litmus.cluster;

/** What members may ask about together: each is a litmus of its own, with its own verdict. */
public enum Exclusion {
  /** A held flock keeps everybody else out: what tables with update locks stand on. */
  FLOCK("flock excludes"),
  /** Of many who move one source, or link one name, one wins: what fence tables stand on. */
  NAMES("rename and link have one winner");

  private final String words;

  Exclusion(String words) {
    this.words = words;
  }

  /** What is true where it was shown. */
  public String words() {
    return words;
  }
}
