package io.holdfast.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.dispatch.Quiescence;
import io.holdfast.dispatch.Quiescence.Message;
import io.holdfast.dispatch.Quiescence.Outgoing;
import io.holdfast.dispatch.QuiescenceCodec;
import io.holdfast.json.JsonFormatException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class QuiescenceTest {

  private static final long PATIENCE = 1_000;
  private static final long PAUSE = 100;
  private static final Optional<String> VIEW = Optional.of("view");
  private static final Optional<String> BUSY = Optional.empty();

  private final List<Quiescence> members = new ArrayList<>();

  private void open(int count) {
    for (int rank = 0; rank < count; rank++) {
      members.add(new Quiescence(rank, count, PATIENCE, PAUSE));
    }
  }

  /** Delivers all messages, and those that answer them, with the same view for everybody. */
  private void deliver(int from, List<Outgoing> messages, List<Optional<String>> views, long now) {
    for (Outgoing each : messages) {
      deliver(
          each.to(),
          members.get(each.to()).take(from, each.message(), views.get(each.to()), now),
          views,
          now);
    }
  }

  @Test
  void allWhoAreQuietAndHaveSeenTheSameCommit() {
    open(3);

    deliver(0, members.get(0).doWork(VIEW, 0), List.of(VIEW, VIEW, VIEW), 0);

    assertThat(members).allMatch(Quiescence::isCommitted);
    assertThat(members).noneMatch(Quiescence::isPrepared);
  }

  @Test
  void oneAloneCommitsWhenItIsQuiet() {
    open(1);

    assertThat(members.get(0).doWork(BUSY, 0)).isEmpty();
    assertThat(members.get(0).isCommitted()).isFalse();
    members.get(0).doWork(VIEW, 1);

    assertThat(members.get(0).isCommitted()).isTrue();
  }

  @Test
  void oneWhoIsBusyAbortsForAllAndThePauseIsKept() {
    open(3);

    deliver(0, members.get(0).doWork(VIEW, 0), List.of(VIEW, VIEW, BUSY), 0);

    assertThat(members).noneMatch(Quiescence::isCommitted).noneMatch(Quiescence::isPrepared);
    assertThat(members.get(0).doWork(VIEW, PAUSE - 1)).isEmpty();
    assertThat(members.get(0).doWork(VIEW, PAUSE)).hasSize(2);
  }

  @Test
  void whoHasSeenSomethingElseAborts() {
    open(2);

    deliver(0, members.get(0).doWork(VIEW, 0), List.of(VIEW, Optional.of("more")), 0);

    assertThat(members).noneMatch(Quiescence::isCommitted).noneMatch(Quiescence::isPrepared);
    assertThat(members.get(0).aborts()).isEqualTo(1);
  }

  @Test
  void onlyMember0Probes() {
    open(2);

    assertThat(members.get(1).doWork(VIEW, 0)).isEmpty();
  }

  @Test
  void whoHasVotedIsPreparedUntilTheDecisionOrTheEndOfItsPatience() {
    open(2);
    List<Outgoing> probe = members.get(0).doWork(VIEW, 0);
    members.get(1).take(0, probe.get(0).message(), VIEW, 5);

    assertThat(members).allMatch(Quiescence::isPrepared);
    members.get(1).doWork(VIEW, 5 + PATIENCE - 1);
    assertThat(members.get(1).isPrepared()).isTrue();
    members.get(1).doWork(VIEW, 5 + PATIENCE);

    assertThat(members.get(1).isPrepared()).isFalse();
    assertThat(members.get(1).isCommitted()).isFalse();
  }

  @Test
  void silentMemberAbortsTheProbeAtTheEndOfItsPatience() {
    open(3);
    List<Outgoing> probe = members.get(0).doWork(VIEW, 0);
    members.get(1).take(0, probe.get(0).message(), VIEW, 0);

    List<Outgoing> decision = members.get(0).doWork(VIEW, PATIENCE);

    assertThat(decision)
        .containsExactly(
            new Outgoing(1, new Message.Decision(1, false)),
            new Outgoing(2, new Message.Decision(1, false)));
  }

  @Test
  void member0ThatFindsWorkWhileItProbesAborts() {
    open(2);
    members.get(0).doWork(VIEW, 0);

    assertThat(members.get(0).doWork(BUSY, 1))
        .containsExactly(new Outgoing(1, new Message.Decision(1, false)));
    assertThat(members.get(0).take(1, new Message.Vote(1, VIEW), BUSY, 2)).isEmpty();
    assertThat(members.get(0).isCommitted()).isFalse();
  }

  @Test
  void lateVotesAndDecisionsOfAnOlderProbeChangeNothing() {
    open(2);
    members.get(0).doWork(VIEW, 0);
    members.get(0).doWork(VIEW, PATIENCE);
    members.get(0).doWork(VIEW, PATIENCE + PAUSE);
    members.get(1).take(0, new Message.Probe(2), VIEW, PATIENCE + PAUSE);

    assertThat(members.get(0).take(1, new Message.Vote(1, VIEW), VIEW, PATIENCE + PAUSE)).isEmpty();
    members.get(1).take(0, new Message.Decision(1, true), VIEW, PATIENCE + PAUSE);

    assertThat(members).noneMatch(Quiescence::isCommitted).allMatch(Quiescence::isPrepared);
  }

  @Test
  void nobodyButMember0MayProbeOrDecideAndNothingIsChanged() {
    open(3);

    assertThatThrownBy(() -> members.get(1).take(2, new Message.Probe(1), VIEW, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> members.get(1).take(2, new Message.Decision(1, true), VIEW, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> members.get(1).take(2, new Message.Vote(1, VIEW), VIEW, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> members.get(0).take(3, new Message.Vote(1, VIEW), VIEW, 0))
        .isInstanceOf(IllegalArgumentException.class);

    assertThat(members).noneMatch(Quiescence::isPrepared);
  }

  /** Messages are lost, late and doubled: whoever ends does so because all were quiet at once. */
  @Test
  void nobodyEndsWhileSomebodyIsBusy() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int run = 0; run < 300; run++) {
      members.clear();
      open(2 + random.nextInt(3));
      runAtRandom(random, "seed " + seed + ", run " + run);
    }
  }

  private record Flying(int from, Outgoing outgoing) {}

  private void runAtRandom(Random random, String where) {
    List<Flying> air = new ArrayList<>();
    boolean[] busy = new boolean[members.size()];
    for (int rank = 0; rank < busy.length; rank++) {
      busy[rank] = random.nextBoolean();
    }
    long now = 0;
    for (int step = 0; step < 400; step++) {
      now += random.nextInt(60);
      int rank = random.nextInt(members.size());
      Quiescence one = members.get(rank);
      if (busy[rank] && random.nextInt(4) == 0) {
        busy[rank] = false;
      }
      List<Outgoing> out = one.doWork(busy[rank] ? BUSY : VIEW, now);
      for (Outgoing each : out) {
        air.add(new Flying(rank, each));
      }
      if (!air.isEmpty() && random.nextInt(3) > 0) {
        int which = random.nextInt(air.size());
        Flying flying = random.nextInt(8) == 0 ? air.get(which) : air.remove(which);
        int to = flying.outgoing().to();
        if (random.nextInt(10) > 0) {
          for (Outgoing answer :
              members
                  .get(to)
                  .take(flying.from(), flying.outgoing().message(), busy[to] ? BUSY : VIEW, now)) {
            air.add(new Flying(to, answer));
          }
        }
      }
      boolean anyBusy = false;
      for (boolean each : busy) {
        anyBusy |= each;
      }
      if (anyBusy) {
        assertThat(members).as(where).noneMatch(Quiescence::isCommitted);
      }
    }
  }

  // ---- frames

  @Test
  void messagesGoThroughFrames() throws Exception {
    QuiescenceCodec codec = new QuiescenceCodec("epoch-1");

    for (Message message :
        List.of(
            new Message.Probe(1),
            new Message.Vote(2, VIEW),
            new Message.Vote(3, BUSY),
            new Message.Decision(4, true),
            new Message.Decision(5, false))) {
      assertThat(codec.read(codec.write(message))).isEqualTo(message);
    }
    assertThat(new String(codec.write(new Message.Vote(2, VIEW)), StandardCharsets.US_ASCII))
        .isEqualTo(
            "{\"epoch\":\"epoch-1\",\"probe\":2,\"schema\":\"holdfast-quiescence-v1\","
                + "\"view\":\"view\"}");
  }

  @Test
  void framesOfAnotherEpochOrOfNoMessageAreRefused() {
    QuiescenceCodec codec = new QuiescenceCodec("epoch-1");

    for (String frame :
        List.of(
            "",
            "{}",
            "{\"epoch\":\"other\",\"probe\":1,\"schema\":\"holdfast-quiescence-v1\"}",
            "{\"epoch\":\"epoch-1\",\"probe\":0,\"schema\":\"holdfast-quiescence-v1\"}",
            "{\"epoch\":\"epoch-1\",\"probe\":1,\"schema\":\"holdfast-quiescence-v2\"}",
            "{\"epoch\":\"epoch-1\",\"probe\":1,\"schema\":\"holdfast-quiescence-v1\",\"x\":1}",
            "{\"commit\":1,\"epoch\":\"epoch-1\",\"probe\":1,"
                + "\"schema\":\"holdfast-quiescence-v1\"}",
            "{\"epoch\":\"epoch-1\",\"probe\":1,\"schema\":\"holdfast-quiescence-v1\","
                + "\"view\":\""
                + "v".repeat(Quiescence.VIEW_LIMIT + 1)
                + "\"}")) {
      assertThatThrownBy(() -> codec.read(frame.getBytes(StandardCharsets.UTF_8)))
          .as(frame)
          .isInstanceOf(JsonFormatException.class);
    }
  }
}
