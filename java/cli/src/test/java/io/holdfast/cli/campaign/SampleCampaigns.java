package io.holdfast.cli.campaign;

import io.holdfast.campaign.CampaignEnd;
import io.holdfast.campaign.CampaignRequest;
import io.holdfast.campaign.CampaignResult;
import io.holdfast.campaign.Chaos;
import io.holdfast.campaign.item.Plan;
import io.holdfast.campaign.ledger.Audit;
import io.holdfast.campaign.ledger.LedgerLine;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.posix.RawPath;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Campaigns that were never run. */
public final class SampleCampaigns {

  private SampleCampaigns() {}

  /** One in which everything was done once. */
  public static CampaignResult done() {
    return result(CampaignEnd.DONE, "", List.of(), RawPath.of("/srv/try"));
  }

  /** One with everything in it that can be told, in a directory with an odd name. */
  public static CampaignResult violated() {
    return result(
        CampaignEnd.VIOLATED,
        "the reason",
        List.of("the input 00 has 2 results"),
        RawPath.of(new byte[] {'/', '<', 's', '>', (byte) 0xff}));
  }

  private static CampaignResult result(
      CampaignEnd end, String reason, List<String> violations, RawPath path) {
    Plan plan = new Plan("0".repeat(32), 12, 1, 3, 4096, 10, 1_000, 4, Protocol.FENCE, true);
    Audit audit =
        new Audit(
            13,
            13,
            true,
            violations,
            26,
            2,
            4_000_000_000L,
            1_000_000_000L,
            Map.of(),
            Map.of("claim", List.of(1_000_000L, 2_000_000L)),
            6,
            6);
    return new CampaignResult(
        new CampaignRequest(path, 2, 3, Set.of(Chaos.values()), 3_000, 42),
        plan,
        end,
        reason,
        audit,
        Map.of(Chaos.KILL, 1, Chaos.STOP, 2, Chaos.SKEW, 3, Chaos.EIO, 4),
        5,
        6_000_000_000L,
        List.of("a-leftover"),
        Map.of("coordinator-0", List.of(new LedgerLine.Beat(1))));
  }
}
