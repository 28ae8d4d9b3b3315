package io.holdfast.cli.lab;

import io.holdfast.cli.ExitCode;
import io.holdfast.lab.LabEvent;
import java.util.ArrayList;
import java.util.List;

/** Counts how the cases of a run ended. Not for two threads at once. */
public final class LabTally {

  private int agreeing;
  private int differing;
  private int broken;
  private int skipped;

  /** Counts an event that ends a case; others do not count. */
  public void count(LabEvent event) {
    if (event instanceof LabEvent.Finished finished) {
      if (finished.result().agrees()) {
        agreeing++;
      } else {
        differing++;
      }
    } else if (event instanceof LabEvent.Broken) {
      broken++;
    } else if (event instanceof LabEvent.Skipped) {
      skipped++;
    }
  }

  /** 1 when a case differs, 4 when one could not be run to its end or all were skipped, else 0. */
  public ExitCode exitCode() {
    if (differing > 0) {
      return ExitCode.REFUTED;
    }
    return broken > 0 || agreeing == 0 ? ExitCode.ENVIRONMENT : ExitCode.OK;
  }

  public int agreeing() {
    return agreeing;
  }

  public int differing() {
    return differing;
  }

  public int broken() {
    return broken;
  }

  public int skipped() {
    return skipped;
  }

  /** {@code 5 cases agree, 1 skipped}. */
  public String inWords() {
    List<String> words = new ArrayList<>();
    words.add(agreeing + (agreeing == 1 ? " case agrees" : " cases agree"));
    add(words, differing, differing == 1 ? "differs" : "differ");
    add(words, broken, "could not be run to the end");
    add(words, skipped, "skipped");
    return String.join(", ", words);
  }

  private static void add(List<String> words, int count, String what) {
    if (count > 0) {
      words.add(count + " " + what);
    }
  }
}
