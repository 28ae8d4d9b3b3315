package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.LeaseArena.SESSIONS;
import static io.holdfast.testkit.lease.LeaseArena.TTL_MILLIS;
import static io.holdfast.testkit.lease.LeaseArena.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.lease.IdleSessions;
import io.holdfast.lease.IdleSessions.Outlook;
import io.holdfast.lease.Lease;
import io.holdfast.lease.SessionLostException;
import io.holdfast.lease.TableRefusedException;
import io.holdfast.posix.PosixException;
import io.holdfast.testkit.decorator.PosixCall;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Sessions that no record names: ended when they are silent, and only then. */
interface IdleSessionContract extends LeaseGround {

  private IdleSessions watcher(Seat seat) throws PosixException, TableRefusedException {
    return IdleSessions.open(seat.posix(), arena().root(), Optional.empty(), seat.options());
  }

  @Test
  default void silentSessionWithoutLeaseIsLostBeforeItsOwnerClaims() throws Exception {
    Coordinator a = arena().open("alpha");
    Seat seat = arena().seat();
    try (IdleSessions idle = watcher(seat)) {
      assertThat(idle.look()).isEqualTo(new Outlook(1, 0, TTL_MILLIS * 1_000_000));
      seat.pass(TTL_MILLIS - 1);
      assertThat(idle.look()).isEqualTo(new Outlook(1, 0, 1_000_000));
      seat.pass(1);
      assertThat(idle.look()).isEqualTo(new Outlook(0, 1, 0));
    }
    a.pass(TTL_MILLIS);

    assertThat(catchThrowable(() -> a.claim(id(1)))).isInstanceOf(SessionLostException.class);
    assertThat(arena().open("beta").take(id(1)).fence()).isEqualTo(1);
  }

  @Test
  default void claimDuringWhichItsSessionIsEndedIsNotAcknowledged() throws Exception {
    Coordinator a = arena().open("alpha");
    Seat seat = arena().seat();
    try (IdleSessions idle = watcher(seat)) {
      assertThat(idle.look().silent()).isEqualTo(1);
      a.meanwhile()
          .before(
              PosixCall.RENAMEAT2,
              call -> call.names().get(0).toString().contains(".fence."),
              () -> {
                arena().pass(TTL_MILLIS);
                seat.pass(TTL_MILLIS);
                assertThat(Unchecked.call(idle::look).ended()).isEqualTo(1);
              });

      assertThat(catchThrowable(() -> a.claim(id(1)))).isInstanceOf(SessionLostException.class);
    }
    Lease lease = arena().open("beta").take(id(1));
    assertThat(lease.fence()).isEqualTo(2);
  }

  @Test
  default void sessionThatBeatsIsNotWatchedAnyMore() throws Exception {
    Coordinator a = arena().open("alpha");
    Seat seat = arena().seat();
    try (IdleSessions idle = watcher(seat)) {
      idle.look();
      a.beat();
      seat.pass(100 * TTL_MILLIS);
      assertThat(idle.look()).isEqualTo(new Outlook(0, 0, 0));
    }
    a.take(id(1));
  }

  @Test
  default void sessionThatARecordNamesOrWhoseFileTellsNothingIsLeftAlone() throws Exception {
    Coordinator a = arena().open("alpha");
    a.take(id(1));
    Coordinator b = arena().open("beta");
    arena().write(arena().session(b), new byte[] {'{'});
    Seat seat = arena().seat();
    try (IdleSessions idle = watcher(seat)) {
      assertThat(idle.look()).isEqualTo(new Outlook(0, 0, 0));
      seat.pass(100 * TTL_MILLIS);
      assertThat(idle.look()).isEqualTo(new Outlook(0, 0, 0));
    }
    assertThat(arena().names(SESSIONS)).noneMatch(name -> name.endsWith(".dead"));
  }

  @Test
  default void nothingIsWatchedWhileARecordCannotBeRead() throws Exception {
    Coordinator a = arena().open("alpha");
    a.release(a.take(id(1)));
    Lease lease = a.take(id(1));
    arena().open("beta");
    String record = id(1).hex() + ".rec." + String.format("%016x", lease.fence() + 5);
    String path = LeaseArena.shard(id(1)) + "/" + record + "." + "c".repeat(32);
    arena().write(path, new byte[] {'x'});
    try (IdleSessions idle = watcher(arena().seat())) {
      assertThat(idle.look()).isEqualTo(new Outlook(0, 0, 0));
    }
    arena().unlink(path);
    try (IdleSessions idle = watcher(arena().seat())) {
      assertThat(idle.look().silent()).isEqualTo(1);
    }
  }
}
