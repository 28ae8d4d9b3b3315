package io.holdfast.lease;

/** What a table knows of an id. */
public sealed interface Reading {

  /** There is no record; nobody ever had it, or it was removed. */
  record Absent() implements Reading {}

  /** The record that counted at some moment within the mount's cache time. */
  record Present(LeaseRecord record) implements Reading {}

  /**
   * Something stands there that is no valid record. It is never free and never overwritten.
   *
   * @param path below the table's root
   * @param reason what is wrong with it
   */
  record Corrupt(String path, String reason) implements Reading {}

  /** It could not be read before the deadline. Neither absent nor any older record. */
  record Unavailable(String reason) implements Reading {}
}
