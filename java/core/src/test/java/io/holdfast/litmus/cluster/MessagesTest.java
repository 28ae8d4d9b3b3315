package io.holdfast.litmus.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonArray;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Envelopes and results: exact in both directions. */
class MessagesTest {

  private static final String TOKEN = Rounds.EPOCH.exchangeToken(8);
  private static final String OLD_TOKEN = Rounds.EPOCH.exchangeToken(7);
  private static final Phase HELD = new Phase(Phase.Kind.HELD, 1);
  private static final Payload DONE = new Payload.Done(4, Optional.empty());
  private static final Payload FAILED =
      new Payload.Done(8, Optional.of(Failure.refuted("two holders")));

  @Test
  void anEnvelopeHasExactlyItsFields() {
    assertThat(new String(new Envelope(1, DONE).bytes(TOKEN, HELD), StandardCharsets.US_ASCII))
        .isEqualTo(
            "{\"comm_rank\":1,\"payload\":{\"error\":\"\",\"global_rank\":4,\"ok\":true},"
                + "\"phase\":\"held-1\",\"schema\":\"symcc-cluster-lock-exchange-v1\",\"token\":\""
                + TOKEN
                + "\"}");
  }

  @Test
  void envelopesOfEveryPhaseSurviveTheJourney() throws Exception {
    Failure failure = Failure.inconclusive("its heartbeat failed");
    List<Payload> payloads =
        List.of(
            new Payload.Joining(new Member(4, "node é"), Optional.of(failure)),
            new Payload.Commit(4, Optional.empty(), 8, "0".repeat(64)));
    List<Phase> phases =
        List.of(Phase.of(Phase.Kind.MEMBERSHIP), Phase.of(Phase.Kind.TRANSCRIPT_COMMIT));
    for (int i = 0; i < phases.size(); i++) {
      Envelope sent = new Envelope(1, payloads.get(i));

      assertThat(Envelope.read(sent.bytes(TOKEN, phases.get(i)), TOKEN, phases.get(i), 1))
          .isEqualTo(sent);
    }
  }

  @Test
  void aFieldMoreOrLessIsRefused() throws Exception {
    JsonObject envelope = StrictJson.readObject(new Envelope(1, DONE).bytes(TOKEN, HELD));
    for (String field : envelope.fields().keySet()) {
      refused(envelope.without(field));
    }
    refused(envelope.with("more", Fields.number(1)));
    JsonObject payload = (JsonObject) envelope.get("payload").orElseThrow();
    for (String field : payload.fields().keySet()) {
      refused(envelope.with("payload", payload.without(field)));
    }
    refused(envelope.with("payload", payload.with("more", Fields.bool(true))));
  }

  @Test
  void anotherSenderPhaseOrTypeIsRefused() throws Exception {
    JsonObject envelope = StrictJson.readObject(new Envelope(1, DONE).bytes(TOKEN, HELD));
    refused(envelope.with("comm_rank", Fields.number(2)));
    refused(envelope.with("comm_rank", Fields.string("1")));
    refused(envelope.with("phase", Fields.string("held-0")));
    refused(envelope.with("schema", Fields.string("symcc-cluster-lock-exchange-v2")));
    refused(envelope.with("payload", new JsonArray(List.of())));
    refused(envelope.with("token", Fields.number(1)));
  }

  @Test
  void anotherGenerationIsForeignAndNotWrong() {
    byte[] old = new Envelope(1, DONE).bytes(OLD_TOKEN, HELD);

    assertThatThrownBy(() -> Envelope.read(old, TOKEN, HELD, 1)).isInstanceOf(ForeignMessage.class);
  }

  @Test
  void aResultTellsTheFirstFailure() throws Exception {
    PhaseResult told = PhaseResult.of(List.of(DONE, FAILED));
    PhaseResult heard = PhaseResult.read(told.bytes(TOKEN, HELD), TOKEN, HELD, 2);

    assertThat(heard).isEqualTo(told);
    assertThat(heard.failure()).contains(Failure.refuted("two holders"));
  }

  @Test
  void aResultHasToFollowFromItsRecords() throws Exception {
    PhaseResult told = PhaseResult.of(List.of(DONE, FAILED));
    JsonObject result = StrictJson.readObject(told.bytes(TOKEN, HELD));
    for (JsonObject wrong :
        List.of(
            result.with("ok", Fields.bool(true)),
            result.with("records", new JsonArray(List.of(DONE.toJson()))),
            result.with("more", Fields.number(1)),
            result.without("error"))) {
      assertThatThrownBy(() -> PhaseResult.read(CanonicalJson.bytes(wrong), TOKEN, HELD, 2))
          .isInstanceOf(JsonFormatException.class);
    }
  }

  @Test
  void aTextThatIsTooLongIsCutAtTheSenderAndRefusedAtTheReceiver() throws Exception {
    Failure longer = Failure.refuted("x".repeat(1000));
    Payload payload = new Payload.Done(1, Optional.of(longer));
    assertThat(longer.text()).hasSize(Failure.LIMIT);

    JsonValue tooLong = payload.toJson().with("error", Fields.string("x".repeat(513)));
    assertThatThrownBy(() -> Payload.read(HELD, tooLong)).isInstanceOf(JsonFormatException.class);
    assertThat(Payload.read(HELD, payload.toJson()).failure().orElseThrow().verdict().word())
        .isEqualTo("refuted");
  }

  @Test
  void aFailureOfUnknownFormIsInconclusive() {
    assertThat(Failure.parse("remote master acquired a held cluster lock").verdict().word())
        .isEqualTo("inconclusive");
  }

  private static void refused(JsonObject envelope) {
    assertThatThrownBy(() -> Envelope.read(CanonicalJson.bytes(envelope), TOKEN, HELD, 1))
        .isInstanceOf(JsonFormatException.class);
  }
}
