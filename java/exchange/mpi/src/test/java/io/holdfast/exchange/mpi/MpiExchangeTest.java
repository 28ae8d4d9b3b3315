package io.holdfast.exchange.mpi;

import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.posix.Bindings;
import io.holdfast.testkit.litmus.ExchangeContract;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** The contract of every carrier, over pipes to bridges without MPI. */
class MpiExchangeTest extends ExchangeContract {

  @TempDir Path directory;

  private final List<FakeJob> jobs = new ArrayList<>();

  @Override
  protected List<Exchange> newGroup(int members) throws Exception {
    Path pipes = Files.createDirectory(directory.resolve("job-" + jobs.size()));
    FakeJob job = new FakeJob(Bindings.load(), pipes, members);
    jobs.add(job);
    List<Exchange> group = new ArrayList<>();
    for (int rank = 0; rank < members; rank++) {
      group.add(MpiExchange.open(Bindings.load(), clock(), job.environment(rank), "contract"));
    }
    return group;
  }

  @Override
  protected NanoClock clock() {
    return NanoClock.system();
  }

  @AfterEach
  void endJobs() throws Exception {
    for (FakeJob job : jobs) {
      job.close();
    }
  }
}
