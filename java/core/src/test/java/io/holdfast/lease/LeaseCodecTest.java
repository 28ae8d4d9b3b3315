package io.holdfast.lease;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.json.StrictJson;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Records of tables that are shared with writers in Python, as these write them: {@code
 * json.dumps(record, sort_keys=True, separators=(",", ":"))} and a newline.
 */
class LeaseCodecTest {

  private static final WorkId ID = WorkId.ofTarget(77);

  private static final String LEASED =
      "{\"attempts\":1,\"id\":\"6c1ad97b4838ddd07eb783b946c31f6241b0d90d8f0e63c79f7f4c6f0efbcec6\","
          + "\"owner\":\"master\",\"payload\":{\"hash\":\"00\",\"input\":\"k\\u00e4se\"},"
          + "\"previous_owner\":\"\",\"schema\":1,\"status\":\"leased\",\"steals\":0,"
          + "\"token\":\"master:3:4711:1793491200000000000\",\"updated\":1793491200.25,"
          + "\"worker\":3}\n";

  private static final String DONE =
      "{\"attempts\":1,\"commit\":{\"generated\":2,\"hashes\":[\"a\",\"b\"],"
          + "\"schema\":\"result-commit-v1\",\"stage\":\"0123456789abcdef0123456789abcdef\","
          + "\"worker_rank\":3},\"completed\":1793491201.0,"
          + "\"id\":\"6c1ad97b4838ddd07eb783b946c31f6241b0d90d8f0e63c79f7f4c6f0efbcec6\","
          + "\"owner\":\"master\",\"payload\":{\"hash\":\"00\",\"input\":\"k\\u00e4se\"},"
          + "\"previous_owner\":\"\",\"schema\":1,\"status\":\"done\",\"steals\":0,"
          + "\"token\":\"master:3:4711:1793491200000000000\",\"updated\":1793491200.25,"
          + "\"worker\":3,\"zz_other\":[null,true,1e-07,1e+22,-0.0]}\n";

  private static final String TARGET =
      LEASED.replace("\"token\"", "\"target\":77,\"targets\":[77,88],\"token\"");

  private final LeaseCodec codec = LeaseCodec.ofLockedTables();

  @ParameterizedTest
  @ValueSource(strings = {LEASED, DONE})
  void aRecordOfPythonComesBackByteByByte(String record) throws Exception {
    assertThat(text(codec.encode(codec.decode(ID, bytes(record))))).isEqualTo(record);
  }

  @Test
  void aRecordOfATargetKeepsItsTargets() throws Exception {
    LeaseRecord record = codec.decode(ID, bytes(TARGET));

    LeaseRecord beaten = record.change().set(LeaseRecord.UPDATED, 1793491230.5).make();

    assertThat(text(codec.encode(beaten))).isEqualTo(TARGET.replace("200.25", "230.5"));
  }

  @Test
  void aRecordOfPythonHasNoFenceNoTtlAndNoSession() throws Exception {
    LeaseRecord record = codec.decode(ID, bytes(LEASED));

    assertThat(record.id()).isEqualTo(ID);
    assertThat(record.status()).isEqualTo(LeaseStatus.LEASED);
    assertThat(record.owner()).isEqualTo("master");
    assertThat(record.previousOwner()).isEmpty();
    assertThat(record.worker()).isEqualTo(3);
    assertThat(record.token().text()).isEqualTo("master:3:4711:1793491200000000000");
    assertThat(record.updatedSeconds()).isEqualTo(1793491200.25);
    assertThat(record.attempts()).isEqualTo(1);
    assertThat(record.steals()).isZero();
    assertThat(record.payload().get("input")).contains(new JsonString("käse"));
    assertThat(record.fence()).isZero();
    assertThat(record.ttlSeconds()).isEmpty();
    assertThat(record.session()).isEmpty();
    assertThat(record.commit()).isEmpty();
    assertThat(record.completedSeconds()).isEmpty();
  }

  @Test
  void aDoneRecordOfPythonHasItsManifest() throws Exception {
    LeaseRecord record = codec.decode(ID, bytes(DONE));

    assertThat(record.status()).isEqualTo(LeaseStatus.DONE);
    assertThat(record.completedSeconds()).isEqualTo(OptionalDouble.of(1793491201.0));
    assertThat(record.commit().orElseThrow().get("schema"))
        .contains(new JsonString("result-commit-v1"));
  }

  @Test
  void fieldsOfOtherWritersAreKeptWhenARecordIsWrittenAgain() throws Exception {
    LeaseRecord record = codec.decode(ID, bytes(DONE));

    String again = text(codec.encode(record.change().set(LeaseRecord.WORKER, 4).make()));

    assertThat(again).isEqualTo(DONE.replace("\"worker\":3,", "\"worker\":4,"));
  }

  @Test
  void whatWeAddStandsInTheOrderOfKeys() throws Exception {
    LeaseRecord ours =
        codec
            .decode(ID, bytes(LEASED))
            .change()
            .set(LeaseRecord.FENCE, 7)
            .set(LeaseRecord.TTL, 120.0)
            .set(LeaseRecord.SESSION, "f".repeat(32))
            .make();

    assertThat(text(codec.encode(ours)))
        .isEqualTo(
            LEASED
                .replace("\"id\"", "\"fence\":7,\"id\"")
                .replace("\"status\"", "\"session\":\"" + "f".repeat(32) + "\",\"status\"")
                .replace("\"updated\"", "\"ttl\":120.0,\"updated\""));
    assertThat(codec.decode(ID, codec.encode(ours)).fence()).isEqualTo(7);
  }

  @Test
  void aRecordWithoutItsLastNewlineIsWholeForLockedTables() throws Exception {
    assertThat(codec.decode(ID, bytes(LEASED.strip())).token().text()).startsWith("master:");
  }

  @ParameterizedTest
  @CsvSource({
    "'\"attempts\":1', '\"attempts\":1,\"attempts\":1', 'no JSON of a record: '",
    "'\"schema\":1', '\"schema\":2', 'schema is not 1'",
    "'\"schema\":1', '\"schema\":\"1\"', 'schema is not 1'",
    "'6c1a', '7c1a', 'id is not the one of its name'",
    "'\"leased\"', '\"stolen\"', 'status is unknown'",
    "'\"leased\"', '\"released\"', 'status released has no place here'",
    "'\"leased\"', '\"LEASED\"', 'status is unknown'",
    "'{\"hash\":\"00\",\"input\":\"k\\u00e4se\"}', '[]', 'payload is not an object'",
    "'master:3:4711:1793491200000000000', '', 'token is not a text'",
    "'\"master:3:4711:1793491200000000000\"', '5', 'token is not a text'",
    "'1793491200.25', '-1', 'updated is not a time'",
    "'1793491200.25', '1e999', 'updated is not a time'",
    "'1793491200.25', '\"now\"', 'updated is not a time'",
    "'1793491200.25', 'NaN', 'no JSON of a record: '",
    "'\"worker\":3', '\"commit\":[],\"worker\":3', 'commit is not an object'",
    "'\"worker\":3', '\"fence\":-1,\"worker\":3', 'fence is not a number'",
    "'\"worker\":3', '\"fence\":1.5,\"worker\":3', 'fence is not a number'",
    "'\"worker\":3', '\"ttl\":-1,\"worker\":3', 'ttl is not a duration'",
    "'\"worker\":3', '\"session\":5,\"worker\":3', 'session is not a text'"
  })
  void whatIsNoRecordIsRefusedWithItsReason(String part, String instead, String reason) {
    assertThat(LEASED).contains(part);

    assertThatThrownBy(() -> codec.decode(ID, bytes(LEASED.replace(part, instead))))
        .isInstanceOf(LeaseFormatException.class)
        .hasMessageStartingWith(reason);
  }

  @Test
  void aRecordLongerThanTheLimitIsRefusedAtBothEnds() {
    byte[] tooLong = bytes(LEASED + " ".repeat(LeaseCodec.RECORD_LIMIT));

    assertThatThrownBy(() -> codec.decode(ID, tooLong)).isInstanceOf(LeaseFormatException.class);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> codec.encode(recordWithPayload(LeaseCodec.RECORD_LIMIT)))
        .withMessageContaining(String.valueOf(LeaseCodec.RECORD_LIMIT));
  }

  private static LeaseRecord recordWithPayload(int length) {
    JsonObject payload = new JsonObject(Map.of("p", new JsonString("p".repeat(length))));
    return LeaseRecord.Change.ofNothing().set(LeaseRecord.PAYLOAD, payload).make();
  }

  @Test
  void theIdOfAPayloadIsThatOfPython() throws Exception {
    JsonObject payload = StrictJson.readObject(bytes("{\"input\":\"käse\",\"hash\":\"00\"}"));

    assertThat(WorkId.ofPayload(payload).hex())
        .isEqualTo("265e1b95cacd8d9f7f1db1b04cd4da6c3fd00f111d0755b20205668bfce2dacd");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }
}
