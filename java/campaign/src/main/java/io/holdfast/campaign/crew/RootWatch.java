package io.holdfast.campaign.crew;

import io.holdfast.durable.RootTrust;
import java.util.Optional;

/** Whether a coordinator may go on relying on the directory. Works on the coordinator's thread. */
interface RootWatch extends AutoCloseable {

  /** What the tables ask. */
  RootTrust trust();

  /** Why nothing may be begun any more; final. */
  Optional<String> distrust();

  /** Looks when that is due. */
  void doWork(long nowNanos);

  @Override
  void close();
}
