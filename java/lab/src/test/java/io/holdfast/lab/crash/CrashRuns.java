package io.holdfast.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lab.Facilities;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Runs the crash lab for tests; what this machine cannot do aborts the test, with the reason. */
final class CrashRuns {

  /** System property: crash states of each file system, workload and unit. */
  static final int STATES = Integer.getInteger("holdfast.crash.states", 300);

  /** System property: what is written, and which states are looked at. */
  static final long SEED = Long.getLong("holdfast.crash.seed", 1);

  private CrashRuns() {}

  /** One workload on one file system, with both units. */
  static CrashRequest request(CrashFileSystem type, CrashWorkload workload, int states) {
    return CrashRequest.of(List.of(type), states, SEED).withWorkloads(List.of(workload));
  }

  static List<CrashResult> run(CrashRequest request) throws IOException {
    CrashLab lab = new CrashLab(Facilities.here());
    for (CrashFileSystem type : request.fileSystems()) {
      lab.unavailabilityReason(type)
          .ifPresent(reason -> Assumptions.abort(type.id() + ": " + reason));
    }
    List<CrashResult> results = new ArrayList<>();
    lab.run(
        request.withKeep(Files.createDirectories(Path.of("target", "crash").toAbsolutePath())),
        event -> {
          assertThat(event).isNotInstanceOf(CrashEvent.Broken.class);
          if (event instanceof CrashEvent.Finished finished) {
            results.add(finished.result());
          }
        });
    return results;
  }

  /** The violations of a run as command lines; none where it has none. */
  static List<String> violations(CrashResult result) {
    return result.violations().stream()
        .map(violation -> violation.what() + ": " + result.again(violation))
        .toList();
  }

  static String inWords(CrashResult result) {
    return String.format(
        "%s %s unit %d seed %d: %d states, %d violate, %d do not mount, %.0f states/s",
        result.fileSystem().id(),
        result.workload().id(),
        result.unit(),
        result.seed(),
        result.states(),
        result.violating(),
        result.unmountable(),
        result.statesPerSecond());
  }
}
