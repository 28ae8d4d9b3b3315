package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.Coordinator.manifest;
import static io.holdfast.testkit.lease.LeaseArena.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.WorkLeaseTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** replayCommit: the commits of those that are gone are published and completed. */
interface ReplayContract extends LeaseGround {

  /** Remembers what it was asked to publish. */
  final class Publications implements WorkLeaseTable.CommitReplay {

    final List<Long> fences = new ArrayList<>();
    final List<JsonObject> manifests = new ArrayList<>();

    @Override
    public void publish(Lease lease, JsonObject manifest) {
      fences.add(lease.fence());
      manifests.add(manifest);
    }
  }

  @Test
  default void replayOfADeadSessionsCommitPublishesAndCompletes() throws Exception {
    Lease lost = committingLeftBehind(arena(), manifest("one"));
    Coordinator b = arena().open("beta");
    arena().outlastCommit(b, id(1));
    Publications publications = new Publications();

    CompleteAnswer answer = b.replay(id(1), publications);

    assertThat(answer).isInstanceOf(CompleteAnswer.Completed.class);
    assertThat(publications.manifests).containsExactly(manifest("one").orElseThrow());
    assertThat(publications.fences.get(0)).isGreaterThanOrEqualTo(lost.fence());
    assertThat(b.record(id(1)).status()).isEqualTo(LeaseStatus.DONE);
  }

  @Test
  default void replayOfAClosedSessionsCommitNeedsNoWaiting() throws Exception {
    Coordinator a = arena().open("alpha");
    a.begin(a.take(id(1)), manifest("one"));
    a.close();
    Coordinator b = arena().open("beta");

    assertThat(b.replay(id(1), new Publications())).isInstanceOf(CompleteAnswer.Completed.class);
  }

  @Test
  default void replayWhoseCallbackFailsLeavesItCommitting() throws Exception {
    committingLeftBehind(arena(), manifest("one"));
    Coordinator b = arena().open("beta");
    arena().outlastCommit(b, id(1));
    IOException failure = new IOException("the target is full");

    Throwable thrown =
        catchThrowable(
            () ->
                b.replay(
                    id(1),
                    (lease, manifest) -> {
                      throw failure;
                    }));

    assertThat(thrown).isSameAs(failure);
    LeaseRecord record = b.record(id(1));
    assertThat(record.status()).isEqualTo(LeaseStatus.COMMITTING);
    assertThat(record.commit()).isEqualTo(manifest("one"));

    b.close();
    Coordinator c = arena().open("gamma");
    assertThat(c.replay(id(1), new Publications())).isInstanceOf(CompleteAnswer.Completed.class);
  }

  @Test
  default void replayWhoseCallbackFailedIsTriedAgainByTheSameSession() throws Exception {
    committingLeftBehind(arena(), manifest("one"));
    Coordinator b = arena().open("beta");
    arena().outlastCommit(b, id(1));
    Publications publications = new Publications();
    assertThat(catchThrowable(() -> b.replay(id(1), failing()))).isInstanceOf(IOException.class);

    assertThat(b.replay(id(1), publications)).isInstanceOf(CompleteAnswer.Completed.class);

    assertThat(publications.manifests).hasSize(1);
    assertThat(b.record(id(1)).status()).isEqualTo(LeaseStatus.DONE);
  }

  @Test
  default void replayWithoutManifestIsStaleAndLeavesItCommitting() throws Exception {
    committingLeftBehind(arena(), Optional.empty());
    Coordinator b = arena().open("beta");
    arena().outlastCommit(b, id(1));
    Publications publications = new Publications();

    assertThat(b.replay(id(1), publications)).isInstanceOf(CompleteAnswer.Stale.class);

    assertThat(publications.manifests).isEmpty();
    assertThat(b.record(id(1)).status()).isEqualTo(LeaseStatus.COMMITTING);
    assertThat(b.record(id(1)).owner()).isEqualTo("alpha");
  }

  @Test
  default void replayOfACorruptRecordSaysSo() throws Exception {
    committingLeftBehind(arena(), manifest("one"));
    Coordinator b = arena().open("beta");
    LeaseRecord committing = b.record(id(1));
    arena().write(arena().countingRecord(id(1)), new byte[] {'{'});
    Publications publications = new Publications();

    assertThat(b.table().replayCommit(committing, b.claimant(), publications))
        .isInstanceOf(CompleteAnswer.Corrupt.class);
    assertThat(publications.manifests).isEmpty();
  }

  /** Begun by a coordinator that was killed then. */
  static Lease committingLeftBehind(LeaseArena arena, Optional<JsonObject> manifest)
      throws Exception {
    Coordinator a = arena.open("alpha");
    Lease lease = a.take(id(1));
    a.begin(lease, manifest);
    a.vanish();
    return lease;
  }

  static WorkLeaseTable.CommitReplay failing() {
    return (lease, manifest) -> {
      throw new IOException("the target is full");
    };
  }

  @Test
  default void replayOfWhatIsNotCommittingPublishesNothingAndCompletesNothing() throws Exception {
    Coordinator a = arena().open("alpha");
    a.take(id(1));
    a.complete(a.take(id(2)));
    a.vanish();
    Coordinator b = arena().open("beta");
    arena().outlastCommit(b, id(1));
    Publications publications = new Publications();

    assertThat(b.replay(id(1), publications)).isInstanceOf(CompleteAnswer.Stale.class);
    assertThat(b.replay(id(2), publications)).isNotInstanceOf(CompleteAnswer.Completed.class);

    assertThat(publications.manifests).isEmpty();
    assertThat(b.record(id(1)).status()).isEqualTo(LeaseStatus.LEASED);
  }
}
