package io.holdfast.lease;

import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.json.StrictJson;
import io.holdfast.lease.TableManifest.Protocol;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The manifest of a table that changes its protocol: before, meanwhile, and after. Meanwhile it has
 * one field more, for which every coordinator refuses it.
 */
final class ConvertingManifest {

  /** The protocol that the table had. */
  static final String CONVERTING = "converting";

  private static final String PROTOCOL = "protocol";

  private final JsonObject fields;
  private final TableManifest table;
  private final boolean underWay;

  private ConvertingManifest(JsonObject fields, TableManifest table, boolean underWay) {
    this.fields = fields;
    this.table = table;
    this.underWay = underWay;
  }

  /**
   * Reads {@code table.json} of a flock table or of one under way.
   *
   * @throws TableRefusedException it is neither
   */
  static ConvertingManifest of(byte[] bytes) throws TableRefusedException {
    try {
      JsonObject fields = StrictJson.readObject(bytes);
      boolean underWay = fields.get(CONVERTING).isPresent();
      JsonObject flock =
          underWay
              ? fields.without(CONVERTING).with(PROTOCOL, new JsonString(word(Protocol.FLOCK)))
              : fields;
      TableManifest table = TableManifest.decode(bytes(flock));
      if (table.protocol() != Protocol.FLOCK) {
        throw new TableRefusedException(
            "only flock tables are converted, this is one of " + word(table.protocol()));
      }
      return new ConvertingManifest(fields, table, underWay);
    } catch (JsonFormatException e) {
      throw new TableRefusedException("table.json is corrupt: " + e.getMessage());
    }
  }

  /** What it was before. */
  TableManifest table() {
    return table;
  }

  boolean isUnderWay() {
    return underWay;
  }

  byte[] underWay() {
    return bytes(
        fields
            .with(PROTOCOL, new JsonString(word(Protocol.FENCE)))
            .with(CONVERTING, new JsonString(word(Protocol.FLOCK))));
  }

  byte[] converted() {
    JsonNumber version = JsonNumber.of(TableManifest.version(Protocol.FENCE));
    return bytes(
        fields
            .without(CONVERTING)
            .with(PROTOCOL, new JsonString(word(Protocol.FENCE)))
            .with(TableManifest.MIN_READER, version)
            .with(TableManifest.MIN_WRITER, version));
  }

  private static byte[] bytes(JsonObject object) {
    return (CanonicalJson.text(object) + "\n").getBytes(StandardCharsets.US_ASCII);
  }

  private static String word(Protocol protocol) {
    return protocol.name().toLowerCase(Locale.ROOT);
  }
}
