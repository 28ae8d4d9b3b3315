package io.holdfast.cli;

import io.holdfast.litmus.LitmusException;
import io.holdfast.litmus.LocalReport;
import io.holdfast.litmus.LocalRequest;
import io.holdfast.litmus.Profile;
import io.holdfast.litmus.Verdict;
import io.holdfast.litmus.cluster.ClusterResult;
import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.qualification.Capability;
import io.holdfast.qualification.LockProof;
import io.holdfast.qualification.QualifiedPlace;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * What a member's own storage answered before it joined.
 *
 * @param report what was seen; empty where it could not be asked
 * @param place the root; empty where it could not be looked at
 * @param failure why it is not sound; empty where it is
 */
record OwnStorage(
    Optional<LocalReport> report, Optional<QualifiedPlace> place, Optional<String> failure) {

  private static final String PROBE = "local probe: ";

  /**
   * Asks what {@code qualify} asks.
   *
   * @param probeTimeoutNanos how long one question may take
   * @param ending looked at between two questions
   * @throws CancellationException it was to end; nothing is left behind
   */
  static OwnStorage asked(
      Machine machine,
      RawPath root,
      Profile profile,
      long probeTimeoutNanos,
      BooleanSupplier ending)
      throws BindingUnavailableException {
    LocalRequest request = new LocalRequest(root, null, null, profile, probeTimeoutNanos, false);
    try {
      LocalReport report = machine.qualify(request, answer -> OnSignal.goOn(ending));
      Verdict verdict = report.verdict();
      return new OwnStorage(
          Optional.of(report),
          Optional.of(QualifiedPlace.read(machine.posix(), root)),
          verdict instanceof Verdict.Qualified
              ? link(report)
              : Optional.of(PROBE + verdict.word() + ": " + verdict.explanation()));
    } catch (LitmusException | PosixException e) {
      return new OwnStorage(
          Optional.empty(), Optional.empty(), Optional.of(PROBE + e.getMessage()));
    }
  }

  /** The files of a qualification are kept in directories only. */
  private static Optional<String> link(LocalReport report) {
    return report.findings().stream()
        .filter(finding -> finding.id().equals(LocalReport.LINKED_ROOT))
        .map(finding -> PROBE + finding.text())
        .findFirst();
  }

  /** The same, but for something else that is wrong here. */
  OwnStorage failing(String why) {
    return new OwnStorage(report, place, failure.or(() -> Optional.of(why)));
  }

  /** With what a generation showed between hosts. */
  Optional<Capability> capability(List<ClusterResult> results, String transport) {
    return report.flatMap(
        local ->
            place.map(root -> Capability.of(local, root, root, LockProof.of(results, transport))));
  }
}
