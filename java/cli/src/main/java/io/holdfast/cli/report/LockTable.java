package io.holdfast.cli.report;

import io.holdfast.litmus.Answer;
import io.holdfast.litmus.LockBehaviour;
import io.holdfast.litmus.LockKind;
import io.holdfast.litmus.LockSummary;
import io.holdfast.litmus.Question;
import io.holdfast.litmus.Verdict;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The answers about locks as a table: one row a kind, one column a scope or a way of release, one
 * word a cell; below it the one word for each kind beside what the mount promises.
 */
final class LockTable {

  /** The questions that have a cell. */
  static final Set<Question> QUESTIONS =
      EnumSet.range(Question.FLOCK_SAME_PROCESS, Question.POSIX_RELEASE_KILL);

  private static final int KIND_WIDTH = 8;
  private static final int CELL_WIDTH = 14;

  /** What one column asks, and what its cells say. */
  private enum Column {
    SAME_PROCESS("same process", "excluded", "GRANTED"),
    SAME_CLIENT("same client", "excluded", "GRANTED"),
    TWO_MOUNTS("two mounts", "excluded", "GRANTED"),
    CROSS_HOST("other host", "excluded", "GRANTED"),
    RELEASE_UNLOCK("after unlock", "free", "HELD"),
    RELEASE_CLOSE("after close", "free", "HELD"),
    RELEASE_KILL("after kill", "free", "HELD");

    private final String heading;
    private final String qualified;
    private final String refuted;

    Column(String heading, String qualified, String refuted) {
      this.heading = heading;
      this.qualified = qualified;
      this.refuted = refuted;
    }

    Question question(LockKind kind) {
      return Question.valueOf(kind.name() + "_" + name());
    }

    String word(LockKind kind, Answer answer) {
      if (answer.verdict() instanceof Verdict.Inconclusive) {
        return "unknown";
      }
      boolean shared = kind == LockKind.POSIX && this == SAME_PROCESS;
      if (answer.verdict() instanceof Verdict.Qualified) {
        return shared ? "shared" : qualified;
      }
      return answer.errno() != null ? answer.errno().symbol() : shared ? "EXCLUDED" : refuted;
    }
  }

  private final Map<Question, Answer> answers = new EnumMap<>(Question.class);
  private final List<LockSummary> summaries;

  private LockTable(List<Answer> all, List<LockSummary> summaries) {
    all.stream()
        .filter(a -> QUESTIONS.contains(a.question()))
        .forEach(a -> answers.put(a.question(), a));
    this.summaries = summaries;
  }

  static LockTable of(List<Answer> answers, List<LockSummary> summaries) {
    return new LockTable(answers, summaries);
  }

  void render(Page page) {
    if (!answers.isEmpty()) {
      page.heading("Locks");
      cells(page);
    }
    if (!summaries.isEmpty()) {
      page.heading("Locks, observed beside what the mount says");
      summaries.forEach(s -> summary(page, s));
    }
  }

  /** All columns where they fit, else the scopes first and the releases below them. */
  private void cells(Page page) {
    List<Column> asked = List.of(Column.values()).stream().filter(this::isAsked).toList();
    int perBlock = Math.max(1, (page.columns() - 2 - KIND_WIDTH) / CELL_WIDTH);
    for (int from = 0; from < asked.size(); from += perBlock) {
      block(page, asked.subList(from, Math.min(asked.size(), from + perBlock)));
    }
  }

  private boolean isAsked(Column column) {
    return List.of(LockKind.values()).stream()
        .anyMatch(kind -> answers.containsKey(column.question(kind)));
  }

  private void block(Page page, List<Column> columns) {
    StringBuilder heading = new StringBuilder("  " + " ".repeat(KIND_WIDTH));
    columns.forEach(c -> heading.append(Page.padded(c.heading, CELL_WIDTH)));
    page.raw(heading.toString());
    for (LockKind kind : LockKind.values()) {
      StringBuilder row = new StringBuilder("  " + Page.padded(kind.id(), KIND_WIDTH));
      columns.forEach(c -> row.append(cell(page.paint(), c, kind)));
      page.raw(row.toString());
    }
  }

  private String cell(Paint paint, Column column, LockKind kind) {
    Answer answer = answers.get(column.question(kind));
    String word = Page.padded(answer == null ? "-" : column.word(kind, answer), CELL_WIDTH);
    return answer == null ? word : paint.by(answer.verdict(), word);
  }

  private static void summary(Page page, LockSummary summary) {
    String word = Page.padded(summary.observed().name(), CELL_WIDTH + 2);
    String first = "  " + Page.padded(summary.kind().id(), KIND_WIDTH);
    String painted =
        summary.observed() == LockBehaviour.COHERENT
            ? page.paint().good(word)
            : page.paint().doubtful(word);
    page.hanging(first + painted, 2 + KIND_WIDTH + CELL_WIDTH + 2, promise(summary.expected()));
  }

  private static String promise(String expected) {
    return expected.isEmpty() ? "the mount says nothing" : "expected: " + expected;
  }
}
