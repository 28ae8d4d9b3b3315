package io.holdfast.campaign;

import io.holdfast.campaign.crew.CrewTask;
import io.holdfast.campaign.crew.MpiMain;
import io.holdfast.campaign.crew.Program;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** All coordinators and all workers are ranks of one MPI job on this machine. */
record MpiLaunch(CampaignRequest request, MpiPrograms programs) implements Launch {

  /** One machine, perhaps root's; shared memory, no network, no UCX. */
  private static final List<String> ON_ONE_MACHINE =
      List.of(
          "--quiet",
          "--allow-run-as-root",
          "--oversubscribe",
          "--mca",
          "pml",
          "ob1",
          "--mca",
          "btl",
          "self,vader");

  @Override
  public int processes() {
    return 1;
  }

  @Override
  public CoordinatorProcess start(int number, Troublemaker trouble) throws IOException {
    List<CrewTask> tasks = new ArrayList<>();
    for (int coordinator = 0; coordinator < request.coordinators(); coordinator++) {
      tasks.add(Launch.task(request, coordinator, trouble));
    }
    List<String> command = new ArrayList<>();
    command.add(programs.mpirun());
    command.addAll(ON_ONE_MACHINE);
    command.addAll(List.of("-np", Integer.toString(MpiMain.ranks(tasks))));
    command.addAll(List.of(programs.bridge(), "--"));
    command.addAll(Program.java(MpiMain.class, MpiMain.words(tasks)));
    return CoordinatorProcess.startJob(tasks.size(), command);
  }
}
