package io.holdfast.durable;

/**
 * What a directory's mount can do for the verbs, asked by doing.
 *
 * @param form the barrier form that the directory gets
 * @param barrier what became of one
 * @param unnamedFiles whether O_TMPFILE works here; where it does not, publish uses staged names
 */
public record DirectorySupport(BarrierForm form, Barrier barrier, boolean unnamedFiles) {

  /** What became of a directory barrier that covered nothing. */
  public enum Barrier {
    /** It answered. That it reaches the medium is for the litmus and for a power cut to say. */
    ANSWERED,
    /** It answered on a file system in memory: accepted, not durable. */
    ACCEPTED_NOT_DURABLE,
    /**
     * fsync of this directory answers EINVAL. Every verb on it would end unknown, so do not begin;
     * {@link BarrierForm#SENTINEL_ALONE} accepts such directories by name.
     */
    UNSUPPORTED
  }
}
