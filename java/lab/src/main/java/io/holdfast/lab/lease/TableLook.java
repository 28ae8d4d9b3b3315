package io.holdfast.lab.lease;

import io.holdfast.clock.EpochClock;
import io.holdfast.durable.RootTrust;
import io.holdfast.lab.RigException;
import io.holdfast.lab.lease.LeaseCheck.End;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.Reading;
import io.holdfast.lease.TableFinding;
import io.holdfast.lease.TableFinding.Check;
import io.holdfast.lease.TableFinding.Severity;
import io.holdfast.lease.TableInspection;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Looks at the table when all coordinators have ended. Used once, by one thread. */
final class TableLook {

  private final Posix posix;
  private final LeaseRunRequest request;
  private final RawPath table;
  private final List<String> violations = new ArrayList<>();
  private Map<Integer, End> ends = Map.of();
  private int swept;

  TableLook(Posix posix, LeaseRunRequest request, RawPath table) {
    this.posix = posix;
    this.request = request;
    this.table = table;
  }

  /** Verifies and reads, sweeps what the dead have left, and verifies and reads again. */
  void look() throws RigException {
    try {
      verify("before the sweep");
      sweep();
      verify("after the sweep");
    } catch (Exception e) {
      throw new RigException("the table cannot be looked at: " + e.getMessage(), e);
    }
  }

  private void verify(String when) throws Exception {
    try (TableInspection inspection = TableInspection.open(posix, table, Optional.empty())) {
      inspection.verify(EpochClock.system(), finding -> judge(finding, when));
    }
  }

  /** Nobody is at work, so that nobody holds an update lock. */
  private void judge(TableFinding finding, String when) {
    if (finding.severity() != Severity.NOTE || finding.check() == Check.HELD_LOCK) {
      violations.add(
          "%s, %s: %s: %s".formatted(finding.path(), when, finding.check().id(), finding.reason()));
    }
  }

  private void sweep() throws Exception {
    try (WorkLeaseTable opened =
        WorkLeaseTable.open(
            posix,
            table,
            CoordinatorTask.manifest(request.protocol(), request.ttlMillis()),
            LeaseOptions.defaults(LeaseClocks.system(posix)),
            RootTrust.declaredByCaller("the lab's own table"),
            "the lab")) {
      ends = records(opened);
      swept = opened.sweep();
      if (!records(opened).equals(ends)) {
        violations.add("the sweep of what the dead had left changed a record");
      }
    }
  }

  private Map<Integer, End> records(WorkLeaseTable opened) throws Exception {
    Map<Integer, End> found = new TreeMap<>();
    opened.scan(
        (id, reading) -> {
          if (reading instanceof Reading.Present present) {
            LeaseRecord record = present.record();
            int number = CoordinatorTask.number(record.payload());
            boolean done = record.status() == LeaseStatus.DONE;
            found.put(number, new End(done, record.fence(), record.token().text()));
            if (!CoordinatorTask.id(number).equals(id)) {
              violations.add("the record of " + id + " has the work of id " + number);
            }
          } else {
            violations.add("the record of " + id + " cannot be read: " + reading);
          }
        });
    return found;
  }

  /** The records, by the numbers of their ids. */
  Map<Integer, End> ends() {
    return ends;
  }

  /** How many names were swept. */
  int swept() {
    return swept;
  }

  List<String> violations() {
    return violations;
  }
}
