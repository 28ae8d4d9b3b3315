package io.holdfast.testkit.interleaving;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The name of a fence, read from the format and not by the product's code. */
record Fence(String id, long number, String nonce) {

  private static final Pattern NAME =
      Pattern.compile("([0-9a-f]{64})\\.fence\\.([0-9a-f]{16})\\.([0-9a-f]{32})");

  static Optional<Fence> of(String name) {
    Matcher matcher = NAME.matcher(name);
    return matcher.matches()
        ? Optional.of(
            new Fence(matcher.group(1), Long.parseLong(matcher.group(2), 16), matcher.group(3)))
        : Optional.empty();
  }
}
