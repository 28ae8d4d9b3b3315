package io.holdfast.cli.report;

import io.holdfast.litmus.Verdict;

/** Colours, or none. What a colour says always stands there in words too. */
public enum Paint {
  PLAIN("", "", "", "", ""),
  COLOURED("\033[32m", "\033[31;1m", "\033[33m", "\033[1m", "\033[0m");

  private final String good;
  private final String bad;
  private final String doubtful;
  private final String bold;
  private final String reset;

  Paint(String good, String bad, String doubtful, String bold, String reset) {
    this.good = good;
    this.bad = bad;
    this.doubtful = doubtful;
    this.bold = bold;
    this.reset = reset;
  }

  public String good(String text) {
    return good + text + reset;
  }

  public String bad(String text) {
    return bad + text + reset;
  }

  public String doubtful(String text) {
    return doubtful + text + reset;
  }

  /** Qualified is good, refuted bad, inconclusive doubtful. */
  public String by(Verdict verdict, String text) {
    if (verdict instanceof Verdict.Qualified) {
      return good(text);
    }
    return verdict instanceof Verdict.Refuted ? bad(text) : doubtful(text);
  }

  public String bold(String text) {
    return bold + text + reset;
  }
}
