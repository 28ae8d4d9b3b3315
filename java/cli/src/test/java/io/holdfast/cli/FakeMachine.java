package io.holdfast.cli;

import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.Answer;
import io.holdfast.litmus.CrossHostQualifier;
import io.holdfast.litmus.HostIdentity;
import io.holdfast.litmus.LitmusEvent;
import io.holdfast.litmus.LitmusException;
import io.holdfast.litmus.LitmusMember;
import io.holdfast.litmus.LitmusReport;
import io.holdfast.litmus.LitmusRequest;
import io.holdfast.litmus.LocalReport;
import io.holdfast.litmus.LocalRequest;
import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import io.holdfast.testkit.FakeHostIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A machine whose storage answers what a test wants. System calls are real. */
final class FakeMachine implements Machine {

  private final LocalReport report;
  private final LitmusException failure;
  private final CrashingLab lab;
  private final LeasingLab leasingLab;
  private Campaigns campaigns;
  private Gauges gauges;
  private ClientGauges clientGauges;
  private LocalRequest asked;
  private LitmusReport litmusReport;
  private LitmusRequest litmusAsked;
  private Membership membership;
  private List<String> madeUpHosts;

  private FakeMachine(
      LocalReport report, LitmusException failure, CrashingLab lab, LeasingLab leasingLab) {
    this.report = report;
    this.failure = failure;
    this.lab = lab;
    this.leasingLab = leasingLab;
  }

  static FakeMachine answering(LocalReport report) {
    return new FakeMachine(report, null, new FakeCrashingLab(), new FakeLeasingLab());
  }

  static FakeMachine answering(LitmusReport report) {
    FakeMachine machine = failing("nothing to qualify");
    machine.litmusReport = report;
    return machine;
  }

  static FakeMachine failing(String message) {
    return new FakeMachine(
        null, new LitmusException(message), new FakeCrashingLab(), new FakeLeasingLab());
  }

  /** A member of a group, on storage that answers this when it is asked locally. */
  static FakeMachine joining(Membership membership, LocalReport report) {
    FakeMachine machine = answering(report);
    machine.membership = membership;
    return machine;
  }

  /** A member of a group, where a litmus answers this. */
  static FakeMachine joining(Membership membership, LitmusReport report) {
    FakeMachine machine = answering(report);
    machine.membership = membership;
    return machine;
  }

  /** A member of a group, where a litmus cannot be asked. */
  static FakeMachine joining(Membership membership, String failure) {
    FakeMachine machine = failing(failure);
    machine.membership = membership;
    return machine;
  }

  /** A member of a group that is asked as it stands, but for the hosts that members are on. */
  static FakeMachine joining(Membership membership, List<String> hosts) {
    FakeMachine machine = failing("nothing to qualify");
    machine.membership = membership;
    machine.madeUpHosts = hosts;
    return machine;
  }

  /** Storage that answers this when it is asked locally, and campaigns that end so. */
  static FakeMachine running(Campaigns campaigns, LocalReport report) {
    FakeMachine machine = answering(report);
    machine.campaigns = campaigns;
    return machine;
  }

  /** Directories in which this is measured. */
  static FakeMachine measuring(Gauges gauges) {
    FakeMachine machine = failing("nothing to qualify");
    machine.gauges = gauges;
    return machine;
  }

  /** Clients that measure this side by side. */
  static FakeMachine measuringByClients(ClientGauges gauges) {
    FakeMachine machine = failing("nothing to qualify");
    machine.clientGauges = gauges;
    return machine;
  }

  static FakeMachine with(CrashingLab lab) {
    return new FakeMachine(null, nothingToQualify(), lab, new FakeLeasingLab());
  }

  static FakeMachine with(LeasingLab lab) {
    return new FakeMachine(null, nothingToQualify(), new FakeCrashingLab(), lab);
  }

  private static LitmusException nothingToQualify() {
    return new LitmusException("nothing to qualify");
  }

  /** The last request, or null. */
  LocalRequest asked() {
    return asked;
  }

  /** The last request of a litmus, or null. */
  LitmusRequest litmusAsked() {
    return litmusAsked;
  }

  @Override
  public Posix posix() throws BindingUnavailableException {
    return Bindings.load();
  }

  @Override
  public Membership membership() throws BindingUnavailableException, CommandFailure {
    return membership == null ? HostMembership.of(posix(), Map.of()) : membership;
  }

  @Override
  public CrashingLab crashingLab() {
    return lab;
  }

  @Override
  public Campaigns campaigns() {
    return campaigns;
  }

  @Override
  public Gauges gauges() {
    return gauges;
  }

  @Override
  public ClientGauges clientGauges() {
    return clientGauges;
  }

  @Override
  public LeasingLab leasingLab() {
    return leasingLab;
  }

  @Override
  public LitmusReport litmus(LitmusRequest request, Consumer<LitmusEvent> progress)
      throws LitmusException {
    litmusAsked = request;
    if (madeUpHosts != null) {
      return new CrossHostQualifier(NanoClock.system(), EpochClock.system())
          .run(elsewhere(request), progress);
    }
    if (litmusReport == null) {
      throw failure;
    }
    return litmusReport;
  }

  private LitmusRequest elsewhere(LitmusRequest request) {
    List<LitmusMember> members = new ArrayList<>();
    for (LitmusMember member : request.members()) {
      HostIdentity host = FakeHostIdentity.named(madeUpHosts.get(members.size()));
      members.add(new LitmusMember(member.name(), member.agents(), member.directory(), host));
    }
    return new LitmusRequest(
        members,
        request.profile(),
        request.locksRequired(),
        request.questionTimeoutNanos(),
        request.deadlineNanos());
  }

  @Override
  public LocalReport qualify(LocalRequest request, Consumer<Answer> progress)
      throws LitmusException {
    asked = request;
    if (failure != null) {
      throw failure;
    }
    report.answers().forEach(progress);
    return report;
  }
}
