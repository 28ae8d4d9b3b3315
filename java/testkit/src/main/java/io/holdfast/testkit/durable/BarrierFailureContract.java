package io.holdfast.testkit.durable;

import static io.holdfast.testkit.durable.DurableArena.bytes;
import static io.holdfast.testkit.durable.DurableArena.name;
import static io.holdfast.testkit.durable.DurableArena.single;
import static io.holdfast.testkit.durable.Verdicts.poisoned;
import static io.holdfast.testkit.durable.Verdicts.refused;
import static io.holdfast.testkit.durable.Verdicts.unknown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.durable.BarrierForm;
import io.holdfast.durable.BarrierReason;
import io.holdfast.durable.Dir;
import io.holdfast.durable.DirectoryBarrierBatch;
import io.holdfast.durable.DirectorySupport;
import io.holdfast.durable.Durable;
import io.holdfast.posix.Errno;
import io.holdfast.testkit.contract.Feature;
import io.holdfast.testkit.decorator.Call;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.decorator.RecordedCall;
import io.holdfast.testkit.decorator.Trace;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A failed directory barrier is unknown, final, and poisons; its probe and its other forms. */
interface BarrierFailureContract extends DurableGround {

  @ParameterizedTest
  @ValueSource(strings = {"EIO", "ENOSPC", "EDQUOT", "EROFS", "EINVAL", "EBADF", "ESTALE"})
  default void aFailedDirectoryBarrierIsUnknownAndFinal(String symbol) throws Exception {
    Dir other = arena().directory("other");
    arena().fail(onDirectory(Fault.of(PosixCall.FSYNC, Errnos.named(symbol)), arena().root()));

    unknown(() -> replace(arena().root(), "record"), Errnos.named(symbol));
    assertThat(arena().directorySyncs(arena().root()).size()).as("never again").isEqualTo(1);
    arena().forgetCalls();

    everyVerbIsPoisoned(arena().root());
    everyVerbIsPoisoned(other);
    assertThat(arena().trace().calls()).as("nothing was touched").isEmpty();
    assertThat(arena().durable().counters().snapshot().failures()).isEqualTo(1);
  }

  private void everyVerbIsPoisoned(Dir dir) {
    Durable durable = arena().durable();
    poisoned(() -> replace(dir, "record"));
    poisoned(() -> durable.publish(dir, name("new"), bytes("content")));
    poisoned(() -> durable.remove(dir, name("record")));
    poisoned(() -> durable.promote(dir, name("record"), dir, name("moved")));
    poisoned(() -> durable.renameNoReplace(dir, name("record"), dir, name("moved")));
    poisoned(() -> durable.makeDirs(dir, List.of(name("made"))));
    poisoned(() -> durable.removeTree(dir, name("record"), 1, () -> true));
    poisoned(() -> durable.examine(dir));
    poisoned(
        () -> {
          try (DirectoryBarrierBatch batch = durable.batch(BarrierReason.BATCH)) {
            batch.replace(dir, name("record"), bytes("content"));
          }
        });
  }

  @Test
  default void openingAnewIsTheWayOutOfPoison() throws Exception {
    arena().fail(onDirectory(Fault.of(PosixCall.FSYNC, Errno.EIO), arena().root()));
    unknown(() -> replace(arena().root(), "record"));

    Durable again = arena().durable(DurableArena.options());
    again.replace(arena().root(), name("record"), bytes("content"));

    assertThat(arena().content(arena().root(), "record")).isEqualTo("content");
  }

  @ParameterizedTest
  @ValueSource(strings = {"EIO", "EROFS", "ENOSPC", "EDQUOT", "ENODATA", "ENOENT"})
  default void aFailedProbeIsAFailedBarrier(String symbol) throws Exception {
    assumeTrue(supports(Feature.USER_XATTRS), "no extended attributes here");
    arena().fail(Fault.of(PosixCall.FSETXATTR, Errnos.named(symbol)));

    unknown(() -> replace(arena().root(), "record"), Errnos.named(symbol));

    poisoned(() -> replace(arena().root(), "record"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"EOPNOTSUPP", "EPERM", "EACCES"})
  default void theProbeTakesTheFirstFormThatTheDirectoryHas(String symbol) throws Exception {
    Fault noAttributes = Fault.of(PosixCall.FSETXATTR, Errnos.named(symbol)).forEver();
    Fault noUnnamed =
        Fault.of(PosixCall.OPENAT, Errnos.named(symbol))
            .where(DurableArena::opensUnnamed)
            .forEver();

    arena().fail(noAttributes);
    replace(arena().root(), "first");
    boolean unnamed = supports(Feature.TMPFILE);
    assertThat(lastProbe()).matches(call -> unnamed == DurableArena.opensUnnamed(call.call()));

    arena().fail(noUnnamed);
    replace(arena().root(), "second");
    replace(arena().root(), "third");

    Call created = lastProbe().call();
    assertThat(Durable.isLeftoverName(name(created.names().get(0).toString()))).isTrue();
    assertThat(arena().names(arena().root())).containsExactly("first", "second", "third");
    assertThat(arena().trace().only(PosixCall.FSETXATTR).size()).as("asked once").isEqualTo(1);
    Trace refusedUnnamed =
        arena().trace().where(c -> c.failed() && DurableArena.opensUnnamed(c.call()));
    assertThat(refusedUnnamed.size()).as("asked once").isEqualTo(1);
  }

  @Test
  default void aProbeThatCannotRemoveItsFileIsAFailedBarrierAndCounted() throws Exception {
    arena()
        .fail(
            Fault.of(PosixCall.FSETXATTR, Errno.EOPNOTSUPP).forEver(),
            Fault.of(PosixCall.OPENAT, Errno.EOPNOTSUPP)
                .where(DurableArena::opensUnnamed)
                .forEver(),
            Fault.of(PosixCall.UNLINKAT, Errno.EIO));

    unknown(() -> replace(arena().root(), "record"), Errno.EIO);

    assertThat(arena().durable().counters().snapshot().leftovers()).isEqualTo(1);
    poisoned(() -> replace(arena().root(), "record"));
  }

  @Test
  default void theSentinelFollowsTheFsyncAndLeavesNothing() throws Exception {
    Durable durable = arena().durable(DurableArena.options().withBarrierForm(BarrierForm.SENTINEL));

    durable.replace(arena().root(), name("record"), bytes("content"));

    RecordedCall directory = single(arena().directorySyncs(arena().root()));
    Trace after = arena().trace().where(directory::endedBefore);
    assertThat(after.kinds())
        .containsSubsequence(
            PosixCall.OPENAT,
            PosixCall.PWRITE,
            PosixCall.FSYNC,
            PosixCall.CLOSE,
            PosixCall.UNLINKAT);
    assertThat(arena().names(arena().root())).containsExactly("record");
    assertThat(arena().trace().only(PosixCall.FSETXATTR).size()).isZero();
  }

  @Test
  default void aSentinelRecognisesItsOwnRemovalBehindAnError() throws Exception {
    Durable durable = arena().durable(DurableArena.options().withBarrierForm(BarrierForm.SENTINEL));
    arena()
        .fail(
            Fault.of(PosixCall.UNLINKAT, Errno.ENOENT)
                .where(call -> !call.hasName("absent"))
                .afterwards());

    durable.remove(arena().root(), name("absent"));

    assertThat(arena().names(arena().root())).isEmpty();
    assertThat(durable.counters().snapshot().leftovers()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"OPENAT", "PWRITE", "FSYNC", "CLOSE", "UNLINKAT"})
  default void aSentinelThatFailsIsAFailedBarrierAndLeavesNothing(String call) throws Exception {
    PosixCall which = PosixCall.valueOf(call);
    Durable durable =
        arena().durable(DurableArena.options().withBarrierForm(BarrierForm.SENTINEL_ALONE));
    durable.examine(arena().root());
    arena().fail(Fault.of(which, Errno.EIO).where(c -> !c.hasName("absent")));

    unknown(() -> durable.remove(arena().root(), name("absent")));

    int left = which == PosixCall.UNLINKAT ? 1 : 0;
    assertThat(arena().durable().counters().snapshot().leftovers()).isZero();
    assertThat(durable.counters().snapshot().leftovers()).isEqualTo(left);
    assertThat(arena().names(arena().root())).hasSize(left);
    poisoned(() -> durable.remove(arena().root(), name("absent")));
  }

  @Test
  default void aDirectoryThatCannotBeSyncedIsFoundBeforeAnythingIsTouched() throws Exception {
    arena().fail(onDirectory(Fault.of(PosixCall.FSYNC, Errno.EINVAL).forEver(), arena().root()));

    DirectorySupport support = arena().durable().examine(arena().root());

    assertThat(support.barrier()).isEqualTo(DirectorySupport.Barrier.UNSUPPORTED);
    assertThat(support.form()).isEqualTo(BarrierForm.FSYNC);
    assertThat(arena().durable().examine(arena().root())).as("no poison").isEqualTo(support);
  }

  @Test
  default void aDirectoryThatCannotBeSyncedIsAcceptedByName() throws Exception {
    arena().fail(onDirectory(Fault.of(PosixCall.FSYNC, Errno.EINVAL).forEver(), arena().root()));
    Durable durable =
        arena().durable(DurableArena.options().withBarrierForm(BarrierForm.SENTINEL_ALONE));

    DirectorySupport support = durable.examine(arena().root());
    durable.replace(arena().root(), name("record"), bytes("content"));

    assertThat(support.barrier()).isNotEqualTo(DirectorySupport.Barrier.UNSUPPORTED);
    assertThat(durable.barrierForm(arena().root())).isEqualTo(BarrierForm.SENTINEL_ALONE);
    assertThat(arena().directorySyncs(arena().root()).size()).isZero();
    assertThat(arena().content(arena().root(), "record")).isEqualTo("content");
  }

  @Test
  default void anErrorWhileExaminingPoisons() throws Exception {
    arena().fail(onDirectory(Fault.of(PosixCall.FSYNC, Errno.EIO), arena().root()));

    refused(() -> arena().durable().examine(arena().root()), Errno.EIO);

    poisoned(() -> replace(arena().root(), "record"));
  }

  @Test
  default void examiningChangesNoName() throws Exception {
    DirectorySupport support = arena().durable().examine(arena().root());

    assertThat(support.barrier()).isNotEqualTo(DirectorySupport.Barrier.UNSUPPORTED);
    assertThat(support.unnamedFiles()).isEqualTo(supports(Feature.TMPFILE));
    assertThat(arena().names(arena().root())).isEmpty();
  }

  private void replace(Dir dir, String name) throws Exception {
    arena().durable().replace(dir, name(name), bytes("content"));
  }

  /** The last call that opened a file after a directory was synced. */
  private RecordedCall lastProbe() {
    List<RecordedCall> opened =
        arena().trace().only(PosixCall.OPENAT).where(call -> !call.failed()).calls();
    return opened.get(opened.size() - 1);
  }

  private static Fault onDirectory(Fault fault, Dir dir) {
    return fault.where(call -> call.descriptor() == dir.fd());
  }
}
