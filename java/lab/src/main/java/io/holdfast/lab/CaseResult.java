package io.holdfast.lab;

import java.util.List;

/**
 * A case that was run: expected beside observed.
 *
 * @param expected {@link Expectation#inWords}
 * @param disagreements empty where both agree
 */
public record CaseResult(
    String caseId, String expected, Observation observed, List<String> disagreements) {

  public CaseResult {
    disagreements = List.copyOf(disagreements);
  }

  /** Of a case and what was seen of it. */
  public static CaseResult of(CaseDescription how, Observation seen) {
    Expectation expected = how.expected();
    return new CaseResult(how.id(), expected.inWords(), seen, expected.disagreements(seen));
  }

  public boolean agrees() {
    return disagreements.isEmpty();
  }
}
