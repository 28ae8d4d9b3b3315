package io.holdfast.campaign;

/** Another command is at work on the campaign; nothing was done. */
public final class CampaignOccupiedException extends Exception {

  private static final long serialVersionUID = 1;

  CampaignOccupiedException() {
    super("another command is at work on this campaign");
  }
}
