package io.holdfast.cli.leases;

import io.holdfast.cli.ExitCode;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.TableFinding;
import io.holdfast.lease.TableFinding.Severity;
import io.holdfast.lease.TableTally;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a verification found. One thread. */
public final class Verification {

  private final List<TableFinding> findings = new ArrayList<>();
  private @Nullable TableTally tally;

  public void add(TableFinding finding) {
    findings.add(finding);
  }

  /** The walk has come to its end. */
  public void end(TableTally counted) {
    tally = counted;
  }

  public List<TableFinding> findings() {
    return findings;
  }

  public long count(Severity severity) {
    return findings.stream().filter(finding -> finding.severity() == severity).count();
  }

  /** Ids that were looked at. */
  public long ids() {
    return tally == null ? 0 : tally.ids();
  }

  public long of(LeaseStatus status) {
    return tally == null ? 0 : tally.of(status);
  }

  public long sessions() {
    return tally == null ? 0 : tally.sessions();
  }

  /** What is broken counts before what could not be looked at. */
  public ExitCode exitCode() {
    if (count(Severity.BROKEN) > 0) {
      return ExitCode.REFUTED;
    }
    return count(Severity.UNREADABLE) > 0 ? ExitCode.INCONCLUSIVE : ExitCode.OK;
  }
}
