package io.holdfast.testkit.result;

import static io.holdfast.testkit.result.ResultArena.contents;
import static io.holdfast.testkit.result.ResultArena.hash;
import static io.holdfast.testkit.result.ResultArena.publicPath;
import static io.holdfast.testkit.result.ResultArena.stagedPath;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.posix.Errno;
import io.holdfast.posix.PosixException;
import io.holdfast.result.ForeignContentException;
import io.holdfast.result.Published;
import io.holdfast.result.ResultManifest;
import io.holdfast.result.ResultMissingException;
import io.holdfast.testkit.decorator.Call;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** The publisher's side: each content public once, under its digest. */
interface PublicationContract extends ResultGround {

  private static Predicate<Call> of(String content) {
    return call -> call.names().get(0).toString().equals(hash(content).hex());
  }

  private void publishBySecond(ResultManifest manifest) {
    try {
      arena().second().publish(manifest);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  default void everyContentBecomesPublicAndTheStageGoes() throws Exception {
    ResultManifest manifest = arena().first().seal("one", "two");

    Published published = arena().second().publish(manifest);

    assertThat(published).isEqualTo(new Published(2, 0, Optional.empty()));
    assertThat(arena().published()).isEqualTo(contents("one", "two"));
    assertThat(arena().staged()).isEmpty();
  }

  @Test
  default void resultWithoutContentsIsPublished() throws Exception {
    ResultManifest manifest = arena().first().seal();

    assertThat(arena().first().publish(manifest)).isEqualTo(new Published(0, 0, Optional.empty()));
    assertThat(arena().staged()).isEmpty();
  }

  @Test
  default void publishingAgainFindsEverything() throws Exception {
    ResultManifest manifest = arena().first().seal("one", "two");
    arena().first().publish(manifest);

    assertThat(arena().second().publish(manifest)).isEqualTo(new Published(0, 2, Optional.empty()));
    assertThat(arena().published()).isEqualTo(contents("one", "two"));
  }

  @Test
  default void whatOneLeftHalfDoneAnotherFinishes() throws Exception {
    ResultManifest manifest = arena().first().seal("one", "two");
    String last = manifest.hashes().last().hex();
    Fault failure =
        Fault.of(PosixCall.RENAMEAT2, Errno.EIO)
            .where(call -> call.names().get(0).toString().equals(last));
    arena().faults().inject(failure.forEver());

    assertThatThrownBy(() -> arena().first().publish(manifest)).isInstanceOf(PosixException.class);
    assertThat(arena().published()).hasSize(1);

    assertThat(arena().second().publish(manifest)).isEqualTo(new Published(1, 1, Optional.empty()));
    assertThat(arena().published()).isEqualTo(contents("one", "two"));
    assertThat(arena().staged()).isEmpty();
  }

  @Test
  default void publisherThatWakesUpLateFindsEverything() throws Exception {
    ResultManifest manifest = arena().first().seal("one", "two");
    arena().meanwhile().before(PosixCall.RENAMEAT2, of("two"), () -> publishBySecond(manifest));

    Published late = arena().first().publish(manifest);

    assertThat(late.moved() + late.found()).isEqualTo(2);
    assertThat(late.found()).isPositive();
    assertThat(arena().published()).isEqualTo(contents("one", "two"));
    assertThat(arena().staged()).isEmpty();
  }

  @Test
  default void lostRepliesAreRecognized() throws Exception {
    for (Errno errno : new Errno[] {Errno.EIO, Errno.ENOENT, Errno.EEXIST, Errno.ETIMEDOUT}) {
      ResultManifest manifest = arena().first().seal("of " + errno.symbol());
      arena()
          .faults()
          .inject(Fault.of(PosixCall.RENAMEAT2, errno).onCall(movingCall()).afterwards());

      arena().first().publish(manifest);

      assertThat(arena().published()).containsAllEntriesOf(contents("of " + errno.symbol()));
      assertThat(arena().staged()).isEmpty();
    }
  }

  @Test
  default void equalContentsOfTwoResultsArePublicOnce() throws Exception {
    ResultManifest one = arena().first().seal(Party.origin("a", 1), "same", "one");
    ResultManifest two = arena().first().seal(Party.origin("b", 1), "same", "two");
    arena().first().publish(one);

    assertThat(arena().first().publish(two)).isEqualTo(new Published(1, 1, Optional.empty()));
    assertThat(arena().published()).isEqualTo(contents("same", "one", "two"));
    assertThat(arena().staged()).isEmpty();
  }

  @Test
  default void otherContentUnderAPublicNameIsNeverOverwritten() throws Exception {
    ResultManifest manifest = arena().first().seal("one", "two");
    arena().write(publicPath("one"), "something else");

    assertThatThrownBy(() -> arena().first().publish(manifest))
        .isInstanceOf(ForeignContentException.class)
        .hasMessageContaining(hash("one").hex());

    assertThat(arena().published())
        .containsExactlyEntriesOf(Map.of(hash("one").hex(), "something else"));
    assertThat(arena().staged()).hasSize(4);
  }

  @Test
  default void contentThatBecomesPublicMeanwhileIsFound() throws Exception {
    ResultManifest manifest = arena().first().seal("one");
    arena().meanwhile().before(PosixCall.RENAMEAT2, of("one"), () -> publishElsewhere("one"));

    assertThat(arena().first().publish(manifest).found()).isEqualTo(1);
    assertThat(arena().published()).isEqualTo(contents("one"));
  }

  private void publishElsewhere(String content) {
    try {
      arena().second().publish(arena().second().seal(Party.origin("other", 4), content));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  default void linkUnderAPublicNameIsRefused() throws Exception {
    ResultManifest manifest = arena().first().seal("one");
    arena().write("elsewhere", "one");
    arena().link("../elsewhere", publicPath("one"));

    assertThatThrownBy(() -> arena().first().publish(manifest))
        .isInstanceOf(ForeignContentException.class);
  }

  @Test
  default void contentThatWasChangedInItsStageIsRefused() throws Exception {
    ResultManifest manifest = arena().first().seal("one", "two");
    arena().write(stagedPath(manifest, "two"), "2");

    assertThatThrownBy(() -> arena().first().publish(manifest))
        .isInstanceOfSatisfying(
            ForeignContentException.class,
            e -> assertThat(e.path()).isEqualTo("stage/" + manifest.stage() + "/" + hash("two")));
    assertThat(arena().published()).isEmpty();
  }

  @Test
  default void contentThatIsNowhereIsNamedAndNothingIsMoved() throws Exception {
    ResultManifest manifest = arena().first().seal("one", "two");
    arena().unlink(stagedPath(manifest, "two"));

    assertThatThrownBy(() -> arena().first().publish(manifest))
        .isInstanceOfSatisfying(
            ResultMissingException.class,
            e -> assertThat(e.missing()).containsExactly(hash("two")));
    assertThat(arena().published()).isEmpty();
    assertThat(arena().staged()).containsKey("stage/" + manifest.stage() + "/" + hash("one"));
  }

  @Test
  default void barrierThatFailsIsNoPublication() throws Exception {
    ResultManifest manifest = arena().second().seal("one");
    arena().faults().inject(Fault.of(PosixCall.FSYNC, Errno.EIO));

    assertThatThrownBy(() -> arena().first().publish(manifest))
        .isInstanceOf(DurabilityUnknownException.class);

    assertThat(arena().staged()).isNotEmpty();
    assertThat(arena().second().publish(manifest).found()).isEqualTo(1);
    assertThat(arena().published()).isEqualTo(contents("one"));
  }

  @Test
  default void stageThatCannotBeRemovedIsTold() throws Exception {
    ResultManifest manifest = arena().second().seal("one");
    Fault refusal =
        Fault.of(PosixCall.UNLINKAT, Errno.EACCES)
            .where(call -> !call.names().get(0).toString().startsWith(".holdfast-barrier."));
    arena().faults().inject(refusal.forEver());

    Published published = arena().first().publish(manifest);

    assertThat(published.moved()).isEqualTo(1);
    assertThat(published.leftover()).isPresent();
    assertThat(arena().published()).isEqualTo(contents("one"));
    assertThat(arena().second().publish(manifest).leftover()).isEmpty();
    assertThat(arena().staged()).isEmpty();
  }
}
