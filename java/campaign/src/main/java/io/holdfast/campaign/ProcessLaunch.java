package io.holdfast.campaign;

import io.holdfast.campaign.crew.CoordinatorMain;
import io.holdfast.campaign.crew.CrewTask;
import io.holdfast.campaign.crew.Program;
import java.io.IOException;

/** Each coordinator is a process, which has its workers as processes of its own. */
record ProcessLaunch(CampaignRequest request) implements Launch {

  @Override
  public int processes() {
    return request.coordinators();
  }

  @Override
  public CoordinatorProcess start(int number, Troublemaker trouble) throws IOException {
    CrewTask task = Launch.task(request, number, trouble);
    return CoordinatorProcess.start(number, Program.java(CoordinatorMain.class, task.words()));
  }
}
