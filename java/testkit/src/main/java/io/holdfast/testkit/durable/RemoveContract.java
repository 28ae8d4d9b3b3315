package io.holdfast.testkit.durable;

import static io.holdfast.testkit.durable.DurableArena.name;
import static io.holdfast.testkit.durable.DurableArena.single;
import static io.holdfast.testkit.durable.Verdicts.refused;
import static io.holdfast.testkit.durable.Verdicts.unknown;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.durable.Durable.Removal;
import io.holdfast.posix.Errno;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.decorator.RecordedCall;
import io.holdfast.testkit.decorator.Trace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** remove: a name goes, or is found absent, and either is durable. */
interface RemoveContract extends DurableGround {

  @Test
  default void removeRemovesDurably() throws Exception {
    arena().write(arena().root(), "record", "content");

    assertThat(remove("record")).isEqualTo(Removal.REMOVED);

    assertThat(arena().names(arena().root())).isEmpty();
    RecordedCall unlink = single(unlinks("record"));
    assertThat(unlink.endedBefore(single(arena().directorySyncs(arena().root())))).isTrue();
  }

  @Test
  default void removeMakesAbsenceDurable() throws Exception {
    assertThat(remove("record")).isEqualTo(Removal.ABSENT);

    RecordedCall unlink = single(unlinks("record"));
    assertThat(unlink.endedBefore(single(arena().directorySyncs(arena().root())))).isTrue();
  }

  @Test
  default void removeTakesALinkAndNotWhatItLeadsTo() throws Exception {
    arena().write(arena().root(), "record", "content");
    arena().symlink("record", arena().root(), "link");

    assertThat(remove("link")).isEqualTo(Removal.REMOVED);

    assertThat(arena().names(arena().root())).containsExactly("record");
  }

  @Test
  default void removeIsRefusedForADirectory() throws Exception {
    arena().directory("record");

    refused(() -> remove("record"), Errno.EISDIR);

    assertThat(arena().directorySyncs(arena().root()).size()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ENOENT", "EIO", "ETIMEDOUT", "EINTR", "ESTALE"})
  default void removeRecognisesItsOwnUnlinkBehindAnError(String symbol) throws Exception {
    arena().write(arena().root(), "record", "content");
    arena().fail(Fault.of(PosixCall.UNLINKAT, Errnos.named(symbol)).afterwards());

    assertThat(remove("record")).isEqualTo(Removal.REMOVED);

    assertThat(arena().names(arena().root())).isEmpty();
    assertThat(arena().directorySyncs(arena().root()).size()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"EIO", "ETIMEDOUT", "EINTR", "ESTALE"})
  default void removeIsUnknownWhenAnUnlinkMayStillBeMade(String symbol) throws Exception {
    arena().write(arena().root(), "record", "content");
    arena().fail(Fault.of(PosixCall.UNLINKAT, Errnos.named(symbol)));

    unknown(() -> remove("record"), Errnos.named(symbol));

    assertThat(arena().names(arena().root())).containsExactly("record");
  }

  @ParameterizedTest
  @ValueSource(strings = {"EACCES", "EPERM", "EROFS", "EBUSY"})
  default void removeIsRefusedWhenAnUnlinkIsRefused(String symbol) throws Exception {
    arena().write(arena().root(), "record", "content");
    arena().fail(Fault.of(PosixCall.UNLINKAT, Errnos.named(symbol)));

    refused(() -> remove("record"), Errnos.named(symbol));

    assertThat(remove("record")).isEqualTo(Removal.REMOVED);
  }

  @Test
  default void removeTouchesNothingWhenItCannotLook() throws Exception {
    arena().write(arena().root(), "record", "content");
    arena().fail(Fault.of(PosixCall.STATX, Errno.EACCES));

    refused(() -> remove("record"), Errno.EACCES);

    assertThat(arena().names(arena().root())).containsExactly("record");
  }

  private Trace unlinks(String name) {
    return arena().trace().only(PosixCall.UNLINKAT).where(call -> call.call().hasName(name));
  }

  private Removal remove(String name) throws Exception {
    return arena().durable().remove(arena().root(), name(name));
  }
}
