package io.holdfast.testkit.durable;

import static io.holdfast.testkit.durable.DurableArena.name;
import static io.holdfast.testkit.durable.Verdicts.refused;
import static io.holdfast.testkit.durable.Verdicts.unknown;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.durable.Dir;
import io.holdfast.durable.Durable;
import io.holdfast.posix.Errno;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.decorator.RecordedCall;
import io.holdfast.testkit.decorator.Trace;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** makeDirs: each directory of a path durable before the next is made in it. */
interface DirectoriesContract extends DurableGround {

  @Test
  default void makeDirsMakesWhatIsMissing() throws Exception {
    makeDirs("a", "b", "c");
    makeDirs("a", "b", "d");
    makeDirs("a", "b", "d");
    makeDirs();

    assertThat(arena().names(arena().root())).containsExactly("a");
    try (Dir a = arena().root().openChild(name("a"));
        Dir b = a.openChild(name("b"))) {
      assertThat(arena().names(b)).containsExactly("c", "d");
    }
  }

  @Test
  default void makeDirsGivesTheModeOfTheOptionsToWhatItMakesOnly() throws Exception {
    arena().directory("there");
    Durable durable = arena().durable(DurableArena.options().withModes(0600, 02777));

    durable.makeDirs(arena().root(), List.of(name("there")));
    durable.makeDirs(arena().root(), List.of(name("made")));

    assertThat(arena().stat(arena().root(), "there").permissions()).isEqualTo(0700);
    assertThat(arena().stat(arena().root(), "made").permissions()).isEqualTo(02777);
  }

  @Test
  default void makeDirsSyncsTheNewDirectoryThenTheOneAboveThenGoesOn() throws Exception {
    makeDirs("a", "b");

    Trace steps = arena().trace().only(PosixCall.MKDIRAT, PosixCall.FCHMOD, PosixCall.FSYNC);
    assertThat(steps.kinds())
        .containsExactly(
            PosixCall.MKDIRAT,
            PosixCall.FCHMOD,
            PosixCall.FSYNC,
            PosixCall.FSYNC,
            PosixCall.MKDIRAT,
            PosixCall.FCHMOD,
            PosixCall.FSYNC,
            PosixCall.FSYNC);
    List<RecordedCall> calls = steps.calls();
    assertThat(calls.get(2).isOn("a")).isTrue();
    assertThat(calls.get(3).call().descriptor()).isEqualTo(arena().root().fd());
    assertThat(calls.get(6).isOn("b")).isTrue();
    assertThat(calls.get(7).isOn("a")).isTrue();
  }

  @Test
  default void makeDirsMakesTheNameOfWhatIsThereDurable() throws Exception {
    arena().directory("there");

    makeDirs("there");

    assertThat(arena().directorySyncs(arena().root()).size()).isEqualTo(1);
    assertThat(arena().trace().only(PosixCall.MKDIRAT).size()).isZero();
  }

  @Test
  default void makeDirsIsRefusedWhereSomethingElseHasTheName() throws Exception {
    arena().write(arena().root(), "file", "content");
    arena().directory("directory");
    arena().symlink("directory", arena().root(), "link");

    refused(() -> makeDirs("file"), Errno.ENOTDIR);
    refused(() -> makeDirs("link", "below"), Errno.ENOTDIR);

    assertThat(arena().names(arena().root())).containsExactly("directory", "file", "link");
  }

  @ParameterizedTest
  @ValueSource(strings = {"EEXIST", "EIO", "ETIMEDOUT", "EINTR"})
  default void makeDirsRecognisesItsOwnDirectoryBehindAnError(String symbol) throws Exception {
    arena().fail(Fault.of(PosixCall.MKDIRAT, Errnos.named(symbol)).afterwards());
    Durable durable = arena().durable(DurableArena.options().withModes(0600, 0777));

    durable.makeDirs(arena().root(), List.of(name("made")));

    assertThat(arena().stat(arena().root(), "made").permissions()).isEqualTo(0777);
  }

  @ParameterizedTest
  @ValueSource(strings = {"EIO", "ETIMEDOUT", "EINTR"})
  default void makeDirsIsUnknownWhenADirectoryMayStillBeMade(String symbol) throws Exception {
    arena().fail(Fault.of(PosixCall.MKDIRAT, Errnos.named(symbol)));

    unknown(() -> makeDirs("made"), Errnos.named(symbol));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ENOSPC", "EDQUOT", "EACCES", "EROFS", "EMLINK"})
  default void makeDirsIsRefusedWhenADirectoryIsRefused(String symbol) throws Exception {
    arena().fail(Fault.of(PosixCall.MKDIRAT, Errnos.named(symbol)).onCall(2));

    refused(() -> makeDirs("a", "b"), Errnos.named(symbol));

    assertThat(arena().names(arena().root())).as("a beginning stays").containsExactly("a");
    makeDirs("a", "b");
  }

  @Test
  default void aDirectoryWithoutItsModeIsTakenBack() throws Exception {
    arena().fail(Fault.of(PosixCall.FCHMOD, Errno.EROFS));

    refused(() -> makeDirs("made"), Errno.EROFS);

    assertThat(arena().names(arena().root())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  default void makeDirsIsUnknownWhenABarrierFails(long nth) throws Exception {
    arena().fail(Fault.of(PosixCall.FSYNC, Errno.EIO).onCall(nth));

    unknown(() -> makeDirs("a", "b"), Errno.EIO);

    Verdicts.poisoned(() -> makeDirs("a", "b"));
    assertThat(arena().trace().only(PosixCall.FSYNC).size()).isEqualTo((int) nth);
  }

  private void makeDirs(String... path) throws Exception {
    arena().durable().makeDirs(arena().root(), Stream.of(path).map(DurableArena::name).toList());
  }
}
