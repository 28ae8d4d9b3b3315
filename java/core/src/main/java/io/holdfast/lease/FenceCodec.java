package io.holdfast.lease;

import io.holdfast.digest.Sha256;
import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonArray;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The bytes of a fence table's records and fences. */
final class FenceCodec {

  private static final String NONCE = "nonce";
  private static final String WON = "won";
  private static final String CHECKSUM = "checksum";
  private static final String FENCE_LINE = "holdfast-fence-v1 ";

  private static final LeaseCodec CODEC = LeaseCodec.ofFenceTables();

  private FenceCodec() {}

  /** A record that was read, and where it stands. */
  record Stamped(LeaseRecord record, FenceStamp stamp) {}

  /** The bytes of a record, stamped. */
  static byte[] encode(LeaseRecord record, FenceStamp stamp) {
    return CODEC.encode(stamped(record, stamp));
  }

  /** The record as it will be read. */
  static LeaseRecord stamped(LeaseRecord record, FenceStamp stamp) {
    List<JsonValue> won = new ArrayList<>();
    stamp.won().forEach(nonce -> won.add(new JsonString(nonce)));
    LeaseRecord without =
        record
            .change()
            .set(LeaseRecord.SCHEMA, CODEC.schema())
            .set(LeaseRecord.FENCE, stamp.at().number())
            .set(NONCE, stamp.at().nonce())
            .set(WON, new JsonArray(won))
            .remove(CHECKSUM)
            .make();
    return without.change().set(CHECKSUM, checksum(without.fields())).make();
  }

  /**
   * Reads a record.
   *
   * @throws LeaseFormatException it is not whole, or not a record of this id
   */
  static Stamped decode(WorkId id, byte[] bytes) throws LeaseFormatException {
    if (bytes.length == 0 || bytes[bytes.length - 1] != '\n') {
      throw new LeaseFormatException("its last newline is missing");
    }
    LeaseRecord record = CODEC.decode(id, bytes);
    JsonObject fields = record.fields();
    boolean whole =
        fields
            .get(CHECKSUM)
            .equals(Optional.of(new JsonString(checksum(fields.without(CHECKSUM)))));
    if (!whole) {
      throw new LeaseFormatException("its checksum does not fit");
    }
    try {
      return new Stamped(record, stamp(fields));
    } catch (IllegalArgumentException e) {
      throw new LeaseFormatException("fence, nonce or won is malformed: " + e.getMessage());
    }
  }

  /** Where a record stands that was stamped by this library. */
  static FenceStamp stamp(LeaseRecord stamped) {
    return stamp(stamped.fields());
  }

  private static FenceStamp stamp(JsonObject fields) {
    List<String> won = new ArrayList<>();
    if (fields.get(WON).orElse(null) instanceof JsonArray array) {
      for (JsonValue nonce : array.items()) {
        won.add(nonce instanceof JsonString s ? s.text() : "");
      }
    }
    if (!won.stream().allMatch(Nonces::isOne)) {
      throw new IllegalArgumentException("won holds something that is no nonce");
    }
    long number =
        fields
            .get(LeaseRecord.FENCE)
            .flatMap(v -> v instanceof JsonNumber n ? n.toLong() : Optional.empty())
            .orElse(-1L);
    String nonce = fields.get(NONCE).orElse(null) instanceof JsonString s ? s.text() : "";
    return new FenceStamp(new FenceName(number, nonce), won);
  }

  private static String checksum(JsonObject fields) {
    return Sha256.hex(CanonicalJson.bytes(fields));
  }

  /** The nonce of the beginning that a fence's line names; empty where it is no such line. */
  static Optional<String> nonceOf(WorkId id, byte[] line) {
    String text = new String(line, StandardCharsets.ISO_8859_1);
    int nonceAt = text.length() - Nonces.DIGITS - 1;
    Optional<String> nonce =
        nonceAt > 0
            ? Optional.of(text.substring(nonceAt, text.length() - 1)).filter(Nonces::isOne)
            : Optional.empty();
    return nonce.filter(one -> Arrays.equals(line, fenceLine(id, one)));
  }

  /** What a fence file holds: one line that names its origin. */
  static byte[] fenceLine(WorkId id, String nonce) {
    return (FENCE_LINE + id.hex() + " " + nonce + "\n").getBytes(StandardCharsets.US_ASCII);
  }
}
