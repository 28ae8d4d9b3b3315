package io.holdfast.cli;

import io.holdfast.lab.Facilities;
import io.holdfast.lab.LabEvent;
import io.holdfast.lab.shared.CutCase;
import io.holdfast.lab.shared.CutLab;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code holdfast lab long}: what a client does that was cut off while it held something. */
@Command(
    name = "long",
    description = {
      "Starts a GlusterFS brick or a CephFS and two clients on this kernel, each client in a"
          + " network of its own. One holds a lock, or leases, and is cut off until the other has"
          + " them; then it comes back and goes on as if nothing had happened. Shows how long the"
          + " other waited, what the holder was told, and whether its late calls do harm. Takes"
          + " about a minute for each case. Needs root; nothing is left behind, also when the"
          + " command is killed.",
      ""
    },
    footerHeading = "%n",
    footer = {
      "Cases: gluster-flock, gluster-ofd, gluster-fence, gluster-fence-under-way,",
      "  gluster-update-lock, ceph-flock, ceph-ofd, ceph-fence, ceph-fence-under-way,",
      "  ceph-update-lock.",
      "",
      "Exit codes: 0 all cases agree, 1 one differs, 2 usage, 4 cannot be run here."
    })
final class LabLongCommand extends LabKindCommand {

  @Mixin private CaseNames cases = new CaseNames();

  @Override
  void runCases(CommandContext context, Consumer<LabEvent> listener)
      throws CommandFailure, IOException {
    List<CutCase> chosen = cases.of(CutCase.ALL, CutCase::named, CutCase::shortId);
    new CutLab(Facilities.here()).run(chosen, listener);
  }
}
