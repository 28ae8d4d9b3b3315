package io.holdfast.testkit.litmus;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.Exchange.Channel;
import io.holdfast.litmus.cluster.Exchange.Frame;
import io.holdfast.litmus.cluster.ExchangeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every carrier of frames promises. All members of a group are used by the test's one thread:
 * no {@link Exchange#send} may wait until its receiver looks.
 */
@Timeout(value = ExchangeContract.TIMEOUT_SECONDS, unit = TimeUnit.SECONDS)
public abstract class ExchangeContract {

  static final int TIMEOUT_SECONDS = 120;

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long SEED = 5;

  private final List<Exchange> open = new ArrayList<>();

  protected ExchangeContract() {}

  /**
   * A new group, its members connected.
   *
   * @return one side for each member, by rank
   */
  protected abstract List<Exchange> newGroup(int members) throws Exception;

  /** The clock that the groups were made with. */
  protected abstract NanoClock clock();

  @AfterEach
  void leave() {
    open.forEach(Exchange::close);
  }

  @Test
  void ranksCountFromZero() throws Exception {
    List<Exchange> group = group(3);
    for (int rank = 0; rank < 3; rank++) {
      assertThat(group.get(rank).rank()).isEqualTo(rank);
      assertThat(group.get(rank).members()).isEqualTo(3);
      assertThat(group.get(rank).transport()).isNotBlank().isEqualTo(group.get(0).transport());
    }
  }

  @Test
  void aGroupOfOneHasNobodyToSendTo() throws Exception {
    Exchange alone = group(1).get(0);
    assertThat(alone.members()).isEqualTo(1);
    assertThat(alone.receive(Channel.LITMUS, past())).isEmpty();
  }

  @Test
  void everyMemberReachesEveryOtherAndIsNamed() throws Exception {
    List<Exchange> group = group(4);
    for (Exchange from : group) {
      for (int to = 0; to < 4; to++) {
        if (to != from.rank()) {
          from.send(to, Channel.LITMUS, new byte[] {(byte) from.rank(), (byte) to});
        }
      }
    }
    for (Exchange to : group) {
      List<Integer> heard = new ArrayList<>();
      for (int n = 0; n < 3; n++) {
        Frame frame = next(to, Channel.LITMUS);
        assertThat(frame.bytes()).containsExactly(frame.from(), to.rank());
        heard.add(frame.from());
      }
      assertThat(heard).doesNotHaveDuplicates().doesNotContain(to.rank());
      assertThat(to.receive(Channel.LITMUS, past())).isEmpty();
    }
  }

  @Test
  void framesOfOneSenderKeepTheirOrder() throws Exception {
    List<Exchange> group = group(3);
    int each = 500;
    for (int n = 0; n < each; n++) {
      group.get(0).send(2, Channel.RENEWAL, number(n));
      group.get(1).send(2, Channel.RENEWAL, number(n));
    }
    int[] expected = new int[2];
    for (int n = 0; n < 2 * each; n++) {
      Frame frame = next(group.get(2), Channel.RENEWAL);
      assertThat(frame.bytes()).isEqualTo(number(expected[frame.from()]++));
    }
    assertThat(expected).containsExactly(each, each);
  }

  @Test
  void channelsNeverWaitForEachOther() throws Exception {
    List<Exchange> group = group(2);
    for (int n = 0; n < 100; n++) {
      group.get(0).send(1, Channel.RENEWAL, number(n));
    }
    group.get(0).send(1, Channel.LITMUS, new byte[] {7});
    assertThat(next(group.get(1), Channel.LITMUS).bytes()).containsExactly(7);
    assertThat(group.get(1).receive(Channel.LITMUS, past())).isEmpty();
    for (int n = 0; n < 100; n++) {
      assertThat(next(group.get(1), Channel.RENEWAL).bytes()).isEqualTo(number(n));
    }
  }

  @Test
  void anEmptyFrameIsAFrame() throws Exception {
    List<Exchange> group = group(2);
    group.get(1).send(0, Channel.LITMUS, new byte[0]);
    assertThat(next(group.get(0), Channel.LITMUS).bytes()).isEmpty();
  }

  /** Nobody receives until both have sent more than any pipe or socket holds. */
  @Test
  void twoMembersSendMuchToEachOtherBeforeEitherLooks() throws Exception {
    List<Exchange> group = group(2);
    int frames = 8;
    for (int n = 0; n < frames; n++) {
      group.get(0).send(1, Channel.LITMUS, noise(n));
      group.get(1).send(0, Channel.LITMUS, noise(frames + n));
    }
    for (int n = 0; n < frames; n++) {
      assertThat(Arrays.equals(next(group.get(1), Channel.LITMUS).bytes(), noise(n))).isTrue();
      assertThat(Arrays.equals(next(group.get(0), Channel.LITMUS).bytes(), noise(frames + n)))
          .isTrue();
    }
  }

  @Test
  void aFrameThatIsTooLongIsRefusedAndNothingIsLost() throws Exception {
    List<Exchange> group = group(2);
    byte[] tooLong = new byte[Exchange.FRAME_LIMIT + 1];
    assertThatThrownBy(() -> group.get(0).send(1, Channel.LITMUS, tooLong))
        .isInstanceOf(ExchangeException.class)
        .hasMessageContaining(String.valueOf(Exchange.FRAME_LIMIT));
    group.get(0).send(1, Channel.LITMUS, new byte[] {1});
    assertThat(next(group.get(1), Channel.LITMUS).bytes()).containsExactly(1);
  }

  @Test
  void onlyOthersOfTheGroupAreSentTo() throws Exception {
    List<Exchange> group = group(2);
    for (int to : new int[] {-1, 0, 2, Integer.MAX_VALUE}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> group.get(0).send(to, Channel.LITMUS, new byte[1]))
          .withMessageContaining(String.valueOf(to));
    }
  }

  @Test
  void silenceLastsUntilTheDeadline() throws Exception {
    List<Exchange> group = group(2);
    long deadline = clock().nanoTime() + TimeUnit.MILLISECONDS.toNanos(50);
    assertThat(group.get(0).receive(Channel.LITMUS, deadline)).isEmpty();
    assertThat(clock().nanoTime() - deadline).isNotNegative();
  }

  /** A member tells what failed and leaves: the others have to hear it. */
  @Test
  void whatWasSentBeforeLeavingArrives() throws Exception {
    List<Exchange> group = group(3);
    for (int to = 1; to < 3; to++) {
      group.get(0).send(to, Channel.LITMUS, noise(to));
      group.get(0).send(to, Channel.LITMUS, number(to));
    }
    group.get(0).close();
    for (int to = 1; to < 3; to++) {
      assertThat(Arrays.equals(next(group.get(to), Channel.LITMUS).bytes(), noise(to))).isTrue();
      assertThat(next(group.get(to), Channel.LITMUS).bytes()).isEqualTo(number(to));
    }
  }

  @Test
  void whoHasLeftNeitherSendsNorReceives() throws Exception {
    List<Exchange> group = group(2);
    Exchange left = group.get(1);
    left.close();
    left.close();
    assertThatThrownBy(() -> left.send(0, Channel.LITMUS, new byte[1]))
        .isInstanceOf(ExchangeException.class);
    assertThatThrownBy(() -> left.receive(Channel.LITMUS, past()))
        .isInstanceOf(ExchangeException.class);
  }

  @Test
  void anInterruptEndsTheWaitingAndIsKept() throws Exception {
    List<Exchange> group = group(2);
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(
              () -> group.get(0).receive(Channel.LITMUS, clock().nanoTime() + PATIENCE_NANOS))
          .isInstanceOf(ExchangeException.class)
          .hasMessageContaining("interrupted");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  private List<Exchange> group(int members) throws Exception {
    List<Exchange> group = newGroup(members);
    open.addAll(group);
    assertThat(group).hasSize(members);
    return group;
  }

  private Frame next(Exchange of, Channel channel) throws ExchangeException {
    Optional<Frame> frame = of.receive(channel, clock().nanoTime() + PATIENCE_NANOS);
    assertThat(frame).as("a frame for member %d on %s", of.rank(), channel).isPresent();
    return frame.orElseThrow();
  }

  private long past() {
    return clock().nanoTime() - 1;
  }

  private static byte[] number(int n) {
    return Integer.toString(n).getBytes(US_ASCII);
  }

  /** As long as a frame may be. */
  private static byte[] noise(int n) {
    byte[] bytes = new byte[Exchange.FRAME_LIMIT];
    new Random(SEED + n).nextBytes(bytes);
    return bytes;
  }
}
