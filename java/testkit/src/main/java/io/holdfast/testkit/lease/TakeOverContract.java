package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.Coordinator.manifest;
import static io.holdfast.testkit.lease.LeaseArena.TTL_MILLIS;
import static io.holdfast.testkit.lease.LeaseArena.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * replayCommit in a fence table: the commits of dead sessions are taken over before they are
 * published.
 */
interface TakeOverContract extends LeaseGround {

  @Test
  default void replayOfALivingSessionsCommitIsStaleAndPublishesNothing() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    a.begin(lease, manifest("one"));
    Coordinator b = arena().open("beta");
    ReplayContract.Publications publications = new ReplayContract.Publications();

    for (int beat = 0; beat < 3; beat++) {
      assertThat(b.replay(id(1), publications)).isInstanceOf(CompleteAnswer.Stale.class);
      arena().pass(TTL_MILLIS);
      a.beat(lease);
    }

    assertThat(publications.manifests).isEmpty();
    assertThat(a.complete(lease)).isInstanceOf(CompleteAnswer.Completed.class);
  }

  @Test
  default void replayMakesTheOldHoldersCompletionStaleBeforeItPublishes() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lost = a.take(id(1));
    a.begin(lost, manifest("one"));
    Coordinator b = arena().open("beta");
    b.replay(id(1), new ReplayContract.Publications());
    b.pass(TTL_MILLIS);
    List<CompleteAnswer> old = new ArrayList<>();

    b.replay(id(1), (lease, manifest) -> old.add(a.complete(lost)));

    assertThat(old).hasSize(1);
    assertThat(old.get(0)).isInstanceOf(CompleteAnswer.Stale.class);
    assertThat(b.record(id(1)).owner()).isEqualTo("beta");
  }

  @Test
  default void replayOfOnesOwnCommitIsStale() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    a.begin(lease, manifest("one"));
    ReplayContract.Publications publications = new ReplayContract.Publications();

    assertThat(a.replay(id(1), publications)).isInstanceOf(CompleteAnswer.Stale.class);

    assertThat(publications.manifests).isEmpty();
    assertThat(a.complete(lease)).isInstanceOf(CompleteAnswer.Completed.class);
  }

  @Test
  default void replayByTwoPublishesUnderGrowingNumbersAndCompletesOnce() throws Exception {
    ReplayContract.committingLeftBehind(arena(), manifest("one"));
    Coordinator b = arena().open("beta");
    arena().outlastCommit(b, id(1));
    Coordinator c = arena().open("gamma");
    ReplayContract.Publications both = new ReplayContract.Publications();
    List<CompleteAnswer> second = new ArrayList<>();

    CompleteAnswer first =
        b.replay(
            id(1),
            (lease, manifest) -> {
              both.publish(lease, manifest);
              b.session().close();
              second.add(c.replay(id(1), both));
            });

    assertThat(second.get(0)).isInstanceOf(CompleteAnswer.Completed.class);
    assertThat(first).isInstanceOf(CompleteAnswer.Stale.class);
    assertThat(both.fences).hasSize(2);
    assertThat(both.fences.get(1)).isGreaterThan(both.fences.get(0));
  }

  @Test
  default void replayOfWhatIsNotCommittingIsStale() throws Exception {
    Coordinator a = arena().open("alpha");
    a.take(id(1));
    a.complete(a.take(id(2)));
    a.vanish();
    Coordinator b = arena().open("beta");
    arena().outlastCommit(b, id(1));
    ReplayContract.Publications publications = new ReplayContract.Publications();

    for (int number = 1; number <= 2; number++) {
      assertThat(b.replay(id(number), publications)).isInstanceOf(CompleteAnswer.Stale.class);
    }

    assertThat(publications.manifests).isEmpty();
  }

  @Test
  default void replayTakesTheCommitOverUnderItsOwnTokenAndAHigherNumber() throws Exception {
    Lease lost = ReplayContract.committingLeftBehind(arena(), manifest("one"));
    Coordinator b = arena().open("beta");
    arena().outlastCommit(b, id(1));
    ReplayContract.Publications publications = new ReplayContract.Publications();

    b.replay(id(1), publications);

    assertThat(publications.fences.get(0)).isGreaterThan(lost.fence() + 1);
    LeaseRecord record = b.record(id(1));
    assertThat(record.previousOwner()).isEqualTo("alpha");
    assertThat(record.token()).isNotEqualTo(lost.token());
  }

  @Test
  default void replayWhoseCallbackFailsLeavesItCommittingByTheReplayer() throws Exception {
    ReplayContract.committingLeftBehind(arena(), manifest("one"));
    Coordinator b = arena().open("beta");
    arena().outlastCommit(b, id(1));

    assertThat(catchThrowable(() -> b.replay(id(1), ReplayContract.failing()))).isNotNull();

    assertThat(b.record(id(1)).session()).contains(b.session().id());
  }

  @Test
  default void replayWhoseCompletionWasNotDecidedIsItsReplayersToRepeat() throws Exception {
    ReplayContract.committingLeftBehind(arena(), manifest("one"));
    Coordinator b = arena().open("beta");
    arena().outlastCommit(b, id(1));
    ReplayContract.Publications publications = new ReplayContract.Publications();
    List<String> hidden = new ArrayList<>();

    CompleteAnswer first =
        b.replay(
            id(1),
            (lease, manifest) -> {
              publications.publish(lease, manifest);
              hidden.add(arena().path(id(1), ".fence."));
              arena().rename(hidden.get(0), "aside");
            });
    assertThat(first).isInstanceOf(CompleteAnswer.Unavailable.class);

    arena().rename("aside", hidden.get(0));
    assertThat(b.replay(id(1), publications)).isInstanceOf(CompleteAnswer.Completed.class);
    assertThat(publications.fences).hasSize(2);
    assertThat(publications.fences.get(1)).isGreaterThan(publications.fences.get(0));
  }
}
