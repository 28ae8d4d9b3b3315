package io.holdfast.litmus.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What member 0 says where not everybody was heard. */
class GatheringTest {

  private static final String TOKEN = Rounds.EPOCH.exchangeToken(0);
  private static final Phase HELD = new Phase(Phase.Kind.HELD, 1);

  private final List<InProcessExchange> group = InProcessExchange.group(3, () -> 0);

  private void saysAndLeaves(int rank) throws Exception {
    byte[] said = new Envelope(rank, payload(rank)).bytes(TOKEN, HELD);
    group.get(rank).send(0, Exchange.Channel.LITMUS, said);
    group.get(rank).close();
  }

  private static Payload payload(int rank) {
    return new Payload.Done(rank, Optional.empty());
  }

  @Test
  void theSilentMemberIsNamedAndNotWhoGaveUpWaitingForIt() throws Exception {
    saysAndLeaves(2);
    PhaseResult result = new Gathering(group.get(0), TOKEN).gather(HELD, payload(0), 0);
    assertThat(result.failure().orElseThrow().text())
        .contains("member 1 was silent in phase held-1")
        .doesNotContain("left");
  }

  @Test
  void whoLeftIsNamedWhereAllWereHeard() throws Exception {
    saysAndLeaves(1);
    saysAndLeaves(2);
    Gathering gathering = new Gathering(group.get(0), TOKEN);
    assertThatThrownBy(() -> gathering.gather(HELD, payload(0), 0))
        .isInstanceOf(ExchangeException.class)
        .hasMessageContaining("member 1 has left");
  }
}
