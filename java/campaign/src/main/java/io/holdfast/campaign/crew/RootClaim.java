package io.holdfast.campaign.crew;

import io.holdfast.durable.Name;
import io.holdfast.litmus.cluster.Epoch;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.qualification.EpochFile;
import io.holdfast.qualification.RootEpoch;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Optional;

/**
 * What coordinator 0 brings to a qualification, and the others do not.
 *
 * @param epoch the directory's, with which it goes on
 * @param lock keeps other jobs from it as long as this one runs
 * @param failure why it is not to be had
 */
record RootClaim(Optional<Epoch> epoch, Optional<Descriptor> lock, Optional<String> failure)
    implements AutoCloseable {

  static final RootClaim NONE = new RootClaim(Optional.empty(), Optional.empty(), Optional.empty());

  private static final String OCCUPIED =
      "another job is at work in the directory: it holds a lock on " + EpochFile.NAME;

  /** Makes the epoch where there is none yet. */
  static RootClaim of(Posix posix, RawPath root) {
    Name name = Name.of(EpochFile.NAME);
    EpochFile file = new EpochFile(posix, root, name);
    try {
      Epoch epoch = file.epoch(new SecureRandom());
      Optional<String> foreign = new RootEpoch(posix, root, name).foreign(epoch);
      if (foreign.isPresent()) {
        return new RootClaim(Optional.of(epoch), Optional.empty(), foreign);
      }
      Optional<Descriptor> lock = file.claim();
      Optional<String> failure = lock.isPresent() ? Optional.empty() : Optional.of(OCCUPIED);
      return new RootClaim(Optional.of(epoch), lock, failure);
    } catch (IOException e) {
      String reason = "no epoch: " + e.getMessage();
      return new RootClaim(Optional.empty(), Optional.empty(), Optional.of(reason));
    }
  }

  @Override
  public void close() {
    lock.ifPresent(Descriptor::close);
  }
}
