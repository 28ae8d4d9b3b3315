package io.holdfast.campaign;

import io.holdfast.campaign.crew.CrewTask;
import io.holdfast.posix.RawPath;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * How a campaign is run that was begun in a directory.
 *
 * @param directory where, see {@link io.holdfast.campaign.item.Ground}
 * @param coordinators how many processes share the work
 * @param workers how many each of them has
 * @param chaos what is done to them meanwhile
 * @param chaosMillis about how much time is between two troubles
 * @param seed of the troubles
 * @param mpi with what all of them are started as the ranks of one MPI job; empty for processes
 *     that speak through pipes
 */
public record CampaignRequest(
    RawPath directory,
    int coordinators,
    int workers,
    Set<Chaos> chaos,
    long chaosMillis,
    long seed,
    Optional<MpiPrograms> mpi) {

  /** How often coordinators look whether the directory is in its place. */
  static final long PLACE_MILLIS = 500;

  private static final long SHORTEST_CHAOS_MILLIS = 10;

  /**
   * @throws IllegalArgumentException with one sentence that names the limit
   */
  public CampaignRequest {
    chaos = Set.copyOf(chaos);
    if (chaosMillis < SHORTEST_CHAOS_MILLIS) {
      throw new IllegalArgumentException(
          "troubles: " + SHORTEST_CHAOS_MILLIS + " ms apart or more, not " + chaosMillis);
    }
    if (mpi.isPresent() && (chaos.contains(Chaos.KILL) || chaos.contains(Chaos.STOP))) {
      throw new IllegalArgumentException(
          "a rank that is killed or stopped takes its MPI job with it: skew and eio are left");
    }
    new CrewTask(directory, 0, coordinators, workers, 0, OptionalLong.empty(), PLACE_MILLIS);
  }

  /** Of processes that speak through pipes. */
  public CampaignRequest(
      RawPath directory,
      int coordinators,
      int workers,
      Set<Chaos> chaos,
      long chaosMillis,
      long seed) {
    this(directory, coordinators, workers, chaos, chaosMillis, seed, Optional.empty());
  }

  /** The same as an MPI job. */
  public CampaignRequest by(MpiPrograms programs) {
    return new CampaignRequest(
        directory, coordinators, workers, chaos, chaosMillis, seed, Optional.of(programs));
  }

  /** The same in another directory. */
  public CampaignRequest in(RawPath other) {
    return new CampaignRequest(other, coordinators, workers, chaos, chaosMillis, seed, mpi);
  }
}
