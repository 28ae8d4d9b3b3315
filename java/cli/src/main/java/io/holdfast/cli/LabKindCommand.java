package io.holdfast.cli;

import io.holdfast.cli.lab.LabJson;
import io.holdfast.cli.lab.LabTally;
import io.holdfast.cli.lab.LabText;
import io.holdfast.lab.LabEvent;
import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.PosixException;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Storage of one kind: runs its cases and shows expected beside observed. */
abstract class LabKindCommand implements Subcommand {

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write JSON to FILE as well, or to standard output instead of text for -.")
  private @Nullable String json;

  /** Runs what was asked for; the report is given when this is back. */
  abstract void runCases(CommandContext context, Consumer<LabEvent> listener)
      throws CommandFailure, IOException;

  @Override
  public final ExitCode run(CommandContext context)
      throws CommandFailure, IOException, BindingUnavailableException, PosixException {
    ReportFile file = reportFile(context);
    boolean textIsWanted = !ReportFile.STANDARD_OUTPUT.equals(json);
    LabText text = new LabText(context.columns(), context.paint());
    PrintStream out = context.out();
    List<LabEvent> ends = new ArrayList<>();
    LabTally tally = new LabTally();
    runCases(
        context,
        event -> {
          tally.count(event);
          if (event.isEnd()) {
            ends.add(event);
          }
          if (textIsWanted) {
            out.print(text.of(event));
            out.flush();
          }
        });
    String kernel = System.getProperty("os.version", "");
    String document = LabJson.render(Version.current(), kernel, ends, tally);
    out.print(textIsWanted ? tally.inWords() + "\n" : document);
    if (file != null) {
      file.write(document);
    }
    return tally.exitCode();
  }

  private @Nullable ReportFile reportFile(CommandContext context)
      throws CommandFailure, BindingUnavailableException, PosixException {
    return json == null || json.equals(ReportFile.STANDARD_OUTPUT)
        ? null
        : ReportFile.at(context.machine().posix(), "--json", RawArguments.path(json));
  }
}
