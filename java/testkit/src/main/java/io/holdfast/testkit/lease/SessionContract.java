package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.Coordinator.manifest;
import static io.holdfast.testkit.lease.LeaseArena.SESSIONS;
import static io.holdfast.testkit.lease.LeaseArena.TTL_MILLIS;
import static io.holdfast.testkit.lease.LeaseArena.id;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.CommitAnswer;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.SessionLostException;
import io.holdfast.lease.TableRefusedException;
import io.holdfast.posix.Errno;
import io.holdfast.posix.PosixException;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions: of beat and death one wins, and a session that lost knows at its next beat. */
interface SessionContract extends LeaseGround {

  @Test
  default void sessionIsOneFileWhoseNameIsItsBeat() throws Exception {
    Coordinator a = arena().open("alpha");
    String id = a.session().id();
    assertThat(arena().names(SESSIONS)).containsExactly(id + ".0000000000000000");

    a.beat();
    a.beat();

    assertThat(arena().names(SESSIONS)).containsExactly(id + ".0000000000000002");
    String content = new String(arena().read(arena().session(a)), US_ASCII);
    assertThat(content)
        .contains("\"schema\":\"holdfast-session-v1\"", "\"owner\":\"alpha\"", "\"ttl\":10.0")
        .contains("\"host\":", "\"boot_id\":", "\"pid\":", "\"started\":")
        .endsWith("}\n");
  }

  @Test
  default void sessionThatBeatsIsNeverDeclaredDead() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    Coordinator b = arena().open("beta");
    for (int beat = 0; beat < 8; beat++) {
      assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
      b.pass(TTL_MILLIS - 1);
      assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
      a.beat(lease);
      b.pass(1);
    }
    assertThat(a.complete(lease)).isInstanceOf(CompleteAnswer.Completed.class);
  }

  @Test
  default void sessionIsNotDeadBeforeItsObserverSawNoBeatForTheTtl() throws Exception {
    Coordinator a = arena().open("alpha");
    a.take(id(1));
    arena().pass(100 * TTL_MILLIS);
    Coordinator late = arena().open("late");

    assertThat(late.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
    late.pass(TTL_MILLIS - 1);
    assertThat(late.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
    assertThat(arena().names(SESSIONS)).noneMatch(name -> name.endsWith(".dead"));
    late.pass(1);
    assertThat(late.claim(id(1))).isInstanceOf(ClaimAnswer.Claimed.class);
  }

  @Test
  default void sessionIsJudgedByTheObserversClockAndNobodyElses() throws Exception {
    Coordinator a = arena().open("alpha");
    a.take(id(1));
    Coordinator fast = arena().open("fast");
    Coordinator slow = arena().open("slow");
    fast.claim(id(1));
    slow.claim(id(1));
    a.pass(50 * TTL_MILLIS);
    fast.pass(TTL_MILLIS);

    assertThat(slow.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
    fast.take(id(1));
  }

  @Test
  default void sessionThatWasDeclaredDeadIsLostAtItsNextBeat() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    Coordinator b = arena().open("beta");
    arena().outlast(b, id(1));
    b.take(id(1));

    assertLostAtTheNextBeat(a, lease);
  }

  @Test
  default void sessionWhoseBeatComesBetweenLookAndDeathLives() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    Coordinator b = arena().open("beta");
    arena().outlast(b, id(1));
    b.meanwhile()
        .before(
            PosixCall.RENAMEAT2,
            call -> call.names().get(1).toString().endsWith(".dead"),
            () -> Unchecked.call(() -> a.beat(lease)));

    assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);

    assertThat(a.beat(lease).renewed()).containsExactly(id(1));
    b.pass(TTL_MILLIS - 1);
    assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
  }

  @Test
  default void sessionWhoseDeathComesBetweenItsLookAndItsBeatIsLost() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    Coordinator b = arena().open("beta");
    arena().outlast(b, id(1));
    Lease[] stolen = new Lease[1];
    a.meanwhile()
        .before(
            PosixCall.RENAMEAT2,
            call -> call.names().get(0).toString().startsWith(a.session().id()),
            () -> stolen[0] = Unchecked.call(() -> b.take(id(1))));

    assertThat(catchThrowable(() -> a.beat(lease))).isInstanceOf(SessionLostException.class);
    assertThat(b.record(id(1)).token()).isEqualTo(stolen[0].token());
  }

  @Test
  default void sessionWhoseFileWasRenamedToDeadIsLost() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    arena().rename(arena().session(a), SESSIONS + "/" + a.session().id() + ".dead");

    assertLostAtTheNextBeat(a, lease);
  }

  @Test
  default void sessionWhoseFileWasDeletedIsLost() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    arena().unlink(arena().session(a));

    assertLostAtTheNextBeat(a, lease);
  }

  @Test
  default void sessionWhoseFileWasReplacedByAnotherInodeIsLost() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    String file = arena().session(a);
    arena().write(SESSIONS + "/copy", arena().read(file));
    arena().rename(SESSIONS + "/copy", file);

    assertLostAtTheNextBeat(a, lease);
  }

  @Test
  default void sessionWhoseFileWasMovedOnBySomebodyElseIsLost() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    arena().rename(arena().session(a), SESSIONS + "/" + a.session().id() + ".0000000000000007");

    assertLostAtTheNextBeat(a, lease);
  }

  private static void assertLostAtTheNextBeat(Coordinator a, Lease lease) {
    assertThat(catchThrowable(() -> a.beat(lease))).isInstanceOf(SessionLostException.class);
    assertThat(a.session().isTrusted()).isFalse();
    assertThat(catchThrowable(() -> a.beat(lease))).isInstanceOf(SessionLostException.class);
    assertThat(catchThrowable(() -> a.claim(id(9)))).isInstanceOf(SessionLostException.class);
  }

  @Test
  default void sessionWhoseFileIsGoneFreesItsLeasesForOthers() throws Exception {
    Coordinator a = arena().open("alpha");
    a.take(id(1));
    arena().unlink(arena().session(a));
    Coordinator b = arena().open("beta");

    arena().outlast(b, id(1));

    b.take(id(1));
    assertThat(catchThrowable(() -> a.beat())).isInstanceOf(SessionLostException.class);
  }

  @Test
  default void sessionThatIsClosedFreesItsLeasesAtOnce() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    a.close();

    Lease theirs = arena().open("beta").take(id(1));

    assertThat(theirs.fence()).isGreaterThan(lease.fence());
  }

  @Test
  default void sessionThatIsClosedGrantsNothingMore() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    a.session().close();

    assertThat(catchThrowable(() -> a.claim(id(2)))).isInstanceOf(SessionLostException.class);
    assertThat(catchThrowable(() -> a.beat(lease))).isInstanceOf(SessionLostException.class);
    assertThat(arena().open("beta").table().counts().byStatus()).hasSize(1);
  }

  @Test
  default void sessionIsTrustedForTheTtlFromTheStartOfItsLastBeat() throws Exception {
    Coordinator a = arena().open("alpha");
    a.pass(TTL_MILLIS - 1);
    assertThat(a.session().isTrusted()).isTrue();
    a.pass(1);
    assertThat(a.session().isTrusted()).isFalse();

    a.beat();

    assertThat(a.session().isTrusted()).isTrue();
  }

  @Test
  default void sessionBeatsBeforeItAcknowledgesAnythingTooLate() throws Exception {
    Coordinator a = arena().open("alpha");
    a.meanwhile()
        .before(
            PosixCall.RENAMEAT2,
            call -> call.names().get(0).toString().contains(".fence."),
            () -> a.pass(TTL_MILLIS));
    String before = arena().session(a);

    Lease lease = a.take(id(1));

    assertThat(arena().session(a)).isNotEqualTo(before);
    assertThat(a.beat(lease).renewed()).containsExactly(id(1));
  }

  @Test
  default void sessionThatDiedMeanwhileAcknowledgesNothing() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease held = a.take(id(2));
    Coordinator b = arena().open("beta");
    b.claim(id(2));
    a.meanwhile()
        .before(
            PosixCall.RENAMEAT2,
            call -> call.names().get(0).toString().contains(".fence."),
            () -> {
              arena().pass(TTL_MILLIS);
              Unchecked.call(() -> b.take(id(2)));
            });

    assertThat(catchThrowable(() -> a.claim(id(1)))).isInstanceOf(SessionLostException.class);

    b.take(id(1));
    assertThat(a.complete(held)).isInstanceOf(CompleteAnswer.Stale.class);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  default void sessionGoesOnWhenOneBeatFails(boolean afterwards) throws Exception {
    for (Errno errno : new Errno[] {Errno.EIO, Errno.ETIMEDOUT, Errno.EINTR, Errno.ENOENT}) {
      Coordinator a = arena().open("alpha");
      Lease lease = a.take(id(errno.number()));
      Fault fault = Fault.of(PosixCall.RENAMEAT2, errno);
      a.fail(afterwards ? fault.afterwards() : fault);

      assertThat(a.beat(lease).renewed()).containsExactly(lease.id());
      assertThat(a.beat(lease).renewed()).containsExactly(lease.id());
    }
  }

  @Test
  default void sessionWhoseBeatTheServerForgotGoesOnFromTheOlderOne() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    String older = arena().session(a);
    a.beat(lease);
    a.beat(lease);
    arena().rename(arena().session(a), older);

    assertThat(a.beat(lease).renewed()).containsExactly(id(1));
    assertThat(a.beat(lease).renewed()).containsExactly(id(1));
    assertThat(arena().names(SESSIONS)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  default void sessionsDeathIsDecidedByWhatStandsThere(boolean afterwards) throws Exception {
    Coordinator a = arena().open("alpha");
    a.take(id(1));
    a.vanish();
    Coordinator b = arena().open("beta");
    arena().outlast(b, id(1));
    Fault fault =
        Fault.of(PosixCall.RENAMEAT2, Errno.ETIMEDOUT)
            .where(call -> call.names().get(1).toString().endsWith(".dead"));
    b.fail(afterwards ? fault.afterwards() : fault);

    ClaimAnswer answer = b.claim(id(1));

    assertThat(answer)
        .isInstanceOf(afterwards ? ClaimAnswer.Claimed.class : ClaimAnswer.Held.class);
    if (!afterwards) {
      arena().outlast(b, id(1));
      b.take(id(1));
    }
  }

  @Test
  default void sessionThatSleptThroughItsTtlIsLostAndItsTokensStale() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lost = a.take(id(1));
    Coordinator b = arena().open("beta");
    b.claim(id(1));
    b.pass(TTL_MILLIS);
    Lease stolen = b.take(id(1));

    Throwable thrown = catchThrowable(() -> a.beat(lost));

    assertThat(thrown).isInstanceOf(SessionLostException.class);
    assertThat(a.complete(lost)).isInstanceOf(CompleteAnswer.Stale.class);
    assertThat(a.begin(lost, manifest("one"))).isInstanceOf(CommitAnswer.Stale.class);
    assertThat(b.record(id(1)).token()).isEqualTo(stolen.token());
    assertThat(b.complete(stolen)).isInstanceOf(CompleteAnswer.Completed.class);
  }

  @Test
  default void modesOfFencesAndSessionsAreTheManifests() throws Exception {
    arena().chmod(".", 0750);
    Coordinator a = arena().open("alpha", DoorContract.modes(arena(), 0640, 0750));
    Coordinator b = arena().open("beta", arena().manifest());
    a.take(id(1));
    b.take(id(2));

    for (int number = 1; number <= 2; number++) {
      assertThat(arena().stat(arena().path(id(number), ".origin")).permissions()).isEqualTo(0640);
    }
    assertThat(arena().stat(arena().session(b)).permissions()).isEqualTo(0640);
    assertThat(arena().stat("sessions").permissions()).isEqualTo(0750);
  }

  @Test
  default void sessionsInASymbolicLinkAreRefused() throws Exception {
    arena().mkdir("elsewhere");
    arena().symlink("elsewhere", SESSIONS);

    assertThat(catchThrowable(() -> arena().open("alpha")))
        .isInstanceOfAny(PosixException.class, TableRefusedException.class);

    assertThat(arena().names("elsewhere")).isEmpty();
  }

  @Test
  default void sessionsThatEverybodyMayWriteAreRefused() throws Exception {
    arena().mkdir(SESSIONS);
    arena().chmod(SESSIONS, 0777);

    assertThat(catchThrowable(() -> arena().open("alpha")))
        .isInstanceOf(TableRefusedException.class)
        .hasMessageContaining("writable");

    assertThat(arena().names(SESSIONS)).isEmpty();
    arena().chmod(SESSIONS, 0700);
    arena().open("beta").take(id(1));
  }
}
