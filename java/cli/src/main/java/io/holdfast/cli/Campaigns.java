package io.holdfast.cli;

import io.holdfast.campaign.CampaignProgress;
import io.holdfast.campaign.CampaignRequest;
import io.holdfast.campaign.CampaignResult;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Campaigns, as commands see them; replaced in tests. */
@FunctionalInterface
public interface Campaigns {

  /**
   * Runs one that was begun.
   *
   * @see io.holdfast.campaign.Campaign#run
   */
  CampaignResult run(
      CampaignRequest request, Consumer<CampaignProgress> progress, BooleanSupplier ending)
      throws Exception;
}
