package io.holdfast.campaign.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.campaign.ledger.LedgerLine.Back;
import io.holdfast.campaign.ledger.LedgerLine.Began;
import io.holdfast.campaign.ledger.LedgerLine.Sent;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StintTest {

  private static final LedgerLine FIRST = new Began(10, 0, "boot", 0, 1_000);
  private static final LedgerLine AGAIN = new Began(100, 0, "boot", 0, 1_000);
  private static final LedgerLine OTHER = new Began(11, 1, "boot", 0, 1_000);

  private static Sent sent(long nanos, int worker) {
    return new Sent(nanos, worker, "id", 1, "input", List.of(7L));
  }

  @Test
  void endsWhenItsWorkerIsBack() {
    List<Stint> stints =
        Stint.of(List.of(FIRST, sent(20, 1), sent(21, 2), new Back(30, 2, "result")));

    assertThat(stints).hasSize(2);
    assertThat(stints.get(0).backNanos()).isEqualTo(OptionalLong.of(30));
    assertThat(stints.get(1).sent().worker()).isOne();
    assertThat(stints.get(1).backNanos()).isEmpty();
  }

  @Test
  void whatAKilledProcessLeftOpenIsNotUnderWay() {
    List<LedgerLine> killed = List.of(FIRST, sent(20, 1), sent(21, 2), sent(22, 3));
    List<LedgerLine> again = List.of(AGAIN, sent(120, 1));
    List<LedgerLine> other = List.of(OTHER, sent(20, 1), new Back(30, 1, "failed"));

    assertThat(Stint.underWay(List.of(killed, other))).isEqualTo(3);
    assertThat(Stint.underWay(List.of(again, killed, other))).isOne();
    assertThat(Stint.underWay(List.of(killed, again, other, List.of()))).isOne();
  }
}
