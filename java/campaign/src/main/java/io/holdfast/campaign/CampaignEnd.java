package io.holdfast.campaign;

/** What became of a campaign. */
public enum CampaignEnd {
  /** Every input has its result. */
  DONE,
  /** It was asked to end before; run it again to go on. */
  ENDED,
  /** Something is wrong with what came out. */
  VIOLATED,
  /** Coordinators could not go on. */
  FAILED,
  /** The coordinators did not qualify the directory together; nothing was begun. */
  UNQUALIFIED,
  /** The directory was not to be relied on any more; run it again when it is. */
  DISTRUSTED
}
