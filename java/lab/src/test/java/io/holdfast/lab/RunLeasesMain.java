package io.holdfast.lab;

import io.holdfast.lab.lease.Chaos;
import io.holdfast.lab.lease.LeaseLab;
import io.holdfast.lab.lease.LeaseRunRequest;
import io.holdfast.lab.lease.Mounts;
import io.holdfast.lease.TableManifest.Protocol;
import java.io.IOException;
import java.util.Set;

/** Freezes coordinators, and their mounts, for minutes, and prints once that one is frozen. */
final class RunLeasesMain {

  private RunLeasesMain() {}

  /**
   * The program.
   *
   * @param arguments the id of a kind of mounts
   */
  public static void main(String[] arguments) throws IOException {
    LeaseRunRequest request =
        LeaseRunRequest.of(Protocol.FENCE, 1)
            .withSize(3, LeaseRunRequest.SECONDS_LIMIT, LeaseRunRequest.IDS_LIMIT)
            .withChaos(Set.of(Chaos.STOP))
            .withMounts(Mounts.withId(arguments[0]).orElseThrow());
    new LeaseLab(Facilities.here())
        .run(
            request,
            far -> {
              if (far.stops() > 0) {
                System.out.println("made " + far.stops());
                System.out.flush();
              }
            });
  }
}
