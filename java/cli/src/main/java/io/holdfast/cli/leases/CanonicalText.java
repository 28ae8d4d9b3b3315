package io.holdfast.cli.leases;

import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonValue;

/** A part of a record for a person: canonical JSON, cut where it is long. */
final class CanonicalText {

  /** Most characters that are shown; JSON output and export have it whole. */
  private static final int LIMIT = 2_000;

  private CanonicalText() {}

  static String of(JsonValue value) {
    String text = CanonicalJson.text(value);
    return text.length() <= LIMIT
        ? text
        : text.substring(0, LIMIT) + " … (" + text.length() + " characters; --json has them all)";
  }
}
