package io.holdfast.cli.lab;

import io.holdfast.cli.report.Page;
import io.holdfast.testkit.mutant.Mutant;
import org.jspecify.annotations.Nullable;

/** What is said alike of power cuts and of failing disks. */
final class BreakingText {

  private BreakingText() {}

  /** The seed, and the mistake that is made on purpose if there is one. */
  static void addSetting(Page page, long seed, @Nullable String mutant) {
    page.field("seed", Long.toString(seed));
    if (mutant != null) {
      page.field("mistake", mutant + Mutant.withId(mutant).map(m -> ": " + m.says()).orElse(""));
    }
  }

  /** {@code 1 state}, {@code 2 states}. */
  static String counted(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  /** {@code ; 2 file systems skipped}, or nothing for none. */
  static void add(StringBuilder words, int count, String what, String became) {
    if (count > 0) {
      words.append("; ").append(counted(count, what)).append(' ').append(became);
    }
  }
}
