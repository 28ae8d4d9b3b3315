package io.holdfast.lab.lease;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What happens to coordinators that did nothing wrong. */
public enum Chaos {
  /** SIGKILL; another coordinator is started instead. */
  KILL,
  /** SIGSTOP, and SIGCONT after a pause that outlasts the ttl every other time. */
  STOP;

  /** The name on command lines: {@code kill}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The kind with an {@link #id}. */
  public static Optional<Chaos> withId(String id) {
    return Arrays.stream(values()).filter(chaos -> chaos.id().equals(id)).findFirst();
  }
}
