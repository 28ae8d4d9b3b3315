package io.holdfast.testkit.durable;

import static io.holdfast.testkit.durable.DurableArena.name;
import static io.holdfast.testkit.durable.DurableArena.single;
import static io.holdfast.testkit.durable.Verdicts.poisoned;
import static io.holdfast.testkit.durable.Verdicts.refused;
import static io.holdfast.testkit.durable.Verdicts.unknown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.durable.Dir;
import io.holdfast.durable.Durable.Move;
import io.holdfast.posix.Errno;
import io.holdfast.testkit.contract.Feature;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.decorator.RecordedCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** promote and renameNoReplace: a durable file moves, public first. */
interface MoveContract extends DurableGround {

  @Test
  default void promoteMovesAndReplacesPublicFirst() throws Exception {
    Dir stage = arena().directory("stage");
    Dir open = arena().directory("public");
    arena().write(stage, "record", "new");
    arena().write(open, "record", "old");

    promote(stage, "record", open, "record");

    assertThat(arena().content(open, "record")).isEqualTo("new");
    assertThat(arena().names(stage)).isEmpty();
    RecordedCall rename = single(arena().trace().only(PosixCall.RENAMEAT2));
    RecordedCall openSync = single(arena().directorySyncs(open));
    RecordedCall stageSync = single(arena().directorySyncs(stage));
    assertThat(rename.endedBefore(openSync)).isTrue();
    assertThat(openSync.endedBefore(stageSync)).isTrue();
  }

  @Test
  default void promoteWithinOneDirectoryMakesOneBarrier() throws Exception {
    arena().write(arena().root(), "stage", "content");

    promote(arena().root(), "stage", arena().root(), "record");

    assertThat(arena().names(arena().root())).containsExactly("record");
    assertThat(arena().directorySyncs(arena().root()).size()).isEqualTo(1);
  }

  @Test
  default void promoteOfNothingIsRefused() throws Exception {
    refused(() -> promote(arena().root(), "absent", arena().root(), "record"), Errno.ENOENT);
    assertThat(arena().trace().only(PosixCall.RENAMEAT2).size()).isZero();
  }

  @Test
  default void promoteOfOneLinkOverAnotherLeavesOne() throws Exception {
    arena().write(arena().root(), "record", "content");
    arena().link(arena().root(), "record", "other");

    promote(arena().root(), "other", arena().root(), "record");
    assertThat(arena().names(arena().root())).containsExactly("record");

    arena().link(arena().root(), "record", "other");
    promote(arena().root(), "record", arena().root(), "record");
    assertThat(arena().names(arena().root())).containsExactly("other", "record");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ENOENT", "EIO", "ETIMEDOUT", "EINTR"})
  default void promoteRecognisesItsOwnRenameBehindAnError(String symbol) throws Exception {
    Dir stage = arena().directory("stage");
    arena().write(stage, "record", "content");
    arena().fail(Fault.of(PosixCall.RENAMEAT2, Errnos.named(symbol)).afterwards());

    promote(stage, "record", arena().root(), "record");

    assertThat(arena().content(arena().root(), "record")).isEqualTo("content");
  }

  @ParameterizedTest
  @ValueSource(strings = {"EIO", "ETIMEDOUT", "EINTR", "ESTALE"})
  default void promoteIsUnknownWhenARenameMayStillBeMade(String symbol) throws Exception {
    arena().write(arena().root(), "stage", "content");
    arena().fail(Fault.of(PosixCall.RENAMEAT2, Errnos.named(symbol)));

    unknown(() -> promote(arena().root(), "stage", arena().root(), "record"), Errnos.named(symbol));

    assertThat(arena().names(arena().root())).as("the source is not ours").containsExactly("stage");
    promote(arena().root(), "stage", arena().root(), "record");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ENOSPC", "EACCES", "EXDEV", "EROFS", "ENOTEMPTY", "ENOENT"})
  default void promoteIsRefusedWhenARenameIsRefused(String symbol) throws Exception {
    arena().write(arena().root(), "stage", "content");
    arena().fail(Fault.of(PosixCall.RENAMEAT2, Errnos.named(symbol)));

    refused(() -> promote(arena().root(), "stage", arena().root(), "record"), Errnos.named(symbol));

    assertThat(arena().names(arena().root())).containsExactly("stage");
  }

  @Test
  default void promoteIsUnknownWhenTheSecondBarrierFails() throws Exception {
    Dir stage = arena().directory("stage");
    arena().write(stage, "record", "content");
    arena()
        .fail(Fault.of(PosixCall.FSYNC, Errno.EIO).where(call -> call.descriptor() == stage.fd()));

    unknown(() -> promote(stage, "record", arena().root(), "record"), Errno.EIO);

    poisoned(() -> promote(arena().root(), "record", stage, "record"));
  }

  @Test
  default void noReplaceMovesToAFreeNameOnly() throws Exception {
    Dir stage = arena().directory("stage");
    arena().write(stage, "one", "1");
    arena().write(stage, "two", "2");

    Move first = arena().durable().renameNoReplace(stage, name("one"), arena().root(), name("r"));
    Move second = arena().durable().renameNoReplace(stage, name("two"), arena().root(), name("r"));

    if (supports(Feature.RENAME_NOREPLACE)) {
      assertThat(first).isEqualTo(Move.DONE);
      assertThat(second).isEqualTo(Move.EXISTS);
      assertThat(arena().content(arena().root(), "r")).isEqualTo("1");
      assertThat(arena().names(stage)).containsExactly("two");
    } else {
      assertThat(first).isEqualTo(Move.UNSUPPORTED);
      assertThat(arena().names(stage)).containsExactly("one", "two");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"EINVAL", "ENOSYS", "EOPNOTSUPP"})
  default void noReplaceSaysThatThereIsNoSuchThing(String symbol) throws Exception {
    arena().write(arena().root(), "stage", "content");
    arena().fail(Fault.of(PosixCall.RENAMEAT2, Errnos.named(symbol)));

    assertThat(noReplace()).isEqualTo(Move.UNSUPPORTED);

    assertThat(arena().names(arena().root())).containsExactly("stage");
    assertThat(arena().trace().only(PosixCall.RENAMEAT2).size()).as("nothing else tried").isOne();
    assertThat(arena().directorySyncs(arena().root()).size()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"EEXIST", "ENOENT", "EIO"})
  default void noReplaceRecognisesItsOwnRenameBehindAnError(String symbol) throws Exception {
    assumeTrue(supports(Feature.RENAME_NOREPLACE), "no RENAME_NOREPLACE here");
    arena().write(arena().root(), "stage", "content");
    arena().fail(Fault.of(PosixCall.RENAMEAT2, Errnos.named(symbol)).afterwards());

    assertThat(noReplace()).isEqualTo(Move.DONE);

    assertThat(arena().names(arena().root())).containsExactly("record");
  }

  @Test
  default void noReplaceOfOneLinkToAnotherFindsTheNameTaken() throws Exception {
    arena().write(arena().root(), "stage", "content");
    arena().link(arena().root(), "stage", "record");

    assertThat(noReplace()).isEqualTo(Move.EXISTS);

    assertThat(arena().names(arena().root())).containsExactly("record", "stage");
  }

  @Test
  default void noReplaceIsUnknownWhenItCannotLook() throws Exception {
    arena().write(arena().root(), "stage", "content");
    arena()
        .fail(
            Fault.of(PosixCall.RENAMEAT2, Errno.EEXIST).afterwards(),
            Fault.of(PosixCall.STATX, Errno.EIO).onCall(2).forEver());

    unknown(this::noReplace, Errno.EEXIST);
  }

  private Move noReplace() throws Exception {
    Dir root = arena().root();
    return arena().durable().renameNoReplace(root, name("stage"), root, name("record"));
  }

  private void promote(Dir fromDir, String from, Dir toDir, String to) throws Exception {
    arena().durable().promote(fromDir, name(from), toDir, name(to));
  }
}
