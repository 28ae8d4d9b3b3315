package io.holdfast.testkit.durable;

import static io.holdfast.testkit.durable.DurableArena.bytes;
import static io.holdfast.testkit.durable.DurableArena.name;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.durable.BarrierForm;
import io.holdfast.durable.BarrierReason;
import io.holdfast.durable.Dir;
import io.holdfast.durable.DirectoryBarrierBatch;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableCounters.Snapshot;
import io.holdfast.posix.Errno;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import org.junit.jupiter.api.Test;

/** Counters say what was done, no more and no less. */
interface CounterContract extends DurableGround {

  @Test
  default void aFreshInstanceHasCountedNothing() {
    Snapshot counters = counted();

    assertThat(counters.fileSyncs()).isZero();
    assertThat(counters.directorySyncs()).isZero();
    assertThat(counters.directorySyncsAvoided()).isZero();
    assertThat(counters.probeCalls()).isZero();
    assertThat(counters.failures()).isZero();
    assertThat(counters.leftovers()).isZero();
    assertThat(counters.barriers()).containsOnlyKeys(BarrierReason.values());
    assertThat(counters.barriers().values()).containsOnly(0L);
  }

  @Test
  default void everyVerbCountsItsBarriersByReason() throws Exception {
    Durable durable = arena().durable();
    Dir root = arena().root();
    Dir other = arena().directory("other");
    durable.publish(root, name("one"), bytes("content"));
    durable.publish(root, name("one"), bytes("content"));
    durable.replace(root, name("two"), bytes("content"));
    durable.promote(root, name("two"), other, name("two"));
    durable.remove(root, name("one"));

    Snapshot counters = counted();
    assertThat(counters.barriers())
        .containsEntry(BarrierReason.PUBLISH, 2L)
        .containsEntry(BarrierReason.REPLACE, 1L)
        .containsEntry(BarrierReason.PROMOTE, 2L)
        .containsEntry(BarrierReason.REMOVE, 1L)
        .containsEntry(BarrierReason.BATCH, 0L);
    assertThat(counters.fileSyncs()).isEqualTo(3).isEqualTo(arena().contentSyncs().size());
    assertThat(counters.directorySyncs())
        .isEqualTo(6)
        .isEqualTo(arena().directorySyncs(root).size() + arena().directorySyncs(other).size());
    assertThat(counters.probeCalls()).isGreaterThanOrEqualTo(6);
    assertThat(counters.directorySyncsAvoided()).isZero();
    assertThat(counters.failures()).isZero();
  }

  @Test
  default void aBatchCountsTheBarriersThatItSaved() throws Exception {
    Dir other = arena().directory("other");
    try (DirectoryBarrierBatch batch = arena().durable().batch(BarrierReason.BATCH)) {
      for (int i = 0; i < 5; i++) {
        batch.replace(arena().root(), name("record" + i), bytes("content"));
      }
      batch.replace(other, name("record"), bytes("content"));
      batch.flush();
    }

    Snapshot counters = counted();
    assertThat(counters.fileSyncs()).isEqualTo(6);
    assertThat(counters.directorySyncs()).isEqualTo(2);
    assertThat(counters.directorySyncsAvoided()).isEqualTo(4);
    assertThat(counters.barriers()).containsEntry(BarrierReason.BATCH, 2L);
  }

  @Test
  default void aSentinelCountsAsAProbeAndItsFileAsNone() throws Exception {
    Durable durable = arena().durable(DurableArena.options().withBarrierForm(BarrierForm.SENTINEL));

    durable.remove(arena().root(), name("absent"));

    Snapshot counters = durable.counters().snapshot();
    assertThat(counters.probeCalls()).isEqualTo(1);
    assertThat(counters.directorySyncs()).isEqualTo(1);
    assertThat(counters.fileSyncs()).isZero();
  }

  @Test
  default void failedBarriersAreCountedEachOnce() throws Exception {
    Dir root = arena().root();
    arena().fail(Fault.of(PosixCall.FSYNC, Errno.ENOSPC));
    Verdicts.refused(
        () -> arena().durable().replace(root, name("record"), bytes("content")), Errno.ENOSPC);
    arena()
        .fail(Fault.of(PosixCall.FSYNC, Errno.EIO).where(call -> call.descriptor() == root.fd()));
    Verdicts.unknown(() -> arena().durable().replace(root, name("record"), bytes("content")));
    Verdicts.poisoned(() -> arena().durable().replace(root, name("record"), bytes("content")));

    Snapshot counters = counted();
    assertThat(counters.failures()).isEqualTo(2);
    assertThat(counters.fileSyncs()).isEqualTo(2);
    assertThat(counters.directorySyncs()).isEqualTo(1);
    assertThat(counters.probeCalls()).isZero();
  }

  private Snapshot counted() {
    return arena().durable().counters().snapshot();
  }
}
