package io.holdfast.campaign;

import io.holdfast.campaign.crew.CrewTask;
import java.io.IOException;

/** How the coordinators of a campaign are started. */
sealed interface Launch permits ProcessLaunch, MpiLaunch {

  /** As the request says. */
  static Launch of(CampaignRequest request) {
    return request
        .mpi()
        .<Launch>map(mpi -> new MpiLaunch(request, mpi))
        .orElseGet(() -> ProcessLaunch.of(request));
  }

  /** How many processes there are to be started and looked after. */
  int processes();

  /** Starts one, from 0, for the first time or again. */
  CoordinatorProcess start(int number, Troublemaker trouble) throws IOException;

  /** What a coordinator that is started now is told. */
  static CrewTask task(CampaignRequest request, int coordinator, Troublemaker trouble) {
    return new CrewTask(
        request.directory(),
        coordinator,
        request.coordinators(),
        request.workers(),
        trouble.skewMillis(),
        trouble.faultSeed(),
        CampaignRequest.PLACE_MILLIS,
        request.renewMillis());
  }
}
