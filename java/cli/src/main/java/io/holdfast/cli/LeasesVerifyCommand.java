package io.holdfast.cli;

import io.holdfast.cli.leases.LeasesJson;
import io.holdfast.cli.leases.LeasesText;
import io.holdfast.cli.leases.Verification;
import io.holdfast.clock.EpochClock;
import io.holdfast.lease.TableFinding;
import io.holdfast.lease.TableFinding.Check;
import io.holdfast.lease.TableInspection;
import io.holdfast.lease.TableRefusedException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code holdfast leases DIR verify}. */
@Command(
    name = "verify",
    description = {
      "Holds every record, name and session of the table to the rules. Changes nothing, and may"
          + " run while the table is in use.",
      ""
    },
    footerHeading = "%n",
    footer = {
      "Exit codes: 0 nothing is broken, 1 something is, 2 usage, 3 something could not be looked",
      "at, 4 the table cannot be opened. docs/operations.md says what to do about each finding."
    })
final class LeasesVerifyCommand extends LeasesReading {

  @Option(
      names = {"-q", "--quiet"},
      description = "Print the verdict only.")
  private boolean quiet;

  @Override
  ExitCode look(CommandContext context) throws Exception {
    ReportFile file = reportFile(context);
    Verification verification = new Verification();
    LeasesText text = new LeasesText(context.columns(), context.paint(), true);
    try (TableInspection table = table().inspectOrRefuse(context)) {
      verification.end(
          table.verify(EpochClock.system(), finding -> tell(context, text, verification, finding)));
      String document =
          LeasesJson.verification(table().head(table), verification, Version.current());
      return end(context, text, verification, document, file);
    } catch (TableRefusedException e) {
      Optional<TableFinding> finding = TableInspection.manifestFinding(e);
      if (finding.isEmpty()) {
        throw table().refused(e);
      }
      tell(context, text, verification, finding.get());
      String document = LeasesJson.unopened(table().path(), verification, Version.current());
      return end(context, text, verification, document, file);
    }
  }

  private void tell(
      CommandContext context, LeasesText text, Verification verification, TableFinding finding) {
    verification.add(finding);
    if (textIsWanted() && !quiet) {
      context.out().print(text.found(finding));
      context.out().flush();
    }
  }

  private ExitCode end(
      CommandContext context,
      LeasesText text,
      Verification verification,
      String document,
      @Nullable ReportFile file)
      throws CommandFailure {
    if (textIsWanted()) {
      boolean leftovers =
          verification.findings().stream().anyMatch(f -> f.check() == Check.LEFTOVER);
      boolean told = !quiet && !verification.findings().isEmpty();
      context.out().print(told ? "\n" : "");
      context.out().print(text.verdict(verification));
      if (leftovers && !quiet) {
        context.out().println("'sweep' removes leftovers.");
      }
    }
    deliver(context, document, file);
    return verification.exitCode();
  }
}
