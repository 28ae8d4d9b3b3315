package io.holdfast.litmus.cluster;

import io.holdfast.json.JsonFormatException;
import io.holdfast.litmus.cluster.Exchange.Channel;
import io.holdfast.litmus.cluster.Exchange.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The bounded all-gather of one generation: everybody sends an envelope to member 0, which tells
 * everybody what all have said. Messages of other generations are passed over; anything else that
 * is not exactly as it has to be fails the phase and names its sender.
 */
final class Gathering {

  /** Member 0 tells at the deadline who was silent; the others still wait to hear it. */
  static final long GRACE_NANOS = 500_000_000L;

  private final Exchange exchange;
  private final String token;
  private int passedOver;

  /**
   * @param token of this epoch and generation
   */
  Gathering(Exchange exchange, String token) {
    this.exchange = exchange;
    this.token = token;
  }

  /** How many messages of other generations were passed over. */
  int passedOver() {
    return passedOver;
  }

  /** One phase. */
  PhaseResult gather(Phase phase, Payload own, long deadlineNanos) throws ExchangeException {
    if (exchange.rank() == 0) {
      PhaseResult result = collect(phase, own, deadlineNanos);
      try {
        tell(result.bytes(token, phase));
      } catch (ExchangeException e) {
        if (result.failure().isEmpty()) {
          throw e;
        }
        // Whoever gave up meanwhile is not why: it waited for the one that failed.
      }
      return result;
    }
    byte[] said = new Envelope(exchange.rank(), own).bytes(token, phase);
    exchange.send(0, Channel.LITMUS, said);
    return await(phase, deadlineNanos + GRACE_NANOS);
  }

  /** Everybody who can be reached is told before the first failure is. */
  private void tell(byte[] result) throws ExchangeException {
    ExchangeException first = null;
    for (int to = 1; to < exchange.members(); to++) {
      try {
        exchange.send(to, Channel.LITMUS, result);
      } catch (ExchangeException e) {
        first = first == null ? e : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }

  private PhaseResult collect(Phase phase, Payload own, long deadlineNanos)
      throws ExchangeException {
    @Nullable Payload[] heard = new @Nullable Payload[exchange.members()];
    heard[0] = own;
    for (int missing = heard.length - 1; missing > 0; ) {
      Optional<Frame> frame = exchange.receive(Channel.LITMUS, deadlineNanos);
      if (frame.isEmpty()) {
        return PhaseResult.unheard(silent(phase, heard));
      }
      int from = frame.get().from();
      try {
        Envelope envelope = Envelope.read(frame.get().bytes(), token, phase, from);
        if (heard[from] != null) {
          return PhaseResult.unheard("member " + from + " spoke twice in phase " + phase);
        }
        heard[from] = envelope.payload();
        missing--;
      } catch (ForeignMessage e) {
        passedOver++;
      } catch (JsonFormatException e) {
        return PhaseResult.unheard(wrong("member " + from, phase, e));
      }
    }
    List<Payload> payloads = new ArrayList<>();
    for (Payload payload : heard) {
      payloads.add(Objects.requireNonNull(payload));
    }
    return PhaseResult.of(payloads);
  }

  private PhaseResult await(Phase phase, long deadlineNanos) throws ExchangeException {
    for (; ; ) {
      Optional<Frame> frame = exchange.receive(Channel.LITMUS, deadlineNanos);
      if (frame.isEmpty()) {
        return PhaseResult.unheard("member 0 was silent in phase " + phase + " until the deadline");
      }
      if (frame.get().from() != 0) {
        passedOver++;
        continue;
      }
      try {
        return PhaseResult.read(frame.get().bytes(), token, phase, exchange.members());
      } catch (ForeignMessage e) {
        passedOver++;
      } catch (JsonFormatException e) {
        return PhaseResult.unheard(wrong("member 0", phase, e));
      }
    }
  }

  private static String wrong(String sender, Phase phase, JsonFormatException e) {
    return sender + " sent what is no message of phase " + phase + ": " + e.getMessage();
  }

  private static String silent(Phase phase, @Nullable Payload[] heard) {
    List<Integer> missing =
        IntStream.range(0, heard.length).filter(rank -> heard[rank] == null).boxed().toList();
    String who =
        missing.size() == 1 ? "member " + missing.get(0) + " was" : "members " + missing + " were";
    return who + " silent in phase " + phase + " until the deadline";
  }
}
