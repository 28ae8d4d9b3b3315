package io.holdfast.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.WorkId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ExecutorWorkersTest {

  private static final JsonObject NOTHING = new JsonObject(Map.of());
  private static final Assignment FIRST = new Assignment(WorkId.ofTarget(1), NOTHING, 1);
  private static final Assignment SECOND = new Assignment(WorkId.ofTarget(2), NOTHING, 1);

  private final ExecutorService executor = Executors.newSingleThreadExecutor();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final ExecutorWorkers workers =
      new ExecutorWorkers(
          executor,
          2,
          assignment -> {
            begun.countDown();
            goOn.await();
            return NOTHING;
          });

  @AfterEach
  void end() {
    executor.shutdownNow();
  }

  /** Everything that was submitted has ended, and its report is there. */
  private void awaitEnd() throws InterruptedException {
    executor.shutdown();
    assertThat(executor.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void resultIsReportedAndTheWorkerIsIdleOnceThatIsTaken() throws Exception {
    workers.send(1, FIRST);
    assertThat(workers.idle()).containsExactly(2);
    goOn.countDown();
    awaitEnd();

    assertThat(workers.poll()).contains(new Report.Result(1, FIRST.id(), NOTHING));
    assertThat(workers.poll()).isEmpty();
    assertThat(workers.idle()).containsExactly(1, 2);
  }

  @Test
  void whoeverIsStoppedAtWorkReportsThatItFailed() throws Exception {
    workers.send(1, FIRST);
    begun.await();

    workers.stop(1);
    awaitEnd();

    assertThat(workers.poll()).containsInstanceOf(Report.Failed.class);
    assertThat(workers.poll()).isEmpty();
  }

  /** There are fewer threads than workers. */
  @Test
  void whoeverIsStoppedBeforeItBeginsReportsOnceAndNeverBegins() throws Exception {
    workers.send(1, FIRST);
    begun.await();
    workers.send(2, SECOND);

    workers.stop(2);

    Optional<Report> report = workers.poll();
    assertThat(report).containsInstanceOf(Report.Failed.class);
    assertThat(report).map(Report::worker).contains(2);
    goOn.countDown();
    awaitEnd();
    assertThat(workers.poll()).contains(new Report.Result(1, FIRST.id(), NOTHING));
    assertThat(workers.poll()).isEmpty();
  }
}
