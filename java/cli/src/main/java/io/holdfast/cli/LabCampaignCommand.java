package io.holdfast.cli;

import io.holdfast.lab.Facilities;
import io.holdfast.lab.LabEvent;
import io.holdfast.lab.shared.CampaignCase;
import io.holdfast.lab.shared.CampaignLab;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code holdfast lab campaign}: does a campaign keep its word between two clients? */
@Command(
    name = "campaign",
    description = {
      "Boots three kernels (User-Mode Linux): an NFS server and two clients. 'holdfast campaign'"
          + " runs in the first client, with a coordinator and two workers in each of both. They"
          + " renew their qualification together, or all of them that the second client has are"
          + " killed once. Everything must be done once. Needs root; nothing is left behind, also"
          + " when the command is killed.",
      ""
    },
    footerHeading = "%n",
    footer = {
      "Cases: together, client-killed.",
      "",
      "Exit codes: 0 all cases agree, 1 one differs, 2 usage, 4 cannot be run here."
    })
final class LabCampaignCommand extends LabKindCommand {

  @Mixin private CaseNames cases = new CaseNames();

  @Override
  void runCases(CommandContext context, Consumer<LabEvent> listener)
      throws CommandFailure, IOException {
    List<CampaignCase> chosen =
        cases.of(CampaignCase.ALL, CampaignCase::named, CampaignCase::shortId);
    new CampaignLab(Facilities.here(), Main.class).run(chosen, listener);
  }
}
