package io.holdfast.testkit.durable;

import static io.holdfast.testkit.durable.DurableArena.bytes;
import static io.holdfast.testkit.durable.DurableArena.name;
import static io.holdfast.testkit.durable.Verdicts.unknown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.durable.BarrierReason;
import io.holdfast.durable.Dir;
import io.holdfast.durable.DirectoryBarrierBatch;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.PosixException;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A directory that is moved or removed between the write and the answer: never success. */
interface PlaceContract extends DurableGround {

  @Test
  default void aDirectoryRenamedMeanwhileIsFound() throws Exception {
    Dir shard = arena().directory("shard");
    arena()
        .meanwhile()
        .after(
            PosixCall.RENAMEAT2,
            call -> true,
            () -> arena().rename(arena().root(), "shard", arena().root(), "away"));

    unknown(() -> arena().durable().replace(shard, name("record"), bytes("content")));

    assertThat(shard.isInPlace()).isFalse();
    assertThat(arena().content(shard, "record")).isEqualTo("content");
  }

  @Test
  default void aDirectoryAboveRenamedMeanwhileIsFound() throws Exception {
    Dir above = arena().directory("above");
    Dir shard = arena().directory(above, "shard");
    arena()
        .meanwhile()
        .after(
            PosixCall.LINKAT,
            call -> true,
            () -> arena().rename(arena().root(), "above", arena().root(), "away"));

    unknown(() -> arena().durable().publish(shard, name("record"), bytes("content")));
  }

  @Test
  default void aDirectoryRemovedMeanwhileIsFound() throws Exception {
    Dir shard = arena().directory("shard");
    arena()
        .meanwhile()
        .after(
            PosixCall.RENAMEAT2,
            call -> true,
            () -> {
              arena().unlink(shard, "record", 0);
              arena().unlink(arena().root(), "shard", Flags.AT_REMOVEDIR);
            });

    unknown(() -> arena().durable().replace(shard, name("record"), bytes("content")));
  }

  @Test
  default void aDirectoryWhoseNameLeadsToAnotherIsFound() throws Exception {
    Dir shard = arena().directory("shard");
    arena().write(shard, "record", "content");
    arena()
        .meanwhile()
        .after(
            PosixCall.UNLINKAT,
            call -> true,
            () -> {
              arena().rename(arena().root(), "shard", arena().root(), "away");
              makeDirectory("shard");
            });

    unknown(() -> arena().durable().remove(shard, name("record")));
  }

  @Test
  default void aShardRenamedBeforeTheFlushIsFound() throws Exception {
    Dir stays = arena().directory("stays");
    Dir goes = arena().directory("goes");
    try (DirectoryBarrierBatch batch = arena().durable().batch(BarrierReason.BATCH)) {
      batch.replace(stays, name("record"), bytes("content"));
      batch.replace(goes, name("record"), bytes("content"));
      arena().rename(arena().root(), "goes", arena().root(), "away");

      unknown(batch::flush);
    }
  }

  @Test
  default void aDirectoryOpenedUnderTwoNamesIsLookedForUnderBoth() throws Exception {
    Dir shard = arena().directory("shard");
    arena().rename(arena().root(), "shard", arena().root(), "other");
    try (Dir again = arena().root().openChild(name("other"));
        DirectoryBarrierBatch batch = arena().durable().batch(BarrierReason.BATCH)) {
      assertThat(again.sameAs(shard)).isTrue();
      batch.replace(again, name("first"), bytes("content"));
      batch.replace(shard, name("second"), bytes("content"));

      unknown(batch::flush);
    }
  }

  @Test
  default void aRemovedDirectoryTakesNoNewFile() throws Exception {
    Dir shard = arena().directory("shard");
    arena().unlink(arena().root(), "shard", Flags.AT_REMOVEDIR);

    Verdicts.refused(
        () -> arena().durable().replace(shard, name("record"), bytes("content")), Errno.ENOENT);
    assertThatThrownBy(() -> arena().durable().publish(shard, name("record"), bytes("content")))
        .isInstanceOf(PosixException.class);
  }

  @Test
  default void aLookThatFailsIsUnknown() throws Exception {
    arena().fail(Fault.of(PosixCall.FSTATAT, Errno.EIO));

    unknown(
        () -> arena().durable().replace(arena().root(), name("record"), bytes("content")),
        Errno.EIO);
  }

  @Test
  default void aDirectoryInItsPlaceIsInPlace() throws Exception {
    Dir above = arena().directory("above");
    Dir shard = arena().directory(above, "shard");

    assertThat(shard.isInPlace()).isTrue();
    above.close();
    assertThat(shard.isInPlace()).as("without its parent being open").isTrue();
    arena().durable().makeDirs(shard, List.of(name("below")));
    assertThat(arena().names(shard)).containsExactly("below");
  }

  private void makeDirectory(String name) {
    int result = arena().subject().mkdirat(arena().root().fd(), bytes(name), 0700);
    assertThat(result).isZero();
  }
}
