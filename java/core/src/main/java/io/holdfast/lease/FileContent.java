package io.holdfast.lease;

/** What a look into a file found. */
sealed interface FileContent {

  /** No such name. */
  record Absent() implements FileContent {}

  /** A regular file; its bytes are not to be changed. */
  @SuppressWarnings("ArrayRecordComponent") // handed on once; never compared as a record
  record Bytes(byte[] bytes) implements FileContent {}

  /** Something else has the name, or a file longer than it may be. */
  record Refused(String reason) implements FileContent {}
}
