package io.holdfast.durable;

/** Why a directory barrier was made; counted by reason. */
public enum BarrierReason {
  /** A name was given to a new file. */
  PUBLISH,
  /** A file took the place of another. */
  REPLACE,
  /** A file moved to a directory where others look. */
  PROMOTE,
  /** A name was removed. */
  REMOVE,
  /** A directory was made. */
  MAKE_DIRECTORY,
  /** A batch ended. */
  BATCH,
  /** Somebody asked what the directory's mount can do; nothing was changed. */
  EXAMINE
}
