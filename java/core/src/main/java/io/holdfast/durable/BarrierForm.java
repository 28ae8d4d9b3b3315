package io.holdfast.durable;

/** How a directory's names are made durable. Every evidence names the form that was used. */
public enum BarrierForm {
  /** fsync(dir), then a barrier probe. For file systems of this host. */
  FSYNC,
  /**
   * fsync(dir), then a sentinel: a file of a unique name is created, written, synced and unlinked.
   * It reaches the server where fsync(dir) does not (Lustre, GlusterFS, sshfs) and is a barrier
   * probe at the same time.
   */
  SENTINEL,
  /**
   * The sentinel without fsync(dir), for directories whose fsync answers EINVAL. Never chosen by
   * itself: whoever asks for it by this name accepts that nothing but the sentinel is behind a
   * promise.
   */
  SENTINEL_ALONE
}
