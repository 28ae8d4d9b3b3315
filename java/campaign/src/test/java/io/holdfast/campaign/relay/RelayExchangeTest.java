package io.holdfast.campaign.relay;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.Exchange.Channel;
import io.holdfast.litmus.cluster.ExchangeException;
import io.holdfast.testkit.litmus.ExchangeContract;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract of every carrier, through a relay whose pipes have no bottom. */
class RelayExchangeTest extends ExchangeContract {

  private final List<RelayExchange> group = new ArrayList<>();
  private Relay relay = new Relay(0, (member, line) -> {});

  /** Passes each whole line on, at once. */
  private final class Pipe extends OutputStream {

    private final int from;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    Pipe(int from) {
      this.from = from;
    }

    @Override
    public void write(int octet) {
      if (octet == '\n') {
        assertThat(relay.hear(from, line.toString(US_ASCII))).isTrue();
        line.reset();
      } else {
        line.write(octet);
      }
    }
  }

  @Override
  protected List<Exchange> newGroup(int members) {
    group.clear();
    relay = new Relay(members, (member, line) -> group.get(member).hear(line));
    for (int rank = 0; rank < members; rank++) {
      group.add(new RelayExchange(rank, members, clock(), new Pipe(rank)));
    }
    return List.copyOf(group);
  }

  @Override
  protected NanoClock clock() {
    return NanoClock.system();
  }

  @Test
  void whoIsLostIsNamedAsSoonAsWhatHadArrivedIsReceived() throws Exception {
    List<Exchange> members = newGroup(3);
    members.get(1).send(0, Channel.QUIESCENCE, new byte[] {1});
    relay.ended(1, false);
    assertThat(members.get(0).receive(Channel.QUIESCENCE, 0)).isPresent();
    for (int other : new int[] {0, 2}) {
      assertThatThrownBy(() -> members.get(other).receive(Channel.RENEWAL, 0))
          .isInstanceOf(ExchangeException.class)
          .hasMessage("member 1 was lost");
      assertThatThrownBy(() -> members.get(other).send(1, Channel.RENEWAL, new byte[0]))
          .hasMessage("member 1 has gone");
    }
  }

  @Test
  void whoLeftAndEndedWellIsMissedOnlyWhenSomethingIsSentToIt() throws Exception {
    List<Exchange> members = newGroup(2);
    members.get(1).close();
    relay.ended(1, true);
    assertThat(members.get(0).receive(Channel.RENEWAL, 0)).isEmpty();
    assertThatThrownBy(() -> members.get(0).send(1, Channel.RENEWAL, new byte[0]))
        .isInstanceOf(ExchangeException.class);
  }

  @Test
  void whatNoMemberMaySayIsTold() {
    newGroup(2);
    for (String line :
        List.of(
            "",
            "hello",
            "frame 0 litmus ",
            "frame 2 litmus ",
            "frame x litmus ",
            "frame 1 none ",
            "left 1",
            "lost 0")) {
      assertThat(relay.hear(0, line)).as(line).isFalse();
    }
    assertThat(relay.hear(0, "frame 1 litmus ")).isTrue();
  }
}
