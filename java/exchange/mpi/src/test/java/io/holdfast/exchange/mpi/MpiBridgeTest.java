package io.holdfast.exchange.mpi;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.Exchange.Channel;
import io.holdfast.litmus.cluster.Exchange.Frame;
import io.holdfast.litmus.cluster.ExchangeException;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Named groups, lost members, and bridges that break or that are none. */
@Timeout(120)
class MpiBridgeTest {

  private static final NanoClock CLOCK = NanoClock.system();
  private static final int TAG = 40;

  @TempDir Path directory;

  private Posix posix;
  private FakeJob job;

  @BeforeEach
  void start() throws Exception {
    posix = Bindings.load();
    job = new FakeJob(posix, directory, 3);
  }

  @AfterEach
  void end() throws Exception {
    job.close();
  }

  // ---- groups

  @Test
  void ranksOfAGroupArePlacesInItsList() throws Exception {
    try (MpiBridge first = open(0);
        MpiBridge last = open(2)) {
      MpiGroup there = last.join("workers", List.of(2, 0));
      MpiGroup here = first.join("workers", List.of(2, 0));

      assertThat(first.ranks()).isEqualTo(3);
      assertThat(last.rank()).isEqualTo(2);
      assertThat(there.rank()).isZero();
      assertThat(here.rank()).isEqualTo(1);
      assertThat(here.members()).isEqualTo(2);
      here.send(0, TAG, bytes("work"));
      assertThat(next(there, TAG)).isEqualTo("1 work");
    }
  }

  @Test
  void whatIsSentToWhoHasNotJoinedYetWaits() throws Exception {
    try (MpiBridge first = open(0);
        MpiBridge other = open(1)) {
      first.join("g", List.of(0, 1)).send(1, TAG, bytes("early"));
      MpiGroup unrelated = other.join("h", List.of(1));
      assertThat(unrelated.receive(TAG, CLOCK.nanoTime())).isEmpty();

      assertThat(next(other.join("g", List.of(0, 1)), TAG)).isEqualTo("0 early");
    }
  }

  @Test
  void anExchangeAndWorkersShareABridgeAndNeverMeet() throws Exception {
    try (MpiBridge first = open(0);
        MpiBridge other = open(1)) {
      Exchange from = MpiExchange.on(first.join("litmus", List.of(0, 1)));
      Exchange to = MpiExchange.on(other.join("litmus", List.of(0, 1)));
      MpiGroup workers = first.join("workers", List.of(0, 1));
      MpiGroup work = other.join("workers", List.of(0, 1));
      for (int tag = 0; tag < 3; tag++) {
        workers.send(1, tag, bytes("work " + tag));
      }
      from.send(1, Channel.RENEWAL, bytes("renew"));

      Frame renewal = to.receive(Channel.RENEWAL, patience()).orElseThrow();
      assertThat(renewal.bytes()).isEqualTo(bytes("renew"));
      assertThat(to.receive(Channel.LITMUS, CLOCK.nanoTime())).isEmpty();
      assertThat(next(work, 2)).isEqualTo("0 work 2");
      from.close();
      workers.send(1, 2, bytes("still here"));
      assertThat(next(work, 2)).isEqualTo("0 still here");
      assertThat(next(work, 1)).isEqualTo("0 work 1");
    }
  }

  @Test
  void namesHaveALength() throws Exception {
    try (MpiBridge bridge = open(0)) {
      for (String name : List.of("", "x".repeat(65))) {
        assertThatIllegalArgumentException().isThrownBy(() -> bridge.join(name, List.of(0)));
      }
    }
  }

  @Test
  void aGroupHasDifferentRanksOfTheJobAndTheOwnOne() throws Exception {
    try (MpiBridge bridge = open(0)) {
      for (List<Integer> members :
          List.of(List.<Integer>of(), List.of(1), List.of(0, 0), List.of(0, 3), List.of(-1, 0))) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> bridge.join("g", members))
            .withMessageContaining("different ranks of the job's 3");
      }
      assertThat(bridge.join("g", List.of(0)).rank()).isZero();
    }
  }

  // ---- who is gone

  @Test
  void whoeverSendsToWhoHasLeftIsTold() throws Exception {
    try (MpiBridge first = open(0);
        MpiBridge other = open(1)) {
      MpiGroup here = first.join("g", List.of(0, 1));
      MpiGroup there = other.join("g", List.of(0, 1));
      there.send(0, TAG, bytes("last words"));
      other.close();
      assertThat(next(here, TAG)).isEqualTo("1 last words");

      failsSoon(() -> here.send(1, TAG, bytes("?")), "member 1 cannot be sent to: it left");
      assertThat(here.receive(TAG, CLOCK.nanoTime())).isEmpty();
    }
  }

  @Test
  void aLostMemberFailsWhoWaitsAfterWhatHadArrived() throws Exception {
    try (MpiBridge first = open(0);
        MpiBridge other = open(1)) {
      MpiGroup here = first.join("g", List.of(0, 1));
      other.join("g", List.of(0, 1)).send(0, TAG, bytes("last words"));
      job.say(0, new byte[0]);
      assertThat(next(here, TAG)).isEqualTo("1 last words");
      job.end(1, true, "its command was killed by signal 9");

      assertThatThrownBy(() -> here.receive(TAG, patience()))
          .isInstanceOf(ExchangeException.class)
          .hasMessage("member 1 was lost: its command was killed by signal 9");
    }
  }

  @Test
  void aBridgeThatDiesFailsWhoWaits() throws Exception {
    MpiBridge bridge = open(0);
    MpiGroup group = bridge.join("g", List.of(0, 1));
    job.close();

    assertThatThrownBy(() -> group.receive(TAG, patience()))
        .isInstanceOf(ExchangeException.class)
        .hasMessageContaining("the MPI bridge has gone");
    failsSoon(() -> group.send(1, TAG, bytes("?")), "the MPI bridge has gone");
    bridge.close();
  }

  @ParameterizedTest
  @CsvSource({
    "'E', a group was joined twice, the MPI bridge refused: a group was joined twice",
    "'?', , no known kind",
    "'J', 12345678, only a command says",
    "'R', 123, cut short",
    "'R', 9876543210, a group that was not joined",
  })
  void whatABridgeMustNotSayIsTheEndOfIt(char kind, String body, String told) throws Exception {
    try (MpiBridge bridge = open(0)) {
      MpiGroup group = bridge.join("g", List.of(0, 1));
      job.say(0, FakeJob.frame(kind, bytes(body == null ? "" : body)));

      for (int time = 0; time < 2; time++) {
        assertThatThrownBy(() -> group.receive(TAG, patience()))
            .isInstanceOf(ExchangeException.class)
            .hasMessageContaining(told);
      }
    }
  }

  @Test
  void aLengthOutOfRangeIsRefusedBeforeAnythingIsRead() throws Exception {
    try (MpiBridge bridge = open(0)) {
      MpiGroup group = bridge.join("g", List.of(0, 1));
      job.say(0, ByteBuffer.allocate(4).putInt(Pipes.LIMIT + 1).array());

      assertThatThrownBy(() -> group.receive(TAG, patience()))
          .isInstanceOf(ExchangeException.class)
          .hasMessageContaining("a frame of " + (Pipes.LIMIT + 1) + " bytes");
    }
  }

  @Test
  void whatNobodyReceivesIsBounded() throws Exception {
    try (MpiBridge bridge = open(0)) {
      MpiGroup group = bridge.join("g", List.of(0, 1));
      byte[] body = ByteBuffer.allocate(10 + Exchange.FRAME_LIMIT).putInt(2, 1).array();
      for (int n = 0; n <= MpiBridge.WAITING_LIMIT / Exchange.FRAME_LIMIT; n++) {
        job.say(0, FakeJob.frame('R', body));
      }

      assertThatThrownBy(() -> group.receive(TAG, patience()))
          .isInstanceOf(ExchangeException.class)
          .hasMessageContaining("wait to be received");
    }
  }

  // ---- no bridge

  @Test
  void withoutABridgeTheErrorSaysHowToGetOne() {
    assertThat(MpiExchange.isOffered(Map.of())).isFalse();
    assertThatThrownBy(() -> MpiExchange.open(posix, CLOCK, Map.of(), "g"))
        .isInstanceOf(ExchangeException.class)
        .hasMessageContaining("mpirun -np N holdfast-mpi -- COMMAND");
  }

  @Test
  void aVariableThatWasInheritedWithoutItsPipesIsNotWrittenTo() {
    String value = job.environment(0).get(Pipes.VARIABLE);
    String[] parts = value.split(":", -1);
    for (String stale :
        List.of(
            value.replaceFirst(":" + parts[2] + ":", ":" + parts[4] + ":"),
            value.replaceFirst(":" + parts[1] + ":", ":999999:"))) {
      assertThat(MpiExchange.isOffered(Map.of(Pipes.VARIABLE, stale))).isTrue();
      assertThatThrownBy(() -> open(Map.of(Pipes.VARIABLE, stale)))
          .isInstanceOf(ExchangeException.class)
          .hasMessageContaining("is not the pipe that it names");
    }
  }

  @Test
  void aVariableOfAnotherVersionIsToldSo() {
    for (String value : List.of("", "2:3:4:5:6", "1:3:4:5", "1:3:4:5:-6")) {
      assertThatThrownBy(() -> open(Map.of(Pipes.VARIABLE, value)))
          .isInstanceOf(ExchangeException.class)
          .hasMessageContaining("not of a holdfast-mpi that this version knows");
    }
  }

  @Test
  void aBridgeIsOpenedOnce() throws Exception {
    open(0).close();
    assertThatThrownBy(() -> open(0))
        .isInstanceOf(ExchangeException.class)
        .hasMessageContaining("only once");
  }

  // ---- steps

  private MpiBridge open(int rank) throws ExchangeException {
    return open(job.environment(rank));
  }

  private MpiBridge open(Map<String, String> environment) throws ExchangeException {
    return MpiBridge.open(posix, CLOCK, environment);
  }

  private static long patience() {
    return CLOCK.nanoTime() + TimeUnit.SECONDS.toNanos(60);
  }

  private static String next(MpiGroup group, int tag) throws ExchangeException {
    Optional<Frame> frame = group.receive(tag, patience());
    assertThat(frame).isPresent();
    return frame.get().from() + " " + new String(frame.get().bytes(), US_ASCII);
  }

  private interface Sending {
    void send() throws ExchangeException;
  }

  /** Sending learns of it when the bridge has told, not at once. */
  private static void failsSoon(Sending sending, String told) {
    long deadline = patience();
    while (CLOCK.nanoTime() - deadline < 0) {
      try {
        sending.send();
      } catch (ExchangeException e) {
        assertThat(e).hasMessageContaining(told);
        return;
      }
      Thread.onSpinWait();
    }
    throw new AssertionError("nothing failed: " + told);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(US_ASCII);
  }
}
