package io.holdfast.cli.report;

import io.holdfast.litmus.Answer;

/** Why an answer is what it is, in one line: the explanation, then what was done and seen. */
final class Evidence {

  private Evidence() {}

  static String of(Answer answer) {
    StringBuilder line = new StringBuilder(answer.verdict().explanation());
    if (!answer.evidence().isEmpty() && line.indexOf(answer.evidence()) < 0) {
      line.append(line.length() > 0 ? "; " : "").append(answer.evidence());
    }
    if (answer.errno() != null && line.indexOf(answer.errno().symbol()) < 0) {
      line.append(line.length() > 0 ? "; " : "").append(answer.errno());
    }
    return line.toString();
  }
}
