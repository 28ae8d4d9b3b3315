package io.holdfast.cli.doctor;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that {@code holdfast doctor} found.
 *
 * @param bindings in order of preference
 * @param forced the name of the only binding that may be used, or null
 * @param nativeFiles the agent
 * @param facilities what the lab's rigs stand on
 */
public record DoctorReport(
    HostFacts host,
    List<Check> bindings,
    @Nullable String forced,
    List<Check> nativeFiles,
    List<Check> facilities,
    List<MountCheck> mounts) {

  public DoctorReport {
    bindings = List.copyOf(bindings);
    nativeFiles = List.copyOf(nativeFiles);
    facilities = List.copyOf(facilities);
    mounts = List.copyOf(mounts);
  }

  /** Whether anything can be done here at all. */
  public boolean hasBinding() {
    return binding() != null;
  }

  /** The name of the binding that would be used, or null. */
  public @Nullable String binding() {
    return bindings.stream()
        .filter(check -> check.isThere() && (forced == null || forced.equals(check.name())))
        .findFirst()
        .map(Check::name)
        .orElse(null);
  }
}
