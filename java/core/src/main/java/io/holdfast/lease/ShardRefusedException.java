package io.holdfast.lease;

/**
 * A directory of an open table belongs to somebody else by now, or others may write in it: whoever
 * put it there could be anybody. Nothing was touched in it; its records are served again when a
 * person has put it right.
 */
public final class ShardRefusedException extends IllegalStateException {

  private static final long serialVersionUID = 1L;

  private final String objection;

  /**
   * @param shard its name
   * @param objection what is the matter with it
   */
  ShardRefusedException(String shard, String objection) {
    super("shard " + shard + " " + objection);
    this.objection = objection;
  }

  /** What is the matter, without the shard's name. */
  String objection() {
    return objection;
  }
}
