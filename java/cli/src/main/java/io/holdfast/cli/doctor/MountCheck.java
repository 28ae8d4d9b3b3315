package io.holdfast.cli.doctor;

import io.holdfast.mount.MountFacts;
import java.util.List;

/**
 * A mount that can carry state.
 *
 * @param warnings what its type or options switch off, one sentence each
 */
public record MountCheck(MountFacts mount, List<String> warnings) {

  public MountCheck {
    warnings = List.copyOf(warnings);
  }
}
