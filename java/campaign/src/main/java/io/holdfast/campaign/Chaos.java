package io.holdfast.campaign;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What happens to coordinators that did nothing wrong. */
public enum Chaos {
  /** SIGKILL, now and then to all of them at once; they are started again. */
  KILL,
  /** SIGSTOP, every other time for longer than the ttl. */
  STOP,
  /** Each coordinator's wall clock is wrong by up to an hour; the system's clock is not touched. */
  SKEW,
  /** Now and then a call of the storage answers EIO. */
  EIO;

  /** The name on command lines: {@code kill}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The kind with an {@link #id}. */
  public static Optional<Chaos> withId(String id) {
    return Arrays.stream(values()).filter(chaos -> chaos.id().equals(id)).findFirst();
  }
}
