package io.holdfast.campaign.crew;

import io.holdfast.durable.RootTrust;
import io.holdfast.qualification.QualificationOptions.HeartbeatAll;
import java.util.Map;
import java.util.Optional;

/** Whether a coordinator may go on relying on the directory. Works on the coordinator's thread. */
interface RootWatch extends AutoCloseable {

  /** What the tables ask. */
  RootTrust trust();

  /** Why nothing may be begun any more; final. */
  Optional<String> distrust();

  /** Looks when that is due. */
  void doWork(long nowNanos);

  /** Renews all leases of this coordinator, before a look that takes long. */
  void renewBy(HeartbeatAll all);

  /** Whether others were told that there is nothing to do here: nothing new is taken up. */
  boolean isVoting();

  /**
   * Whether this coordinator may end, because there is nothing left to do; asked often.
   *
   * @param view what it has seen to be done, when it has nothing to do; see {@link
   *     io.holdfast.dispatch.Quiescence}
   */
  boolean isEnd(Optional<String> view, long nowNanos);

  /** Counters with their names. */
  Map<String, Long> figures();

  @Override
  void close();
}
