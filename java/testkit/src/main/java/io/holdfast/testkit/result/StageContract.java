package io.holdfast.testkit.result;

import static io.holdfast.testkit.result.Party.ORIGIN;
import static io.holdfast.testkit.result.ResultArena.hash;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.posix.Errno;
import io.holdfast.posix.PosixException;
import io.holdfast.result.ResultManifest;
import io.holdfast.result.ResultStage;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The worker's side: filling a stage and sealing it. */
interface StageContract extends ResultGround {

  private static InputStream stream(String content) {
    return new ByteArrayInputStream(content.getBytes(ISO_8859_1));
  }

  @Test
  default void sealedStageHoldsEachContentOnceUnderItsDigest() throws Exception {
    ResultManifest manifest = arena().first().seal("two", "one", "two");

    String origin = "origin." + ORIGIN.id() + ".0000000000000001";
    String stage = "stage/" + manifest.stage() + "/";
    assertThat(manifest.hashes()).containsExactlyInAnyOrder(hash("one"), hash("two"));
    assertThat(manifest.generated()).isEqualTo(3);
    assertThat(arena().staged())
        .containsEntry(stage + hash("one"), "one")
        .containsEntry(stage + hash("two"), "two")
        .containsEntry(stage + origin, "")
        .hasSize(4);
  }

  @Test
  default void streamsAreStagedAsBytesAre() throws Exception {
    String large = "x".repeat(200_000);
    ResultManifest manifest;
    try (ResultStage stage = arena().first().stage(ORIGIN)) {
      assertThat(stage.add(stream("one"), 3)).isEqualTo(hash("one"));
      assertThat(stage.add("one".getBytes(ISO_8859_1))).isEqualTo(hash("one"));
      assertThat(stage.add(stream("one"), 3)).isEqualTo(hash("one"));
      assertThat(stage.add(stream(large), 200_000)).isEqualTo(hash(large));
      manifest = stage.seal(7, 2);
    }

    assertThat(manifest.hashes()).containsExactlyInAnyOrder(hash("one"), hash(large));
    assertThat(arena().first().publish(manifest).moved()).isEqualTo(2);
    assertThat(arena().published()).isEqualTo(ResultArena.contents("one", large));
  }

  @Test
  default void streamLongerThanItsLimitAddsNothing() throws Exception {
    try (ResultStage stage = arena().first().stage(ORIGIN)) {
      assertThatThrownBy(() -> stage.add(stream("long"), 3))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("more than 3 bytes");

      assertThat(stage.seal(1, 0).hashes()).isEmpty();
      assertThat(arena().staged().keySet()).noneMatch(path -> path.contains("part"));
    }
  }

  @Test
  default void writeThatFailsIsToldAtTheLatestBySeal() throws Exception {
    for (boolean streamed : List.of(true, false)) {
      ResultStage stage = arena().first().stage(ORIGIN);
      arena().faults().inject(Fault.of(PosixCall.PWRITE, Errno.ENOSPC));
      assertThatThrownBy(
              () -> {
                if (streamed) {
                  stage.add(stream("one"), 3);
                } else {
                  stage.add("one".getBytes(ISO_8859_1));
                }
                stage.seal(1, 1);
              })
          .isInstanceOfSatisfying(
              PosixException.class, e -> assertThat(e.errno()).isEqualTo(Errno.ENOSPC));
      stage.close();

      assertThat(arena().staged()).isEmpty();
    }
  }

  @Test
  default void contentBarrierThatFailsGivesNoManifest() throws Exception {
    ResultStage stage = arena().first().stage(ORIGIN);
    stage.add("one".getBytes(ISO_8859_1));
    arena().faults().inject(Fault.of(PosixCall.FSYNC, Errno.EIO));

    assertThatThrownBy(() -> stage.seal(1, 1)).isInstanceOf(PosixException.class);
    stage.close();

    assertThat(arena().staged()).isEmpty();
  }

  @Test
  default void directoryBarrierThatFailsGivesNoManifest() throws Exception {
    ResultStage stage = arena().first().stage(ORIGIN);
    stage.add("one".getBytes(ISO_8859_1));
    arena().faults().inject(Fault.of(PosixCall.FSYNC, Errno.EIO).onCall(2));

    assertThatThrownBy(() -> stage.seal(1, 1)).isInstanceOf(DurabilityUnknownException.class);
    stage.close();
  }

  @Test
  default void stageThatIsNotSealedGoesWhenItIsClosed() throws Exception {
    ResultStage stage = arena().first().stage(ORIGIN);
    stage.add("one".getBytes(ISO_8859_1));
    stage.add(stream("two"), 3);

    stage.close();
    stage.close();

    assertThat(arena().staged()).isEmpty();
  }

  @Test
  default void sealedStageTakesNothingMore() throws Exception {
    try (ResultStage stage = arena().first().stage(ORIGIN)) {
      stage.seal(1, 0);

      assertThatThrownBy(() -> stage.add(new byte[1])).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> stage.seal(1, 0)).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  default void stageThatIsTakenAwayIsNeverSealed() throws Exception {
    ResultStage stage = arena().first().stage(ORIGIN);
    stage.add("one".getBytes(ISO_8859_1));
    arena().second().sweep((name, origin) -> Optional.empty());

    assertThatThrownBy(() -> stage.seal(1, 1)).isInstanceOf(DurabilityUnknownException.class);
    stage.close();

    assertThat(arena().staged()).isEmpty();
  }
}
