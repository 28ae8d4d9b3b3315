package io.holdfast.testkit.result;

import static io.holdfast.testkit.result.ResultArena.TTL_MILLIS;
import static io.holdfast.testkit.result.ResultArena.contents;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.CommitAnswer;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.WorkId;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.result.LeaseClaims;
import io.holdfast.result.ResultManifest;
import io.holdfast.result.ResultStage;
import io.holdfast.result.StageClaims;
import io.holdfast.result.StageName;
import io.holdfast.result.StageOrigin;
import io.holdfast.result.StageSight;
import io.holdfast.result.StageSight.Verdict;
import io.holdfast.result.StageSweeper;
import io.holdfast.testkit.lease.Seat;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which stages go, and which stay: by the number of the lease that they were made for. */
interface StageSweepContract extends ResultGround {

  WorkId ID = WorkId.ofInput("work".getBytes(ISO_8859_1));

  private static Lease claim(WorkLeaseTable table) throws Exception {
    JsonObject payload = new JsonObject(Map.of("input", new JsonString("work")));
    ClaimAnswer answer = table.claim(ID, payload, new Claimant("worker", 1));
    assertThat(answer).isInstanceOf(ClaimAnswer.Claimed.class);
    return ((ClaimAnswer.Claimed) answer).lease();
  }

  private ResultManifest seal(Lease lease, String... contents) throws Exception {
    return arena().first().seal(new StageOrigin(lease.id(), lease.fence()), contents);
  }

  private static Lease begin(WorkLeaseTable table, Lease lease, ResultManifest manifest)
      throws Exception {
    CommitAnswer answer =
        table.beginCommit(lease.id(), lease.token(), Optional.of(manifest.toJson()));
    assertThat(answer).isInstanceOf(CommitAnswer.Begun.class);
    return ((CommitAnswer.Begun) answer).lease();
  }

  private Map<StageName, String> kept(WorkLeaseTable table) throws Exception {
    return arena().second().sweep(new LeaseClaims(table)).kept();
  }

  @Test
  default void stageOfALeaseThatMayCommitItStays() throws Exception {
    WorkLeaseTable table = arena().table(arena().seat(), "alpha");
    Lease lease = claim(table);
    ResultManifest manifest = seal(lease, "one");

    assertThat(kept(table)).containsOnlyKeys(manifest.stage());
    assertThat(kept(table).get(manifest.stage())).contains("may still commit");

    Lease committing = begin(table, lease, manifest);
    assertThat(kept(table).get(manifest.stage())).contains("a commit names it");

    arena().first().publisher().publish(committing, manifest.toJson());
    assertThat(table.completeOnce(ID, committing.token()))
        .isInstanceOf(CompleteAnswer.Completed.class);
    assertThat(kept(table)).isEmpty();
  }

  @Test
  default void stageThatALeaseDidNotCommitGoes() throws Exception {
    WorkLeaseTable table = arena().table(arena().seat(), "alpha");
    Lease lease = claim(table);
    ResultManifest chosen = seal(lease, "one");
    seal(lease, "one", "two");
    begin(table, lease, chosen);

    assertThat(arena().second().sweep(new LeaseClaims(table)).removed()).isEqualTo(1);
    assertThat(kept(table)).containsOnlyKeys(chosen.stage());
  }

  @Test
  default void stageOfALeaseThatWasGivenUpGoes() throws Exception {
    WorkLeaseTable table = arena().table(arena().seat(), "alpha");
    Lease lease = claim(table);
    seal(lease, "one");
    table.release(ID, lease.token());

    assertThat(kept(table)).isEmpty();
    assertThat(arena().staged()).isEmpty();
  }

  @Test
  default void stageOfAWorkerThatDiedGoesOnceItsLeaseIsTakenOver() throws Exception {
    Seat gone = arena().seat();
    WorkLeaseTable before = arena().table(gone, "gone");
    StageOrigin origin = new StageOrigin(ID, claim(before).fence());
    ResultStage unsealed = arena().keep(arena().first().stage(origin));
    unsealed.add("half".getBytes(ISO_8859_1));
    gone.silence();
    Seat seat = arena().seat();
    WorkLeaseTable table = arena().table(seat, "beta");
    table.recoverExpired();
    seat.pass(TTL_MILLIS);
    assertThat(kept(table)).hasSize(1);

    Lease lease = claim(table);
    ResultManifest again = seal(lease, "whole");

    assertThat(kept(table)).containsOnlyKeys(again.stage());
  }

  @Test
  default void commitOfACoordinatorThatDiedIsReplayed() throws Exception {
    Seat gone = arena().seat();
    WorkLeaseTable before = arena().table(gone, "gone");
    Lease lease = claim(before);
    ResultManifest manifest = seal(lease, "one", "two");
    begin(before, lease, manifest);
    gone.silence();
    Seat seat = arena().seat();
    WorkLeaseTable table = arena().table(seat, "beta");
    assertThat(replay(table)).isInstanceOf(CompleteAnswer.Stale.class);
    seat.pass(TTL_MILLIS);

    assertThat(replay(table)).isInstanceOf(CompleteAnswer.Completed.class);
    assertThat(arena().published()).isEqualTo(contents("one", "two"));
    assertThat(arena().staged()).isEmpty();
  }

  private CompleteAnswer replay(WorkLeaseTable table) throws Exception {
    return table.replayCommit(
        table.recoverCommitting().get(0), new Claimant("beta", 1), arena().second().publisher());
  }

  @Test
  default void lookSaysWhatASweepWouldDoAndDoesNothing() throws Exception {
    WorkLeaseTable table = arena().table(arena().seat(), "alpha");
    Lease lease = claim(table);
    StageName over = seal(lease, "one").stage();
    table.release(ID, lease.token());
    StageName held = seal(claim(table), "two").stage();
    String broken = "f".repeat(32);
    arena().mkdir("staging/stage/" + broken);
    arena().write("staging/stage/" + broken + "/something", "1");
    StageClaims claims = new LeaseClaims(table);
    Map<String, String> before = arena().staged();

    assertThat(arena().second().look(claims))
        .extracting(StageSight::stage, StageSight::verdict)
        .containsExactlyInAnyOrder(
            tuple(over, Verdict.OVER),
            tuple(held, Verdict.KEPT),
            tuple(new StageName(broken), Verdict.KEPT));

    assertThat(arena().staged()).isEqualTo(before);
    assertThat(arena().second().sweep(claims).removed()).isEqualTo(1);
  }

  @Test
  default void stageOfWhichNothingCanBeKnownStaysAndIsTold() throws Exception {
    WorkLeaseTable table = arena().table(arena().seat(), "alpha");
    ResultManifest manifest = seal(claim(table), "one");
    StageClaims failing =
        (stage, origin) -> {
          throw new IOException("told to fail");
        };

    assertThat(arena().second().look(failing))
        .extracting(StageSight::verdict)
        .containsExactly(Verdict.UNKNOWN);
    assertThat(arena().second().sweep(failing))
        .isEqualTo(
            new StageSweeper.Swept(
                0, Map.of(manifest.stage(), "told to fail"), Set.of(manifest.stage())));
  }

  @Test
  default void stageOfWorkWithoutARecordStays() throws Exception {
    WorkLeaseTable table = arena().table(arena().seat(), "alpha");
    ResultManifest manifest = arena().first().seal("one");

    assertThat(kept(table).get(manifest.stage())).contains("no record");
  }

  @Test
  default void stageThatSaysNothingGoesWhenItIsEmpty() throws Exception {
    String stage = "staging/stage/" + "0".repeat(32);
    arena().mkdir("staging/stage");
    arena().mkdir(stage);
    arena().mkdir("staging/stage/another");
    assertThat(arena().second().sweep((name, origin) -> Optional.empty()).removed()).isEqualTo(1);

    arena().mkdir(stage);
    arena().write(stage + "/something", "1");
    assertThat(arena().second().sweep((name, origin) -> Optional.empty()).kept()).hasSize(1);
    assertThat(arena().staged())
        .containsKeys("stage/another", "stage/" + "0".repeat(32) + "/something");
  }
}
