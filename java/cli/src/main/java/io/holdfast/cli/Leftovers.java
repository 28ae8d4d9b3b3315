package io.holdfast.cli;

import io.holdfast.litmus.Finding;
import io.holdfast.litmus.LocalReport;
import java.util.List;

/** Whoever asks for the verdict only must still know that something was left behind. */
final class Leftovers {

  private Leftovers() {}

  /** Tells on standard error of trees that could not be removed. */
  static void tell(CommandContext context, List<Finding> findings) {
    findings.stream()
        .filter(finding -> finding.id().equals(LocalReport.TREE_LEFT))
        .forEach(finding -> context.err().println("holdfast: " + finding.text()));
  }
}
