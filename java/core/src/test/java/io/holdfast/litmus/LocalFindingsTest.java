package io.holdfast.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.mount.NfsClient;
import io.holdfast.mount.NfsLease;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LocalFindingsTest {

  @Test
  void tellsOfAllTreesThatStayInOneFindingThatNamesTheFirst() {
    assertThat(kept(0)).isEmpty();
    assertThat(kept(1)).containsExactly("a probe tree was left alone in /d: t0: its lock is held");
    assertThat(kept(3))
        .containsExactly(
            "3 probe trees were left alone in /d: t0: its lock is held; t1: its lock is held;"
                + " t2: its lock is held");
    assertThat(kept(200))
        .containsExactly(
            "200 probe trees were left alone in /d: t0: its lock is held; t1: its lock is held;"
                + " t2: its lock is held; and 197 more");
  }

  @Test
  void tellsWhatTheNfsServerKnowsOfThisClient() {
    assertThat(client(new NfsClient(Optional.of(new NfsLease(90, 0)), false)))
        .containsExactly("nfs-lease");
    assertThat(client(new NfsClient(Optional.of(new NfsLease(90, 5)), true)))
        .containsExactly("nfs-lease-expired", "nfs-client-named-by-host");
    assertThat(client(new NfsClient(Optional.empty(), false))).isEmpty();
  }

  private static List<String> client(NfsClient client) {
    LocalFindings findings = new LocalFindings();
    findings.ofNfsClient(client);
    return findings.all().stream().map(Finding::id).toList();
  }

  private static List<String> kept(int count) {
    LocalFindings findings = new LocalFindings();
    List<String> trees =
        IntStream.range(0, count).mapToObj(i -> "t" + i + ": its lock is held").toList();
    findings.ofSweep("/d", new TreeSweeper.Swept(0, trees), "");
    return findings.all().stream().map(Finding::text).toList();
  }
}
