package io.holdfast.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.litmus.FakeStorage.Locks;
import io.holdfast.posix.Errno;
import io.holdfast.posix.RawPath;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One lock among many members, each of which looks through a mount of its own. */
class LockRoundsTest {

  private static final long TIMEOUT_NANOS = 500_000_000L;

  private final FakeStorage storage = new FakeStorage();
  private final TickingClock clock = new TickingClock(1_000_000L);

  private Outcome run(int members, List<Integer> representatives) throws Stopped, LitmusException {
    List<Contender> contenders = new ArrayList<>();
    for (int i = 1; i <= members; i++) {
      contenders.add(new Contender("node" + i, RawPath.of("/m" + i), storage, clock));
    }
    byte[][] directory = {Spelling.bytes("tree"), Spelling.bytes("locks")};
    try {
      return new LockRounds(contenders, representatives, directory, clock)
          .run(LockKind.FLOCK, clock.nanoTime() + TIMEOUT_NANOS);
    } finally {
      contenders.forEach(Contender::close);
    }
  }

  private AbstractThrowableAssert<?, ? extends Throwable> stopped(int members) {
    return assertThatThrownBy(() -> run(members, List.of(0, 1))).isInstanceOf(Stopped.class);
  }

  @AfterEach
  void noAgentIsLeft() {
    assertThat(storage.isAnyProcessAlive()).isFalse();
  }

  @Test
  void everyHostHoldsOnceAndAllOthersTry() throws Exception {
    assertThat(run(4, List.of(0, 2, 3)).evidence())
        .isEqualTo(
            "3 rounds, 9 tries busy while another member held it, taken over 3 times after"
                + " LOCK_UN");
  }

  @Test
  void theCountsAreThoseOfTheHosts() {
    assertThat(new LockRounds.Count(2, 4, 2).isComplete(2, 3)).isTrue();
    assertThat(new LockRounds.Count(2, 3, 2).isComplete(2, 3)).isFalse();
    assertThat(new LockRounds.Count(1, 4, 2).isComplete(2, 3)).isFalse();
  }

  @Test
  void aSecondHolderIsNamed() {
    storage.withAll(Locks.LOCAL);
    stopped(3).hasMessage("node2 acquired the flock while node1 held it (round 0, phase held)");
  }

  @Test
  void aLockThatStaysIsRefuted() {
    storage.withAll(Locks.NO_RELEASE);
    stopped(2).hasMessageMatching("node2 was refused the flock \\d+ times after node1 unlocked .*");
  }

  @Test
  void aCallThatIsRefusedIsRefutedWithItsErrno() {
    storage.refusing(LockKind.FLOCK, Errno.ENOLCK);
    stopped(2).hasMessageContaining("ENOLCK");
  }

  @Test
  void aSilentMemberIsNamed() {
    storage.hangingOn(command -> command.startsWith("flock") && storage.requests().size() > 12);
    stopped(3).hasMessageContaining("the process of node").hasMessageContaining("did not answer");
  }
}
