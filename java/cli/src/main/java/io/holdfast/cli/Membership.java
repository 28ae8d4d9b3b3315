package io.holdfast.cli;

import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.clock.Pause;
import io.holdfast.litmus.HostIdentity;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.Hands;
import io.holdfast.posix.RawPath;
import org.jspecify.annotations.Nullable;

/** This process as a member of a group of coordinators; replaced in tests. */
public interface Membership {

  /** Which host this is. */
  HostIdentity identity();

  /** Whether something that has started this process made it a member of a group. */
  boolean isGiven();

  /**
   * Takes its place in the group.
   *
   * @param group as the command line names it; null: the group that started this process, or a
   *     group of one
   * @return the carrier, to be closed by the caller
   */
  Exchange join(@Nullable NamedGroup group) throws CommandFailure;

  /** What touches a root. */
  Hands hands(RawPath root);

  /** Counts the time that the machine sleeps; the carrier and the hands go by it. */
  NanoClock clock();

  /** For dates only. */
  EpochClock wallClock();

  /** Between two looks at whether there is something to do. */
  Pause pause();
}
