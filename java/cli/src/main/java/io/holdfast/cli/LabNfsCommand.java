package io.holdfast.cli;

import io.holdfast.lab.Facilities;
import io.holdfast.lab.LabEvent;
import io.holdfast.lab.guest.NfsCase;
import io.holdfast.lab.guest.NfsCases;
import io.holdfast.lab.guest.NfsLab;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code holdfast lab nfs}: two clients of one NFS server, each a kernel of its own. */
@Command(
    name = "nfs",
    description = {
      "Boots three kernels (User-Mode Linux): an NFS server and two clients. For each way to mount"
          + " the server the clients ask each other as 'holdfast litmus' does, and what must be"
          + " seen is shown beside what is seen. Needs root; nothing is left behind, also when the"
          + " command is killed.",
      ""
    },
    footerHeading = "%n",
    footer = {
      "Cases: 3, 4.0, 4.1, 4.2, 3-and-4.2, 3-nolock, 3-local-flock-on-one-side, 3-local-all,",
      "  4.2-cloned-name.",
      "",
      "Exit codes: 0 all cases agree, 1 one differs, 2 usage, 4 cannot be run here."
    })
final class LabNfsCommand extends LabKindCommand {

  private static final String CASES = "--cases";

  @Option(
      names = CASES,
      paramLabel = "NAME",
      split = ",",
      description = "These ways to mount only; all by default.")
  private List<String> names = NfsCases.ALL.stream().map(NfsCase::id).toList();

  @Option(
      names = "--keep",
      description =
          "Leave the guests up, with the last case mounted, until this command is ended; say how"
              + " to enter them.")
  private boolean keep;

  @Override
  void runCases(CommandContext context, Consumer<LabEvent> listener)
      throws CommandFailure, IOException {
    List<NfsCase> cases =
        BreakingCommand.chosen(
            CASES, names, NfsCases::named, NfsCases.ALL.stream().map(NfsCase::shortId));
    NfsLab lab = new NfsLab(Facilities.here());
    if (keep) {
      lab.runAndKeep(cases, listener, ways -> tellHowToEnter(context.err(), ways));
    } else {
      lab.run(cases, listener);
    }
  }

  private static void tellHowToEnter(PrintStream err, List<String> ways) {
    err.println("The guests stay up until this command is ended. To enter one, as root:");
    ways.forEach(way -> err.println("  " + way));
  }
}
