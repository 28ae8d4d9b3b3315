package io.holdfast.testkit.durable;

import static io.holdfast.testkit.durable.DurableArena.bytes;
import static io.holdfast.testkit.durable.DurableArena.name;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.durable.BarrierReason;
import io.holdfast.durable.Dir;
import io.holdfast.durable.DirectoryBarrierBatch;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.Name;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.decorator.RecordingPosix;
import java.util.Collections;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad input is told clearly, before anything is touched. */
interface BadInputContract extends DurableGround {

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "a/b", "/", "a/", "a\0b", "\0"})
  default void whatIsNoNameIsRefused(String text) {
    assertThatThrownBy(() -> Name.of(text)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Name.of(bytes(text))).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  default void aNameThatIsTooLongIsRefused() {
    assertThatThrownBy(() -> Name.of("n".repeat(Name.LIMIT + 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("255");
    assertThatThrownBy(() -> Name.of("\u00e4".repeat(128)))
        .as("bytes count, not characters")
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Name.of("half \ud800 a pair"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  default void contentOverTheLimitIsRefused() {
    byte[] tooLong = new byte[Durable.CONTENT_LIMIT + 1];

    refused(() -> arena().durable().replace(arena().root(), name("r"), tooLong), "67108864");
    refused(() -> arena().durable().publish(arena().root(), name("r"), tooLong), "67108864");
    refused(
        () -> {
          try (DirectoryBarrierBatch batch = arena().durable().batch(BarrierReason.BATCH)) {
            batch.replace(arena().root(), name("r"), tooLong);
          }
        },
        "67108864");
  }

  @Test
  default void budgetsAndPathsOverTheLimitsAreRefused() {
    Dir root = arena().root();
    List<Name> path = Collections.nCopies(Durable.DEPTH_LIMIT + 1, name("d"));

    refused(() -> arena().durable().removeTree(root, name("tree"), 0, () -> true), "1");
    refused(() -> arena().durable().removeTree(root, name("tree"), -1, () -> true), "1");
    refused(() -> arena().durable().makeDirs(root, path), "64");
  }

  @Test
  default void optionsOverTheLimitsAreRefused() {
    DurableOptions options = DurableArena.options();

    for (int width : new int[] {0, -1, DurableOptions.FAN_OUT_LIMIT + 1}) {
      assertThatThrownBy(() -> options.withFanOut(width))
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (int mode : new int[] {-1, 010000}) {
      assertThatThrownBy(() -> options.withModes(mode, 0700))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> options.withModes(0600, mode))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  default void aClosedDirectoryIsRefused() throws Exception {
    Dir open = arena().root();
    Dir closed = arena().directory("closed");
    closed.close();
    arena().forgetCalls();
    Durable durable = arena().durable();

    closedIsRefused(() -> durable.replace(closed, name("r"), bytes("content")));
    closedIsRefused(() -> durable.publish(closed, name("r"), bytes("content")));
    closedIsRefused(() -> durable.remove(closed, name("r")));
    closedIsRefused(() -> durable.promote(open, name("r"), closed, name("r")));
    closedIsRefused(() -> durable.promote(closed, name("r"), open, name("r")));
    closedIsRefused(() -> durable.renameNoReplace(open, name("r"), closed, name("r")));
    closedIsRefused(() -> durable.makeDirs(closed, List.of(name("d"))));
    closedIsRefused(() -> durable.removeTree(closed, name("d"), 1, () -> true));
    closedIsRefused(() -> durable.examine(closed));
    closedIsRefused(() -> closed.openChild(name("d")));
    closedIsRefused(closed::isInPlace);
    closedIsRefused(closed::fd);
    try (DirectoryBarrierBatch batch = durable.batch(BarrierReason.BATCH)) {
      closedIsRefused(() -> batch.replace(closed, name("r"), bytes("content")));
      closedIsRefused(() -> batch.replace(closed, name("a"), closed, name("b")));
    }
    assertThat(arena().trace().calls()).as("nothing was touched").isEmpty();
  }

  @Test
  default void aDirectoryClosedTwiceIsClosedOnce() throws Exception {
    RecordingPosix calls = new RecordingPosix(arena().subject());
    arena().directory("closed");
    try (Dir root = openThrough(calls)) {
      Dir dir = root.openChild(name("closed"));
      int fd = dir.fd();
      dir.close();
      dir.close();

      assertThat(
              calls
                  .trace()
                  .only(PosixCall.CLOSE)
                  .where(call -> call.call().descriptor() == fd)
                  .size())
          .isEqualTo(1);
    }
    assertThat(calls.trace().only(PosixCall.CLOSE).size()).isEqualTo(2);
  }

  @Test
  default void aClosedDurableIsRefused() throws Exception {
    Durable durable = arena().durable(DurableArena.options());
    DirectoryBarrierBatch batch = durable.batch(BarrierReason.BATCH);
    durable.close();
    durable.close();

    closedIsRefused(() -> durable.replace(arena().root(), name("r"), bytes("content")));
    closedIsRefused(() -> durable.publish(arena().root(), name("r"), bytes("content")));
    closedIsRefused(() -> durable.remove(arena().root(), name("r")));
    closedIsRefused(() -> durable.examine(arena().root()));
    closedIsRefused(() -> durable.batch(BarrierReason.BATCH));
    closedIsRefused(() -> batch.replace(arena().root(), name("r"), bytes("content")));
    closedIsRefused(batch::flush);
    batch.close();
    assertThat(arena().trace().calls()).as("nothing was touched").isEmpty();
  }

  @Test
  default void aClosedBatchIsRefused() throws Exception {
    DirectoryBarrierBatch batch = arena().durable().batch(BarrierReason.BATCH);
    batch.close();
    batch.close();

    closedIsRefused(() -> batch.replace(arena().root(), name("r"), bytes("content")));
    closedIsRefused(batch::move);
    closedIsRefused(batch::flush);
  }

  private Dir openThrough(RecordingPosix calls) throws Exception {
    return Dir.open(calls, arena().path());
  }

  private void refused(ThrowingCallable verb, String says) {
    assertThatThrownBy(verb)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(says);
    assertThat(arena().trace().calls()).as("nothing was touched").isEmpty();
  }

  private static void closedIsRefused(ThrowingCallable use) {
    assertThatThrownBy(use)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
  }
}
