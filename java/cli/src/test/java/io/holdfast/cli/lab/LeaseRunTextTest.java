package io.holdfast.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.report.Paint;
import io.holdfast.lab.lease.LeaseRunRequest;
import io.holdfast.lease.TableManifest.Protocol;
import org.junit.jupiter.api.Test;

class LeaseRunTextTest {

  private final LeaseRunText text = new LeaseRunText(80, Paint.PLAIN);

  @Test
  void saysWhatIsAboutToBeDone() {
    assertThat(text.head(SampleLeaseRuns.complete().request()))
        .isEqualTo(
            """
            seed        42
            mistake     two-winners: the storage lets everybody win a move and take a lock
            table       2000 ids, protocol fence, in /var/tmp/try, by two mounts of bindfs,
                        leases of 2 s
            chaos       kill,stop of 8 coordinators for 60 s
            """);
    assertThat(text.head(LeaseRunRequest.of(Protocol.MKDIR, 7)))
        .contains("2000 ids, protocol mkdir, in memory, leases of 2 s")
        .doesNotContain("mistake");
  }

  @Test
  void saysWhatItCameTo() {
    assertThat(text.result(SampleLeaseRuns.sound(LeaseRunRequest.of(Protocol.FLOCK, 7))))
        .isEqualTo(
            """
            ids         2000 done; 1 claims, 2 of them stolen, 3 conflicts; 4 released
            commits     5 begun, 6 replayed for others; 7 beats
            happened    14 kills; 15 stops, 16 of them longer than the ttl; 17 stops of
                        mounts; 12 sessions lost; 18 locks broken by hand; 19 names swept
            answers     8 stale, 9 unknown, 10 unavailable, 11 failed; 13 late writes
                        refused outside

                               p50        p99   times
            claim          1.00 ms    9.00 ms     100
            commit         2.00 ms    18.0 ms     100
            complete       3.00 ms    27.0 ms     100
            heartbeat      4.00 ms    36.0 ms     100

            no promise was broken: each of 2000 ids was done once (62.5 s, seed 7)
            again: %s
            """
                .formatted(
                    "holdfast lab leases --protocol flock --processes 8 --seconds 60"
                        + " --ids 2000 --chaos kill,stop --seed 7"));
  }

  @Test
  void tellsBrokenPromisesAndHowManyItDoesNotTell() {
    assertThat(text.result(SampleLeaseRuns.complete()))
        .contains(
            """

            3 broken promises
              id 7: two winners: \\x1b[2J
              id 9: it is not done in the end
              and 1 more

            3 promises were broken (62.5 s, seed 42)
            """)
        .contains("--mounts bindfs --seed 42 --mutant two-winners\n");
  }
}
