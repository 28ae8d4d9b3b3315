package io.holdfast.litmus;

import static io.holdfast.litmus.Leftover.Lock.HELD;
import static io.holdfast.litmus.Leftover.Lock.NONE;
import static io.holdfast.litmus.Leftover.Lock.TAKEN;
import static io.holdfast.litmus.Leftover.Lock.TAKEN_TWICE;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** {@link Leftover} and {@link ProcessMark}. */
class LeftoverTest {

  private static final long YOUNG = Leftover.SILENT_MILLIS - 1;
  private static final long OLD = Leftover.SILENT_MILLIS;

  private static final ProcessMark OWN = new ProcessMark("boot", "pid:[1]", 10, 100);
  private static final Optional<ProcessMark> SIBLING =
      Optional.of(new ProcessMark("boot", "pid:[1]", 11, 50));
  private static final Optional<ProcessMark> CONTAINER =
      Optional.of(new ProcessMark("boot", "pid:[2]", 1, 50));
  private static final Optional<ProcessMark> FOREIGN =
      Optional.of(new ProcessMark("other boot", "pid:[1]", 11, 50));

  private static boolean isDead(
      Leftover.Lock lock, Optional<ProcessMark> mark, boolean running, long silent) {
    return Leftover.reasonToKeep(lock, mark, OWN, running, silent).isEmpty();
  }

  @Test
  void aProcessThatCanBeLookedForDecides() {
    for (Leftover.Lock lock : new Leftover.Lock[] {TAKEN, TAKEN_TWICE, NONE}) {
      assertThat(isDead(lock, SIBLING, false, 0)).as("dead, %s", lock).isTrue();
      assertThat(isDead(lock, SIBLING, true, OLD)).as("running, %s", lock).isFalse();
    }
  }

  @Test
  void aHeldLockIsNeverOverruled() {
    for (Optional<ProcessMark> mark : java.util.List.of(SIBLING, CONTAINER, FOREIGN)) {
      assertThat(isDead(HELD, mark, false, OLD)).isFalse();
    }
    assertThat(isDead(HELD, Optional.empty(), false, OLD)).isFalse();
  }

  @Test
  void anotherPidNamespaceIsJudgedByALockThatExcludes() {
    assertThat(isDead(TAKEN, CONTAINER, false, 0)).isTrue();
    assertThat(isDead(TAKEN_TWICE, CONTAINER, false, YOUNG)).isFalse();
    assertThat(isDead(NONE, CONTAINER, false, YOUNG)).isFalse();
    assertThat(isDead(TAKEN_TWICE, CONTAINER, false, OLD)).isTrue();
  }

  @Test
  void anotherBootIsJudgedByAFreeLockAndAnHourOfSilence() {
    assertThat(isDead(TAKEN, FOREIGN, false, YOUNG)).isFalse();
    assertThat(isDead(TAKEN, FOREIGN, false, OLD)).isTrue();
    assertThat(isDead(NONE, FOREIGN, false, OLD)).isTrue();
  }

  @Test
  void aCutMarkIsJudgedAsOfThisBoot() {
    assertThat(isDead(TAKEN, Optional.empty(), false, 0)).isTrue();
    assertThat(isDead(TAKEN_TWICE, Optional.empty(), false, YOUNG)).isFalse();
  }

  @Test
  void marksOfUnknownNamespacesCannotBeJudged() {
    ProcessMark unknown = new ProcessMark("boot", ProcessMark.NOBODY, 11, 50);
    assertThat(unknown.canJudge(unknown)).isFalse();
    assertThat(OWN.canJudge(SIBLING.get())).isTrue();
    assertThat(OWN.canJudge(FOREIGN.get())).isFalse();
  }

  @Test
  void aMarkIsReadAsItWasWritten() {
    assertThat(ProcessMark.parse(OWN.toBytes())).contains(OWN);
    byte[] bytes = OWN.toBytes();
    for (int length = 0; length < bytes.length; length++) {
      assertThat(ProcessMark.parse(java.util.Arrays.copyOf(bytes, length))).isEmpty();
    }
    assertThat(ProcessMark.parse("holdfast-probe-v1 a b c d\n".getBytes(StandardCharsets.UTF_8)))
        .isEmpty();
    assertThat(ProcessMark.parse("other a b 1 2\n".getBytes(StandardCharsets.UTF_8))).isEmpty();
  }

  @Test
  void onlyOurNamesAreTrees() {
    String bits = "0123456789abcdef0123456789abcdef";
    assertThat(ProbeTree.isName(Spelling.bytes(".holdfast-probe." + bits))).isTrue();
    assertThat(ProbeTree.isName(Spelling.bytes(".holdfast-probe." + bits + "0"))).isFalse();
    assertThat(ProbeTree.isName(Spelling.bytes("holdfast-probe." + bits))).isFalse();
    assertThat(
            ProbeTree.isName(
                Spelling.bytes(".holdfast-probe." + bits.toUpperCase(java.util.Locale.ROOT))))
        .isFalse();
    assertThat(ProbeTree.isName(Spelling.bytes(".holdfast-probe.a\n" + bits))).isFalse();
  }
}
