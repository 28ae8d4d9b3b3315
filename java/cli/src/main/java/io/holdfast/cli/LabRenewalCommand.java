package io.holdfast.cli;

import io.holdfast.lab.Facilities;
import io.holdfast.lab.LabEvent;
import io.holdfast.lab.shared.RenewalCase;
import io.holdfast.lab.shared.RenewalLab;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code holdfast lab renewal}: does 'holdfast watch' fail closed when its storage does? */
@Command(
    name = "renewal",
    description = {
      "Boots three kernels (User-Mode Linux): an NFS server and two clients, in each of which"
          + " 'holdfast watch' runs. Lets them renew, or cuts a client off, stops a client's"
          + " kernel, crashes the server: then each must end with 70 within an interval and a"
          + " timeout from when it can run. Needs root; nothing is left behind, also when the"
          + " command is killed.",
      ""
    },
    footerHeading = "%n",
    footer = {
      "Cases: healthy, client-cut, client-frozen, server-crashed.",
      "",
      "Exit codes: 0 all cases agree, 1 one differs, 2 usage, 4 cannot be run here."
    })
final class LabRenewalCommand extends LabKindCommand {

  @Mixin private CaseNames cases = new CaseNames();

  @Override
  void runCases(CommandContext context, Consumer<LabEvent> listener)
      throws CommandFailure, IOException {
    List<RenewalCase> chosen = cases.of(RenewalCase.ALL, RenewalCase::named, RenewalCase::shortId);
    new RenewalLab(Facilities.here(), Main.class).run(chosen, listener);
  }
}
