package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.Coordinator.manifest;
import static io.holdfast.testkit.lease.LeaseArena.TTL_MILLIS;
import static io.holdfast.testkit.lease.LeaseArena.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lease.CommitAnswer;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.Reading;
import io.holdfast.lease.ReleaseAnswer;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** beginCommit and completeOnce: irreversible the one, once for all the other. */
interface CommitContract extends LeaseGround {

  @Test
  default void commitBeginsForItsHolderAndKeepsTheManifest() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));

    CommitAnswer answer = a.begin(lease, manifest("one"));

    assertThat(answer)
        .isInstanceOfSatisfying(
            CommitAnswer.Begun.class,
            begun -> {
              assertThat(begun.lease().token()).isEqualTo(lease.token());
              assertThat(begun.lease().fence()).isGreaterThanOrEqualTo(lease.fence());
            });
    LeaseRecord record = arena().open("beta").record(id(1));
    assertThat(record.status()).isEqualTo(LeaseStatus.COMMITTING);
    assertThat(record.commit()).isEqualTo(manifest("one"));
    assertThat(record.token()).isEqualTo(lease.token());
    assertThat(record.payload()).isEqualTo(Coordinator.payload());
  }

  @Test
  default void commitThatHasBegunBeginsAgainWithTheSameManifestOnly() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    a.begin(lease, manifest("one"));

    assertThat(a.begin(lease, manifest("one"))).isInstanceOf(CommitAnswer.Begun.class);
    assertThat(a.begin(lease, manifest("two"))).isInstanceOf(CommitAnswer.Stale.class);
    assertThat(a.begin(lease, Optional.empty())).isInstanceOf(CommitAnswer.Stale.class);
    assertThat(a.record(id(1)).commit()).isEqualTo(manifest("one"));
  }

  @Test
  default void commitWithoutManifestBegins() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));

    assertThat(a.begin(lease, Optional.empty())).isInstanceOf(CommitAnswer.Begun.class);
    assertThat(a.begin(lease, Optional.empty())).isInstanceOf(CommitAnswer.Begun.class);
    assertThat(a.begin(lease, manifest("one"))).isInstanceOf(CommitAnswer.Stale.class);
    assertThat(a.record(id(1)).commit()).isEmpty();
  }

  @Test
  default void commitIsIrreversible() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    a.begin(lease, manifest("one"));

    assertThat(a.release(lease)).isInstanceOf(ReleaseAnswer.Stale.class);
    assertThat(a.record(id(1)).status()).isEqualTo(LeaseStatus.COMMITTING);
  }

  @Test
  default void commitOfAStaleTokenIsRefused() throws Exception {
    Coordinator a = arena().open("alpha");
    Coordinator b = arena().open("beta");
    Lease first = a.take(id(1));
    a.release(first);

    assertThat(a.begin(first, manifest("one"))).isInstanceOf(CommitAnswer.Stale.class);

    Lease second = b.take(id(1));
    assertThat(a.begin(first, manifest("one"))).isInstanceOf(CommitAnswer.Stale.class);
    assertThat(b.record(id(1)).token()).isEqualTo(second.token());
    assertThat(b.record(id(1)).status()).isEqualTo(LeaseStatus.LEASED);
  }

  @Test
  default void commitOfADoneIdIsStale() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    a.complete(lease);

    assertThat(a.begin(lease, manifest("one"))).isInstanceOf(CommitAnswer.Stale.class);
    assertThat(a.record(id(1)).status()).isEqualTo(LeaseStatus.DONE);
  }

  @Test
  default void commitOfAnIdThatNobodyEverHadIsStaleAndLeavesNothing() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));

    assertThat(a.table().beginCommit(id(5), lease.token(), manifest("one")))
        .isInstanceOf(CommitAnswer.Stale.class);
    assertThat(a.table().completeOnce(id(5), lease.token()))
        .isInstanceOf(CompleteAnswer.Stale.class);

    assertThat(arena().namesOfRecords(id(5))).isEmpty();
    assertThat(a.table().read(id(5))).isInstanceOf(Reading.Absent.class);
  }

  @Test
  default void completionOfALeasedIdIsCompleted() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    a.pass(1_500);

    assertThat(a.complete(lease))
        .isInstanceOfSatisfying(
            CompleteAnswer.Completed.class,
            done -> assertThat(done.record().fence()).isGreaterThanOrEqualTo(lease.fence()));

    LeaseRecord record = arena().open("beta").record(id(1));
    assertThat(record.status()).isEqualTo(LeaseStatus.DONE);
    assertThat(record.completedSeconds().orElseThrow())
        .isEqualTo(lease.record().updatedSeconds() + 1.5);
  }

  @Test
  default void completionOfACommittingIdKeepsItsManifest() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    a.begin(lease, manifest("one"));

    assertThat(a.complete(lease)).isInstanceOf(CompleteAnswer.Completed.class);
    assertThat(a.record(id(1)).commit()).isEqualTo(manifest("one"));
  }

  @Test
  default void completionIsAnsweredOnceThenAlready() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    a.complete(lease);
    long fence = a.record(id(1)).fence();

    assertThat(a.complete(lease)).isInstanceOf(CompleteAnswer.Already.class);
    assertThat(arena().open("beta").complete(lease)).isInstanceOf(CompleteAnswer.Already.class);
    assertThat(a.record(id(1)).fence()).isEqualTo(fence);
  }

  @Test
  default void completionByAStaleTokenIsStale() throws Exception {
    Coordinator a = arena().open("alpha");
    Coordinator b = arena().open("beta");
    Lease first = a.take(id(1));
    a.release(first);

    assertThat(a.complete(first)).isInstanceOf(CompleteAnswer.Stale.class);

    Lease second = b.take(id(1));
    assertThat(a.complete(first)).isInstanceOf(CompleteAnswer.Stale.class);
    b.complete(second);
    assertThat(a.complete(first)).isInstanceOf(CompleteAnswer.Stale.class);
  }

  @Test
  default void completionByAHolderWhoSleptThroughItsTtlIsStaleOnceTheLeaseWasStolen()
      throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lost = a.take(id(1));
    Coordinator b = arena().open("beta");
    b.claim(id(1));
    b.pass(TTL_MILLIS);
    Lease stolen = b.take(id(1));

    assertThat(a.complete(lost)).isInstanceOf(CompleteAnswer.Stale.class);
    assertThat(a.begin(lost, manifest("one"))).isInstanceOf(CommitAnswer.Stale.class);
    assertThat(a.release(lost)).isInstanceOf(ReleaseAnswer.Stale.class);
    assertThat(b.record(id(1)).token()).isEqualTo(stolen.token());
    assertThat(b.complete(stolen)).isInstanceOf(CompleteAnswer.Completed.class);
  }
}
