package io.holdfast.cli;

import io.holdfast.litmus.Verdict;

/**
 * What a command tells its caller. The numbers are part of the interface: scripts and schedulers
 * rely on them. A process that a signal ends answers 128 + its number; the JVM does that.
 */
public enum ExitCode {
  /** Done as asked; the verdict is qualified. */
  OK(0, 0),
  /** The storage broke its word. */
  REFUTED(1, 2),
  /** The command line is wrong; nothing was done. */
  USAGE(2, 3),
  /** Nothing was shown. */
  INCONCLUSIVE(3, 3),
  /** This machine or the directory does not let the question be asked. */
  ENVIRONMENT(4, 3),
  /** A qualification that is to be renewed failed at the start. */
  START_FAILED(65, 2),
  /** It failed closed at run time. */
  RUN_FAILED(70, 2);

  private final int code;
  private final int pluginCode;

  ExitCode(int code, int pluginCode) {
    this.code = code;
    this.pluginCode = pluginCode;
  }

  /** The exit status. */
  public int code() {
    return code;
  }

  /** The exit status for a monitoring system: 0 OK, 2 CRITICAL, 3 UNKNOWN. */
  public int pluginCode() {
    return pluginCode;
  }

  /** The exit code that carries a verdict. */
  public static ExitCode of(Verdict verdict) {
    if (verdict instanceof Verdict.Qualified) {
      return OK;
    }
    return verdict instanceof Verdict.Refuted ? REFUTED : INCONCLUSIVE;
  }
}
