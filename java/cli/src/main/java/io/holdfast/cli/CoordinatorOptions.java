package io.holdfast.cli;

import io.holdfast.campaign.CampaignRequest;
import io.holdfast.campaign.Elsewhere;
import io.holdfast.campaign.MpiPrograms;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Who works in a campaign, where, and whether they look after the directory together. */
final class CoordinatorOptions {

  private static final int DEFAULT_COORDINATORS = 3;
  private static final int DEFAULT_WORKERS = 4;
  private static final double MILLIS_PER_SECOND = 1e3;

  @Option(names = "--coordinators", paramLabel = "M", description = "Processes; default 3.")
  private @Nullable Integer coordinators;

  @Option(
      names = "--workers",
      paramLabel = "W",
      description = "Processes of each coordinator; default 4.")
  private int workers = DEFAULT_WORKERS;

  @Option(
      names = "--coordinator",
      paramLabel = "NAME=CMDLINE",
      description =
          "A coordinator that CMDLINE starts, e.g. 'ssh node1 --'; in place of --coordinators.")
  private List<String> places = new ArrayList<>();

  @Option(
      names = "--mpi",
      description =
          "Start all of them as the ranks of one MPI job on this machine, by mpirun and"
              + " holdfast-mpi.")
  private boolean mpi;

  @Option(
      names = "--renew",
      paramLabel = "AGE",
      description =
          "Coordinators of two hosts or more qualify DIR together, and again at this interval; one"
              + " that is lost ends all.")
  private @Nullable String renew;

  int coordinators() {
    return coordinators == null ? DEFAULT_COORDINATORS : coordinators;
  }

  int workers() {
    return workers;
  }

  /**
   * The request as these options want it.
   *
   * @throws IllegalArgumentException they do not go together
   */
  CampaignRequest of(CampaignRequest request) throws CommandFailure {
    CampaignRequest asked = request;
    if (!places.isEmpty()) {
      if (coordinators != null) {
        throw CommandFailure.usage(
            "--coordinators counts those of this host, --coordinator names them all",
            "a coordinator of this host is --coordinator here=env");
      }
      asked = asked.at(elsewhere());
    }
    if (mpi) {
      asked = asked.by(programs());
    }
    return renew == null
        ? asked
        : asked.renewing(Math.round(Age.seconds(renew) * MILLIS_PER_SECOND));
  }

  private List<Elsewhere> elsewhere() throws CommandFailure {
    List<Elsewhere> all = new ArrayList<>();
    for (String place : places) {
      String[] parts = MemberOptions.named("--coordinator", place, "NAME=CMDLINE");
      all.add(new Elsewhere(parts[0], RawArguments.readable(parts[1])));
    }
    return all;
  }

  private static MpiPrograms programs() throws CommandFailure {
    try {
      return MpiPrograms.find(System.getenv());
    } catch (IOException e) {
      throw CommandFailure.environment(
          String.valueOf(e.getMessage()), "Debian: openmpi-bin libopenmpi-dev");
    }
  }
}
