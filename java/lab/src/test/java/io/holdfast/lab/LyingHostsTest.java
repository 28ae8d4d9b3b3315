package io.holdfast.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Storage that lies to hosts: two mounts of a FUSE file system play them. */
class LyingHostsTest {

  private static final long LIMIT_SECONDS = 120;
  private static final List<String> MODES =
      List.of("forwarded", "local", "granted", "two-winners", "no-locks");

  private static final Map<String, Seen> SEEN = new HashMap<>();

  private record Seen(
      String verdict, String locks, String protocols, String findings, String explanation) {}

  @BeforeAll
  static void askAll() throws IOException {
    Facilities machine = Facilities.here();
    Optional<String> missing = new LyingRig("local", true).unavailabilityReason(machine);
    Assumptions.assumeTrue(missing.isEmpty(), () -> missing.orElse(""));
    InsideProcess.run(
        machine,
        LyingHostsMain.class,
        MODES,
        LIMIT_SECONDS,
        line -> {
          String[] parts = line.substring(1).split("\\|", -1);
          SEEN.put(parts[0], new Seen(parts[1], parts[2], parts[3], parts[4], parts[5]));
        });
  }

  private static Seen seen(String mode) {
    assertThat(SEEN).containsKey(mode);
    return SEEN.get(mode);
  }

  @Test
  void locksThatAreForwardedExclude() {
    assertThat(seen("forwarded").locks()).contains("flock COHERENT");
    assertThat(seen("forwarded").explanation()).doesNotContain("acquired");
  }

  @Test
  void locksThatStayInOneMountAreRefutedAndFencesHold() {
    Seen seen = seen("local");
    assertThat(seen.verdict()).isEqualTo("refuted");
    assertThat(seen.locks()).isEqualTo("flock LOCAL_ONLY ofd LOCAL_ONLY posix LOCAL_ONLY");
    // b and c are on one mount, where one of them gets it first.
    assertThat(seen.explanation())
        .matches(
            "advisory_lock_exclusion: [bc] acquired the flock while a held it"
                + " \\(round 0, phase held\\)");
    assertThat(seen.protocols()).isEqualTo("moved-fence qualified update-locks refuted");
    assertThat(seen.findings()).contains("flock-remedy", "flock-local-only");
  }

  @Test
  void locksThatEverybodyGetsAreRefuted() {
    assertThat(seen("granted").verdict()).isEqualTo("refuted");
    assertThat(seen("granted").locks()).startsWith("flock ALWAYS_GRANTED");
  }

  @Test
  void twoWinnersOfOneNameAreRefutedForEveryTable() {
    Seen seen = seen("two-winners");
    assertThat(seen.verdict()).as(seen.explanation()).isEqualTo("refuted");
    assertThat(seen.protocols()).contains("moved-fence refuted");
  }

  @Test
  void aRefusedLockIsRefutedWithItsErrno() {
    assertThat(seen("no-locks").verdict()).isEqualTo("refuted");
    assertThat(seen("no-locks").locks()).contains("flock UNSUPPORTED");
    assertThat(seen("no-locks").findings()).contains("flock-remedy");
  }
}
