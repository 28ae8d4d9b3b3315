package io.holdfast.cli.leases;

import io.holdfast.posix.RawPath;
import io.holdfast.result.StageOrigin;
import io.holdfast.result.StageSight;
import io.holdfast.result.StageSweeper;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The stages of one staging root, and what became of them.
 *
 * @param removed how many are gone; empty where nothing was to be changed
 */
public record StageList(RawPath root, List<Row> rows, Optional<Integer> removed) {

  /** State of a stage that is gone by this command. */
  public static final String REMOVED = "removed";

  /**
   * One stage.
   *
   * @param state {@code over}, {@code kept}, {@code unknown} or {@value #REMOVED}
   */
  public record Row(String stage, Optional<StageOrigin> origin, String state, String reason) {

    /** Whether it could not be looked at, or not be removed. */
    boolean isUnknown() {
      return state.equals(word(StageSight.Verdict.UNKNOWN));
    }
  }

  public StageList {
    rows = List.copyOf(rows);
  }

  /** What a look has seen. */
  public static StageList seen(RawPath root, List<StageSight> sights) {
    List<Row> rows = sights.stream().map(sight -> row(sight, word(sight.verdict()))).toList();
    return new StageList(root, rows, Optional.empty());
  }

  /** The same after a sweep. */
  public static StageList swept(RawPath root, List<StageSight> sights, StageSweeper.Swept swept) {
    List<Row> rows = sights.stream().map(sight -> after(sight, swept)).toList();
    return new StageList(root, rows, Optional.of(swept.removed()));
  }

  private static Row after(StageSight sight, StageSweeper.Swept swept) {
    String reason = swept.kept().get(sight.stage());
    if (reason == null) {
      return row(sight, REMOVED);
    }
    boolean unknown = swept.unknown().contains(sight.stage());
    StageSight.Verdict verdict = unknown ? StageSight.Verdict.UNKNOWN : StageSight.Verdict.KEPT;
    return new Row(sight.stage().hex(), sight.origin(), word(verdict), reason);
  }

  private static Row row(StageSight sight, String state) {
    return new Row(sight.stage().hex(), sight.origin(), state, sight.reason());
  }

  private static String word(StageSight.Verdict verdict) {
    return verdict.name().toLowerCase(Locale.ROOT);
  }

  /** How many are in a state. */
  public long count(String state) {
    return rows.stream().filter(row -> row.state().equals(state)).count();
  }

  /** How many may go. */
  public long over() {
    return count(word(StageSight.Verdict.OVER));
  }

  /** How many stay. */
  public long kept() {
    return count(word(StageSight.Verdict.KEPT));
  }

  /** How many could not be looked at, or not be removed. */
  public long unknown() {
    return count(word(StageSight.Verdict.UNKNOWN));
  }
}
