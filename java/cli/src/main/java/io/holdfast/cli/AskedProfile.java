package io.holdfast.cli;

import io.holdfast.litmus.Profile;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What {@code --profile} names. */
final class AskedProfile {

  private AskedProfile() {}

  /**
   * The profile of a name.
   *
   * @param name null for the default, which is that of fence tables
   */
  static Profile named(@Nullable String name) throws CommandFailure {
    return name == null
        ? Profile.FENCE_TABLE
        : Profile.named(name).orElseThrow(() -> unknown(name));
  }

  private static CommandFailure unknown(String name) {
    String known = Profile.ALL.stream().map(Profile::shortId).collect(Collectors.joining(", "));
    return CommandFailure.usage(
        "there is no profile '" + RawArguments.readable(name) + "'", "known: " + known);
  }
}
