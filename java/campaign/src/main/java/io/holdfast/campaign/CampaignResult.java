package io.holdfast.campaign;

import io.holdfast.campaign.item.Plan;
import io.holdfast.campaign.ledger.Audit;
import io.holdfast.campaign.ledger.LedgerLine;
import java.util.List;
import java.util.Map;

/**
 * What came of a campaign.
 *
 * @param reason why it is over, where it is not done
 * @param troubles how often what was done to coordinators
 * @param restarts how often a coordinator was started again
 * @param nanos from the start of the coordinators to their end
 * @param leftovers names of stages and of epochs that are left where everything was done
 * @param lines of all ledgers, those of earlier runs included
 */
public record CampaignResult(
    CampaignRequest request,
    Plan plan,
    CampaignEnd end,
    String reason,
    Audit audit,
    Map<Chaos, Integer> troubles,
    int restarts,
    long nanos,
    List<String> leftovers,
    Map<String, List<LedgerLine>> lines) {

  public CampaignResult {
    troubles = Map.copyOf(troubles);
    leftovers = List.copyOf(leftovers);
    lines = Map.copyOf(lines);
  }

  CampaignResult withLeftovers(List<String> names) {
    return new CampaignResult(
        request, plan, end, reason, audit, troubles, restarts, nanos, names, lines);
  }
}
