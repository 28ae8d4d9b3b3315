package io.holdfast.lab.crash;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of acknowledgements when a disk failed.
 *
 * @param mutant the mistake that was made on purpose, or null
 * @param trials how many trials were made, each with a file system of its own
 * @param struck in how many of them the disk failed a write or a flush before the work was done
 * @param acknowledged how many replaces were promised
 * @param refused how many failed and said that they changed nothing: a content barrier, a rename
 * @param unknown how many failed with an unknown outcome: a directory barrier, a barrier probe
 * @param falseTrials in how many trials something acknowledged was not there after a remount
 * @param falsehoods the first of these, in words
 * @param nanos how long it all took
 */
public record EioResult(
    CrashFileSystem fileSystem,
    long seed,
    @Nullable String mutant,
    int trials,
    int struck,
    long acknowledged,
    long refused,
    long unknown,
    int falseTrials,
    List<Falsehood> falsehoods,
    long nanos) {

  /** Most false acknowledgements that are told. */
  public static final int FALSEHOODS_TOLD = 5;

  public EioResult {
    falsehoods = List.copyOf(falsehoods);
  }

  /**
   * Something that was acknowledged and is lost.
   *
   * @param trial the number of the trial, from 0
   */
  public record Falsehood(int trial, String what) {}

  /** The command line that makes the trial of a false acknowledgement again. */
  public String again(Falsehood falsehood) {
    return "holdfast lab eio --fs "
        + fileSystem.id()
        + " --trials 1 --seed "
        + (seed + falsehood.trial())
        + (mutant == null ? "" : " --mutant " + mutant);
  }
}
