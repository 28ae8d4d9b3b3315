package io.holdfast.cli;

import io.holdfast.campaign.CampaignProgress;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Shows how far a campaign is, as a bar. */
final class CampaignProgressLine implements Consumer<CampaignProgress> {

  private static final int BAR = 20;

  private final ProgressLine line;

  CampaignProgressLine(ProgressLine line) {
    this.line = line;
    line.show("starting coordinators");
  }

  @Override
  public void accept(CampaignProgress far) {
    int filled = Math.min(BAR, (int) ((long) BAR * far.done() / Math.max(1, far.results())));
    line.show(
        String.format(
            Locale.ROOT,
            "[%s%s] %d of %d, %d s, %d coordinators, %d workers busy, %d troubles",
            "#".repeat(filled),
            "-".repeat(BAR - filled),
            far.done(),
            far.results(),
            TimeUnit.NANOSECONDS.toSeconds(far.nanos()),
            far.atWork(),
            far.busy(),
            far.troubles()));
  }
}
