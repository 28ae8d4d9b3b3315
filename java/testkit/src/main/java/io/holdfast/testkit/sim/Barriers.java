package io.holdfast.testkit.sim;

/** What the barriers of a {@link SimDisk} are worth. */
public enum Barriers {
  /** What POSIX promises and nothing more: files their data, directories their names. */
  STRICT,
  /**
   * As a journaling file system (ext4, xfs): every fsync also makes all names durable that were
   * made, changed or removed before it.
   */
  JOURNALED,
  /**
   * As where directories are kept by a server (Lustre from 2.16 on, GlusterFS): fsync of a
   * directory answers 0 and does nothing, fsync of a file makes all earlier names durable.
   */
  SENTINEL,
  /** As tmpfs or overlay {@code volatile}: every barrier answers 0 and does nothing. */
  ACCEPTED
}
