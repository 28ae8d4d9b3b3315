package io.holdfast.lab;

import io.holdfast.litmus.LocalRequest;
import io.holdfast.litmus.Profile;
import java.util.Optional;

/**
 * A rig, how it is asked about, and what must be seen.
 *
 * @param id stable: group, a slash, and the rest
 * @param probeTimeoutNanos how long one question may take
 */
public record LabCase(
    String id, Rig rig, Profile profile, long probeTimeoutNanos, Expectation expected)
    implements CaseDescription {

  /** Half of what may be asked for: how busy the machine is must not decide a case. */
  private static final long PROBE_TIMEOUT_NANOS = LocalRequest.MAX_PROBE_TIMEOUT_NANOS / 2;

  LabCase(String id, Rig rig, Profile profile, Expectation expected) {
    this(id, rig, profile, PROBE_TIMEOUT_NANOS, expected);
  }

  /** For rigs on which a question takes as long as it may. */
  LabCase withProbeTimeout(long nanos) {
    return new LabCase(id, rig, profile, nanos, expected);
  }

  /** The part of the id before the first slash: {@code loop}, {@code overlay}, {@code fuse}, … */
  public String group() {
    return id.substring(0, id.indexOf('/'));
  }

  @Override
  public String storage() {
    return rig.title();
  }

  /** Why it cannot be run on a machine; empty where it can. */
  public Optional<String> unavailabilityReason(Facilities machine) {
    return rig.unavailabilityReason(machine);
  }
}
