package io.holdfast.result;

import io.holdfast.digest.Hex;
import io.holdfast.durable.Name;
import io.holdfast.lease.WorkId;
import java.util.HexFormat;
import java.util.Optional;

/**
 * For which lease a stage was made: what decides when it may go. It is the name of an empty file in
 * the stage, {@code origin.<id>.<fence, 16 hex>}, made before anything else is.
 *
 * @param id the work whose result is staged
 * @param fence the number of the claim under which the worker works, at least 1
 */
public record StageOrigin(WorkId id, long fence) {

  private static final String PREFIX = "origin.";
  private static final int NUMBER_DIGITS = 16;
  private static final int NUMBER_AT = PREFIX.length() + WorkId.LENGTH + 1;

  public StageOrigin {
    if (fence < 1) {
      throw new IllegalArgumentException("the number of a claim is at least 1: " + fence);
    }
  }

  Name toName() {
    return Name.of(PREFIX + id.hex() + "." + HexFormat.of().toHexDigits(fence));
  }

  static boolean isMeant(String name) {
    return name.startsWith(PREFIX);
  }

  /** Empty for any other name, one of another spelling included. */
  static Optional<StageOrigin> ofName(String name) {
    if (!isMeant(name) || name.length() != NUMBER_AT + NUMBER_DIGITS) {
      return Optional.empty();
    }
    String id = name.substring(PREFIX.length(), NUMBER_AT - 1);
    String number = name.substring(NUMBER_AT);
    if (!WorkId.isWorkId(id)
        || name.charAt(NUMBER_AT - 1) != '.'
        || !Hex.isHex(number, NUMBER_DIGITS)) {
      return Optional.empty();
    }
    long fence = HexFormat.fromHexDigitsToLong(number);
    return fence < 1 ? Optional.empty() : Optional.of(new StageOrigin(new WorkId(id), fence));
  }
}
