package io.holdfast.campaign.ledger;

import io.holdfast.campaign.ledger.LedgerLine.Back;
import io.holdfast.campaign.ledger.LedgerLine.Began;
import io.holdfast.campaign.ledger.LedgerLine.Sent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A worker at work on what it was sent.
 *
 * @param backNanos until when; empty where its ledger ends before
 */
public record Stint(Sent sent, OptionalLong backNanos) {

  /** Those of one ledger: first those that have ended, as they did, then the others. */
  public static List<Stint> of(List<LedgerLine> ledger) {
    List<Stint> stints = new ArrayList<>();
    Map<Integer, Sent> open = new HashMap<>();
    for (LedgerLine line : ledger) {
      if (line instanceof Sent sent) {
        open.put(sent.worker(), sent);
      } else if (line instanceof Back back) {
        Sent sent = open.remove(back.worker());
        if (sent != null) {
          stints.add(new Stint(sent, OptionalLong.of(back.nanos())));
        }
      }
    }
    open.values().forEach(sent -> stints.add(new Stint(sent, OptionalLong.empty())));
    return stints;
  }

  /**
   * How many are under way. What a process that was killed has left open is not: of the ledgers of
   * a coordinator the last one counts.
   */
  public static int underWay(Collection<List<LedgerLine>> ledgers) {
    Map<Integer, List<LedgerLine>> last = new HashMap<>();
    for (List<LedgerLine> ledger : ledgers) {
      if (!ledger.isEmpty() && ledger.get(0) instanceof Began began) {
        last.merge(began.coordinator(), ledger, Stint::later);
      }
    }
    return (int)
        last.values().stream()
            .flatMap(ledger -> of(ledger).stream())
            .filter(stint -> stint.backNanos().isEmpty())
            .count();
  }

  private static List<LedgerLine> later(List<LedgerLine> one, List<LedgerLine> other) {
    return one.get(0).nanos() > other.get(0).nanos() ? one : other;
  }
}
