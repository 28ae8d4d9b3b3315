package io.holdfast.lab.crash;

import io.holdfast.lab.ShellWord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the crashes of one recorded run left.
 *
 * @param unit 0 where the file system has no disk
 * @param mutant the mistake that was made on purpose, or null
 * @param records how many writes, changes, barriers and marks the run had
 * @param asked how many crash states were asked for
 * @param states how many were looked at
 * @param violating how many of them broke a promise
 * @param unmountable in how many the file system did not come up because it takes for granted that
 *     more than a unit is written whole; see {@link CrashFileSystem#wholeBytes}
 * @param violations the first of these
 * @param log where the record was kept, or null
 */
public record CrashResult(
    CrashFileSystem fileSystem,
    CrashWorkload workload,
    int unit,
    long seed,
    @Nullable String mutant,
    int records,
    int asked,
    int states,
    int violating,
    int unmountable,
    List<Violation> violations,
    long recordNanos,
    long checkNanos,
    @Nullable String log) {

  /** Most violations that are told of one run. */
  public static final int VIOLATIONS_TOLD = 5;

  public CrashResult {
    violations = List.copyOf(violations);
  }

  /**
   * A state that breaks a promise.
   *
   * @param state its number within the run
   * @param records after how many records the power was cut
   * @param left what was left of what no barrier covered, in words
   * @param what which promise, in words
   */
  public record Violation(int state, int records, String left, String what) {}

  /** Crash states looked at in a second. */
  public double statesPerSecond() {
    return states * 1e9 / Math.max(1, checkNanos);
  }

  /**
   * The command line that looks at one state of the kept record again; where none was kept, the one
   * that makes such a run anew. Fit for a shell.
   */
  public String again(Violation violation) {
    StringBuilder command = new StringBuilder("holdfast lab crash --fs " + fileSystem.id());
    command.append(" --workload ").append(workload.id());
    if (unit != 0) {
      command.append(" --unit ").append(unit);
    }
    command.append(" --seed ").append(seed);
    if (mutant != null) {
      command.append(" --mutant ").append(mutant);
    }
    command.append(" --states ").append(asked);
    if (log != null) {
      command
          .append(" --log ")
          .append(ShellWord.quoted(log))
          .append(" --state ")
          .append(violation.state());
    }
    return command.toString();
  }
}
