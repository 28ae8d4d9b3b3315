package io.holdfast.cli.lab;

import io.holdfast.lab.lease.LeaseFigure;
import io.holdfast.lab.lease.LeaseMutant;
import io.holdfast.lab.lease.LeaseOperation;
import io.holdfast.lab.lease.LeaseRunRequest;
import io.holdfast.lab.lease.LeaseRunResult;
import io.holdfast.lab.lease.LeaseRunResult.Latency;
import io.holdfast.lab.lease.Mounts;
import io.holdfast.lease.TableManifest.Protocol;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Ways in which a run with killed and frozen coordinators can end. */
public final class SampleLeaseRuns {

  private SampleLeaseRuns() {}

  /** A run in which nothing was broken. */
  public static LeaseRunResult sound(LeaseRunRequest request) {
    return new LeaseRunResult(
        request, request.ids(), figures(), latencies(), 0, List.of(), 62_500_000_000L);
  }

  /** A run in which more was broken than is told. */
  public static LeaseRunResult broken(LeaseRunRequest request) {
    return new LeaseRunResult(
        request,
        request.ids() - 1,
        figures(),
        latencies(),
        3,
        List.of("id 7: two winners: \033[2J", "id 9: it is not done in the end"),
        62_500_000_000L);
  }

  /** Everything together. */
  public static LeaseRunResult complete() {
    return broken(
        LeaseRunRequest.of(Protocol.FENCE, 42)
            .withDirectory(Path.of("/var/tmp/try"))
            .withMounts(Mounts.BINDFS)
            .withMutant(LeaseMutant.TWO_WINNERS));
  }

  /** The first figure is 1, and each is one more than that before it. */
  private static Map<LeaseFigure, Long> figures() {
    Map<LeaseFigure, Long> figures = new EnumMap<>(LeaseFigure.class);
    for (LeaseFigure figure : LeaseFigure.values()) {
      figures.put(figure, figure.ordinal() + 1L);
    }
    return figures;
  }

  private static Map<LeaseOperation, Latency> latencies() {
    Map<LeaseOperation, Latency> latencies = new EnumMap<>(LeaseOperation.class);
    for (LeaseOperation operation : LeaseOperation.values()) {
      long half = (operation.ordinal() + 1) * 1_000_000L;
      latencies.put(operation, new Latency(100, half, 9 * half));
    }
    return latencies;
  }
}
