package io.holdfast.lease;

import io.holdfast.lease.TableFinding.Severity;
import java.util.List;

/**
 * What an audit of one id found.
 *
 * @param reading what counts
 * @param findings in the order in which they were found
 */
record IdAudit(Reading reading, List<TableFinding> findings) {

  IdAudit {
    findings = List.copyOf(findings);
  }

  boolean isBroken() {
    return findings.stream().anyMatch(finding -> finding.severity() == Severity.BROKEN);
  }
}
