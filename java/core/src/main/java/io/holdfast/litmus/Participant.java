package io.holdfast.litmus;

import io.holdfast.clock.NanoClock;
import io.holdfast.mount.MountFacts;
import io.holdfast.mount.MountFactsReader;
import io.holdfast.mount.MountInfo;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** One member at work: the agent that is asked, and what it told of its host. */
final class Participant {

  private static final int CLOCK_LOOKS = 8;
  private static final int HELLO_VALUES = 8;

  private final LitmusMember member;
  private final Contender worker;
  private final NanoClock clock;
  private @Nullable MountFacts mount;
  private long dev;
  private long realtimeMinusOurs;
  private long clockUncertainty;

  Participant(LitmusMember member, NanoClock clock) {
    this.member = member;
    this.worker = Contender.of(member.name(), member, clock);
    this.clock = clock;
  }

  LitmusMember member() {
    return member;
  }

  String name() {
    return member.name();
  }

  Contender worker() {
    return worker;
  }

  /** Whether a test made up who this is. */
  boolean isSynthetic() {
    HostIdentity identity = member.identity();
    return identity != null && identity.isSynthetic();
  }

  /** Equal ones are one host. */
  String bootId() {
    HostIdentity identity = member.identity();
    return identity == null ? worker.hello().get(1) : identity.bootId();
  }

  int uid() throws Stopped {
    return (int) Contender.number(worker.hello(), 4);
  }

  /** What a tree of this member says of its process: no pid, since nobody here can look for it. */
  ProcessMark mark() throws Stopped {
    long pid = Contender.number(worker.hello(), 3);
    return new ProcessMark(worker.hello().get(1), ProcessMark.NOBODY, pid, 0);
  }

  /** From our monotonic clock to the real-time clock of this member. */
  long toRealtime(long ourNanos) {
    return ourNanos + realtimeMinusOurs;
  }

  /** The reverse of {@link #toRealtime}. */
  long toOurs(long realtimeNanos) {
    return realtimeNanos - realtimeMinusOurs;
  }

  /** Half of the fastest round trip. */
  long clockUncertainty() {
    return clockUncertainty;
  }

  /**
   * Enters the directory and asks who is there.
   *
   * @throws LitmusException when the member cannot take part, with the reason
   */
  void enter(long deadline) throws LitmusException {
    try {
      worker.start(deadline);
    } catch (Stopped e) {
      throw new LitmusException(
          name() + ": no holdfast-agent works there (" + e.getMessage() + ")", e);
    }
    try {
      worker.agent(deadline);
      if (worker.hello().size() < HELLO_VALUES) {
        throw new LitmusException(name() + ": its holdfast-agent is older than this program");
      }
      dev = worker.dev();
      readMount(deadline);
      readClock(deadline);
    } catch (Stopped e) {
      if (e.outcome().errno() != null) {
        throw Unaskable.opening(worker.place(), e.outcome().errno());
      }
      boolean isLate = clock.nanoTime() - deadline >= 0;
      String why =
          isLate
              ? "the storage does not answer ("
                  + e.getMessage()
                  + "); a longer --timeout waits longer"
              : e.getMessage();
      throw new LitmusException(worker.place() + ": " + why, e);
    }
  }

  private void readMount(long deadline) throws Stopped, LitmusException {
    Reply reply = worker.ask("mount 0", deadline);
    if (reply instanceof Reply.Failed) {
      return;
    }
    List<String> values = worker.values("membership", reply);
    if (!values.isEmpty()) {
      List<MountFacts> mounts = MountInfo.parse(Spelling.unhex(values.get(0))).mounts();
      mount = mounts.isEmpty() ? null : mounts.get(0);
    }
  }

  /** The look with the fastest answer tells the clock best. */
  private void readClock(long deadline) throws Stopped, LitmusException {
    OptionalLong fastest = OptionalLong.empty();
    for (int look = 0; look < CLOCK_LOOKS; look++) {
      long before = clock.nanoTime();
      List<String> values = worker.must("membership", "clock", deadline);
      long trip = clock.nanoTime() - before;
      if (fastest.isEmpty() || trip < fastest.getAsLong()) {
        fastest = OptionalLong.of(trip);
        realtimeMinusOurs = Contender.number(values, 0) - (before + trip / 2);
        clockUncertainty = trip / 2;
      }
    }
  }

  MountFacts mount() {
    return mount == null
        ? new MountFacts(
            0,
            MountInfo.deviceName(dev),
            MountFactsReader.UNKNOWN_TYPE,
            "",
            "",
            "",
            new ArrayList<>())
        : mount;
  }

  /** How far this member's clock is from another's. */
  ClockOffset offsetFrom(Participant other) {
    return new ClockOffset(
        realtimeMinusOurs - other.realtimeMinusOurs, clockUncertainty + other.clockUncertainty);
  }

  MemberFacts facts(Participant first) {
    HostIdentity identity = member.identity();
    return new MemberFacts(
        name(),
        member.directory(),
        identity == null ? text(2) : identity.hostName(),
        bootId(),
        text(6),
        text(7),
        dev,
        mount(),
        offsetFrom(first));
  }

  private String text(int at) {
    return new String(Spelling.unhex(worker.hello().get(at)), StandardCharsets.UTF_8);
  }
}
