package io.holdfast.campaign;

import io.holdfast.campaign.crew.CrewTask;
import io.holdfast.posix.RawPath;
import java.util.List;
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
 * @param elsewhere where each of the coordinators runs; empty for this host
 * @param renewMillis from one qualification by all coordinators together to the next; empty where
 *     the directory was qualified before the start only
 */
public record CampaignRequest(
    RawPath directory,
    int coordinators,
    int workers,
    Set<Chaos> chaos,
    long chaosMillis,
    long seed,
    Optional<MpiPrograms> mpi,
    List<Elsewhere> elsewhere,
    OptionalLong renewMillis) {

  /** How often coordinators look whether the directory is in its place. */
  static final long PLACE_MILLIS = 500;

  private static final long SHORTEST_CHAOS_MILLIS = 10;

  /**
   * @throws IllegalArgumentException with one sentence that names the limit
   */
  public CampaignRequest {
    chaos = Set.copyOf(chaos);
    elsewhere = List.copyOf(elsewhere);
    if (chaosMillis < SHORTEST_CHAOS_MILLIS) {
      throw new IllegalArgumentException(
          "troubles: " + SHORTEST_CHAOS_MILLIS + " ms apart or more, not " + chaosMillis);
    }
    if (renewMillis.isPresent() && !chaos.isEmpty()) {
      throw new IllegalArgumentException(
          "a coordinator that is lost ends a qualification for all: trouble is made without it");
    }
    if (mpi.isPresent() && (chaos.contains(Chaos.KILL) || chaos.contains(Chaos.STOP))) {
      throw new IllegalArgumentException(
          "a rank that is killed or stopped takes its MPI job with it: skew and eio are left");
    }
    if (!elsewhere.isEmpty()) {
      requirePlaces(coordinators, chaos, mpi, elsewhere);
    }
    new CrewTask(
        directory, 0, coordinators, workers, 0, OptionalLong.empty(), PLACE_MILLIS, renewMillis);
  }

  private static void requirePlaces(
      int coordinators, Set<Chaos> chaos, Optional<MpiPrograms> mpi, List<Elsewhere> elsewhere) {
    if (mpi.isPresent()) {
      throw new IllegalArgumentException("the ranks of an MPI job run where mpirun starts them");
    }
    if (chaos.contains(Chaos.STOP)) {
      throw new IllegalArgumentException(
          "stop freezes processes of this host, not what they started elsewhere");
    }
    if (elsewhere.size() != coordinators
        || elsewhere.stream().map(Elsewhere::name).distinct().count() < coordinators) {
      throw new IllegalArgumentException(
          "each of the coordinators has a place, and a name of its own");
    }
  }

  /** Of processes of this host that speak through pipes, and do not qualify the directory. */
  public CampaignRequest(
      RawPath directory,
      int coordinators,
      int workers,
      Set<Chaos> chaos,
      long chaosMillis,
      long seed) {
    this(
        directory,
        coordinators,
        workers,
        chaos,
        chaosMillis,
        seed,
        Optional.empty(),
        List.of(),
        OptionalLong.empty());
  }

  /** The same as an MPI job. */
  public CampaignRequest by(MpiPrograms programs) {
    return new CampaignRequest(
        directory,
        coordinators,
        workers,
        chaos,
        chaosMillis,
        seed,
        Optional.of(programs),
        elsewhere,
        renewMillis);
  }

  /** The same with a coordinator at each of these places, and nowhere else. */
  public CampaignRequest at(List<Elsewhere> places) {
    return new CampaignRequest(
        directory, places.size(), workers, chaos, chaosMillis, seed, mpi, places, renewMillis);
  }

  /** The same with coordinators that qualify the directory together, again and again. */
  public CampaignRequest renewing(long millis) {
    return new CampaignRequest(
        directory,
        coordinators,
        workers,
        chaos,
        chaosMillis,
        seed,
        mpi,
        elsewhere,
        OptionalLong.of(millis));
  }

  /** The same in another directory. */
  public CampaignRequest in(RawPath other) {
    return new CampaignRequest(
        other, coordinators, workers, chaos, chaosMillis, seed, mpi, elsewhere, renewMillis);
  }
}
