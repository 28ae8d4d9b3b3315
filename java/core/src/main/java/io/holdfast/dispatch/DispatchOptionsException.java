package io.holdfast.dispatch;

import java.util.List;

/** Options that cannot be worked with: one sentence for each, which says what to do about it. */
public final class DispatchOptionsException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  /**
   * One option that is wrong.
   *
   * @param name the property, or the variable by which it was given
   */
  record Problem(String name, String value, String limit, String advice) {

    /** A value that is out of its limits by itself or beside others. */
    static Problem of(DispatchProperty property, String value, String limit, String advice) {
      return new Problem(property.property(), value, limit, advice);
    }

    String sentence() {
      return name + " is " + value + ": " + limit + "; " + advice;
    }
  }

  DispatchOptionsException(List<Problem> problems) {
    super(String.join("\n", problems.stream().map(Problem::sentence).toList()));
    this.problems = List.copyOf(problems);
  }

  List<Problem> problems() {
    return problems;
  }

  /** One sentence each. */
  public List<String> sentences() {
    return problems.stream().map(Problem::sentence).toList();
  }
}
