package io.holdfast.lab.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lab.Facilities;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/** Runs the lab of leases for tests; what this machine cannot do aborts the test. */
final class LeaseRuns {

  /** System property: who is hit when. */
  static final long SEED = Long.getLong("holdfast.leases.seed", 1);

  private LeaseRuns() {}

  /** Beside what was built: temporary directories are often memory. */
  static final class BesideTheBuild implements TempDirFactory {
    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context)
        throws IOException {
      return Files.createTempDirectory(Path.of("target").toAbsolutePath(), "leases-");
    }
  }

  static LeaseRunResult run(LeaseRunRequest request) throws IOException {
    LeaseLab lab = new LeaseLab(Facilities.here());
    lab.unavailabilityReason(request.mounts()).ifPresent(Assumptions::abort);
    LeaseRunResult result = lab.run(request, far -> {});
    System.out.println(request.again());
    System.out.printf(
        "  %d of %d ids done, %d broken promises, %.1f s, %s, %s%n",
        result.done(),
        request.ids(),
        result.violationCount(),
        result.nanos() / 1e9,
        new TreeMap<>(result.figures()),
        new TreeMap<>(result.latencies()));
    return result;
  }

  /** Nothing was broken, and enough happened to break it. */
  static void assertThatEveryPromiseIsKept(LeaseRunResult result) {
    LeaseRunRequest request = result.request();
    assertThat(result.violations()).as(request.again()).isEmpty();
    assertThat(result.done()).isEqualTo(request.ids());
    if (request.chaos().contains(Chaos.KILL)) {
      assertThat(result.figure(LeaseFigure.KILLS)).as("kills").isPositive();
    }
    assertThat(result.figure(LeaseFigure.STOPS)).as("stops").isPositive();
    assertThat(result.figure(LeaseFigure.CONFLICTS)).as("conflicts").isPositive();
    assertThat(
            result.figure(LeaseFigure.STEALS)
                + result.figure(LeaseFigure.REPLAYS)
                + result.figure(LeaseFigure.LOST_SESSIONS))
        .as("what the dead and the frozen held and others took over")
        .isPositive();
  }
}
