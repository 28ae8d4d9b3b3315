package io.holdfast.testkit.durable;

import static io.holdfast.testkit.durable.DurableArena.name;
import static io.holdfast.testkit.durable.Verdicts.refused;
import static io.holdfast.testkit.durable.Verdicts.unknown;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.durable.Dir;
import io.holdfast.durable.Durable;
import io.holdfast.durable.TreeRemoval;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.decorator.RecordedCall;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** removeTree: bounded, the deepest first, never through a link. */
interface TreeContract extends DurableGround {

  @Test
  default void removeTreeRemovesEverythingBelow() throws Exception {
    Dir tree = arena().directory("tree");
    Dir deep = arena().directory(arena().directory(tree, "middle"), "deep");
    arena().write(tree, "file", "content");
    arena().write(deep, "file", "content");
    arena().write(arena().root(), "beside", "content");

    assertThat(remove("tree", 100)).isEqualTo(new TreeRemoval(5, true));

    assertThat(arena().names(arena().root())).containsExactly("beside");
  }

  @Test
  default void removeTreeRemovesAFileAndFindsNothing() throws Exception {
    arena().write(arena().root(), "file", "content");

    assertThat(remove("file", 1)).isEqualTo(new TreeRemoval(1, true));
    assertThat(remove("file", 1)).isEqualTo(new TreeRemoval(0, true));

    assertThat(arena().directorySyncs(arena().root()).size()).as("also absence").isEqualTo(2);
  }

  @Test
  default void removeTreeFollowsNoLink() throws Exception {
    Dir outside = arena().directory("outside");
    arena().write(outside, "precious", "content");
    Dir tree = arena().directory("tree");
    arena().symlink("../outside", tree, "link");
    arena().symlink("outside", arena().root(), "link");

    assertThat(remove("tree", 100).complete()).isTrue();
    assertThat(remove("link", 100).complete()).isTrue();

    assertThat(arena().names(arena().root())).containsExactly("outside");
    assertThat(arena().content(outside, "precious")).isEqualTo("content");
  }

  @Test
  default void removeTreeStopsAtItsBudgetAndGoesOnWhenCalledAgain() throws Exception {
    Dir tree = arena().directory("tree");
    for (int i = 0; i < 10; i++) {
      arena().write(tree, "file" + i, "content");
    }

    assertThat(remove("tree", 4)).isEqualTo(new TreeRemoval(4, false));
    assertThat(remove("tree", 4)).isEqualTo(new TreeRemoval(4, false));
    assertThat(remove("tree", 4)).isEqualTo(new TreeRemoval(3, true));
  }

  @Test
  default void removeTreeMakesOneStepThoughTimeIsUp() throws Exception {
    Dir tree = arena().directory("tree");
    arena().write(arena().directory(arena().directory(tree, "a"), "b"), "file", "content");
    int calls = 0;
    TreeRemoval removal;
    do {
      removal = remove("tree", 100, () -> false);
      assertThat(removal.removedEntries()).isEqualTo(1);
      calls++;
    } while (!removal.complete());

    assertThat(calls).isEqualTo(4);
    assertThat(arena().names(arena().root())).isEmpty();
  }

  @Test
  default void removeTreeAsksBeforeEachNameButTheFirst() throws Exception {
    Dir tree = arena().directory("tree");
    for (int i = 0; i < 3; i++) {
      arena().write(tree, "file" + i, "content");
    }
    AtomicInteger asked = new AtomicInteger();

    remove("tree", 100, () -> asked.incrementAndGet() < 100);

    assertThat(asked).hasValue(3);
  }

  @Test
  default void removeTreeSyncsTheDeepestFirst() throws Exception {
    Dir tree = arena().directory("tree");
    arena().write(arena().directory(tree, "below"), "file", "content");

    remove("tree", 100);

    List<RecordedCall> syncs = arena().trace().only(PosixCall.FSYNC).calls();
    assertThat(syncs).hasSize(3);
    assertThat(syncs.get(0).isOn("below")).isTrue();
    assertThat(syncs.get(1).isOn("tree")).isTrue();
    assertThat(syncs.get(2).call().descriptor()).isEqualTo(arena().root().fd());
    RecordedCall rmdir =
        arena().trace().only(PosixCall.UNLINKAT).where(c -> isRmdir(c, "below")).calls().get(0);
    assertThat(syncs.get(0).endedBefore(rmdir)).isTrue();
    assertThat(rmdir.endedBefore(syncs.get(1))).isTrue();
  }

  @Test
  default void removeTreeReadsALargeDirectoryPieceByPiece() throws Exception {
    Dir tree = arena().directory("tree");
    for (int i = 0; i < 1_500; i++) {
      arena().write(tree, "a-name-that-takes-some-room-in-a-listing." + i, "");
    }

    assertThat(remove("tree", 5_000)).isEqualTo(new TreeRemoval(1_501, true));

    assertThat(arena().durable().counters().snapshot().directorySyncs()).isEqualTo(2);
  }

  @Test
  default void removeTreeRefusesWhatIsTooDeepAndLeavesIt() throws Exception {
    Dir at = arena().directory("tree");
    for (int i = 0; i < Durable.DEPTH_LIMIT; i++) {
      at = arena().directory(at, "d");
    }
    refused(() -> remove("tree", 100), Errno.ELOOP);
    assertThat(arena().names(arena().root())).containsExactly("tree");
  }

  @Test
  default void removeTreeTakesEpermForADirectoryAsPosixSays() throws Exception {
    arena().write(arena().directory("tree"), "file", "content");
    arena().fail(Fault.of(PosixCall.UNLINKAT, Errno.EPERM));

    assertThat(remove("tree", 100).complete()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"EPERM", "EACCES", "EROFS", "EBUSY"})
  default void removeTreeIsRefusedWhenAFileIsRefused(String symbol) throws Exception {
    arena().write(arena().directory("tree"), "file", "content");
    arena()
        .fail(
            Fault.of(PosixCall.UNLINKAT, Errnos.named(symbol)).where(call -> call.hasName("file")));

    refused(() -> remove("tree", 100), Errnos.named(symbol));

    assertThat(remove("tree", 100).complete()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ENOENT", "EIO", "ETIMEDOUT", "EINTR"})
  default void removeTreeRecognisesWhatItRemovedBehindAnError(String symbol) throws Exception {
    arena().write(arena().directory("tree"), "file", "content");
    arena()
        .fail(
            Fault.of(PosixCall.UNLINKAT, Errnos.named(symbol))
                .where(call -> call.hasName("file"))
                .afterwards());

    assertThat(remove("tree", 100).complete()).isTrue();

    assertThat(arena().names(arena().root())).isEmpty();
  }

  @Test
  default void removeTreeIsUnknownWhenAnUnlinkMayStillBeMade() throws Exception {
    arena().write(arena().directory("tree"), "file", "content");
    arena().fail(Fault.of(PosixCall.UNLINKAT, Errno.EIO).where(call -> call.hasName("file")));

    unknown(() -> remove("tree", 100), Errno.EIO);
  }

  @Test
  default void removeTreeTakesWhatArrivesMeanwhile() throws Exception {
    Dir tree = arena().directory("tree");
    arena().write(tree, "first", "content");
    arena().write(arena().root(), "late", "content");
    arena()
        .meanwhile()
        .after(
            PosixCall.UNLINKAT,
            call -> call.hasName("first"),
            () -> arena().rename(arena().root(), "late", tree, "late"));

    assertThat(remove("tree", 100)).isEqualTo(new TreeRemoval(3, true));

    assertThat(arena().names(arena().root())).isEmpty();
  }

  @Test
  default void removeTreeIsRefusedWhenItCannotBeEmptied() throws Exception {
    arena().directory("tree");
    arena()
        .fail(
            Fault.of(PosixCall.UNLINKAT, Errno.ENOTEMPTY)
                .where(call -> (Integer) call.arguments().get(2) == Flags.AT_REMOVEDIR));

    refused(() -> remove("tree", 100), Errno.ENOTEMPTY);
  }

  @Test
  default void removeTreeIsUnknownWhenABarrierFails() throws Exception {
    arena().write(arena().directory("tree"), "file", "content");
    arena().fail(Fault.of(PosixCall.FSYNC, Errno.EIO));

    unknown(() -> remove("tree", 100), Errno.EIO);

    Verdicts.poisoned(() -> remove("tree", 100));
    assertThat(arena().names(arena().root())).as("its own barrier came first").hasSize(1);
  }

  private static boolean isRmdir(RecordedCall call, String name) {
    return call.call().hasName(name)
        && (Integer) call.call().arguments().get(2) == Flags.AT_REMOVEDIR;
  }

  private TreeRemoval remove(String name, int budget) throws Exception {
    return remove(name, budget, () -> true);
  }

  private TreeRemoval remove(String name, int budget, BooleanSupplier goOn) throws Exception {
    return arena().durable().removeTree(arena().root(), name(name), budget, goOn);
  }
}
