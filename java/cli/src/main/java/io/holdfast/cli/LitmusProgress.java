package io.holdfast.cli;

import io.holdfast.cli.report.Page;
import io.holdfast.cli.report.Printable;
import io.holdfast.litmus.LitmusEvent;
import io.holdfast.litmus.LitmusPhase;
import java.io.PrintStream;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Shows what every member does in every phase: a table that changes where somebody watches, else a
 * line a phase.
 */
final class LitmusProgress implements Consumer<LitmusEvent>, AutoCloseable {

  private static final int CELL_WIDTH = 12;
  private static final int MOST_ROWS = 16;
  private static final String ERASE_BELOW = "\033[J";

  private final PrintStream err;
  private final boolean isTable;
  private final boolean isSilent;
  private final int nameWidth;
  private final Map<String, Map<LitmusPhase, String>> cells = new LinkedHashMap<>();
  private int linesShown;
  private LitmusPhase told = LitmusPhase.LEAVING;

  private LitmusProgress(CommandContext context, List<String> members, boolean quiet) {
    this.err = context.err();
    members.forEach(name -> cells.put(name, new EnumMap<>(LitmusPhase.class)));
    this.nameWidth = members.stream().mapToInt(String::length).max().orElse(0) + 2;
    int width = nameWidth + CELL_WIDTH * shown().size();
    boolean fits = members.size() <= MOST_ROWS && width <= context.columns();
    this.isTable = context.isErrorTerminal() && fits;
    this.isSilent = quiet;
  }

  static LitmusProgress on(CommandContext context, List<String> members, boolean quiet) {
    return new LitmusProgress(context, members, quiet);
  }

  @Override
  public void accept(LitmusEvent event) {
    if (event instanceof LitmusEvent.Working working) {
      note(working.member(), working.phase(), "…");
    } else if (event instanceof LitmusEvent.Done done) {
      note(done.member(), done.phase(), "done");
    } else if (event instanceof LitmusEvent.Silent silent) {
      note(silent.member(), silent.phase(), "SILENT");
    } else if (event instanceof LitmusEvent.LeftBehind left) {
      erase();
      err.println("holdfast: " + Printable.line(left.text()));
    }
  }

  private void note(String member, LitmusPhase phase, String word) {
    if (isSilent) {
      return;
    }
    Map<LitmusPhase, String> row = cells.get(member);
    if (row != null) {
      row.put(phase, word);
    }
    if (isTable) {
      erase();
      show();
    } else if (word.equals("SILENT") || phase != told) {
      told = phase;
      String who = word.equals("SILENT") ? ": " + member + " is silent" : "";
      err.println("holdfast: " + phase.title() + Printable.line(who));
    }
  }

  private void show() {
    StringBuilder table = new StringBuilder(" ".repeat(nameWidth));
    for (LitmusPhase phase : shown()) {
      table.append(Page.padded(phase.title(), CELL_WIDTH));
    }
    table.append('\n');
    cells.forEach(
        (name, row) -> {
          table.append(Page.padded(Printable.line(name), nameWidth));
          for (LitmusPhase phase : shown()) {
            table.append(Page.padded(row.getOrDefault(phase, "."), CELL_WIDTH));
          }
          table.append('\n');
        });
    err.print(table);
    err.flush();
    linesShown = cells.size() + 1;
  }

  private static Set<LitmusPhase> shown() {
    return EnumSet.complementOf(EnumSet.of(LitmusPhase.LEAVING));
  }

  private void erase() {
    if (linesShown > 0) {
      err.print("\033[" + linesShown + "A\r" + ERASE_BELOW);
      err.flush();
      linesShown = 0;
    }
  }

  @Override
  public void close() {
    erase();
  }
}
