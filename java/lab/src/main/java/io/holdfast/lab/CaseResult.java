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

  public boolean agrees() {
    return disagreements.isEmpty();
  }
}
