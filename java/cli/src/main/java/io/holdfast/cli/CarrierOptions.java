package io.holdfast.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How members of a group reach each other, as a command line names it. */
final class CarrierOptions {

  @Option(
      names = "--group",
      paramLabel = "FILE",
      description = "Who the members are, and where; the same file for all of them.")
  private @Nullable String file;

  @Option(names = "--name", paramLabel = "NAME", description = "This member's name in --group.")
  private @Nullable String name;

  @Option(
      names = "--secret",
      paramLabel = "FILE",
      description = "What only members of --group know; mode 0600.")
  private @Nullable String secret;

  /** Null where none is named. */
  @Nullable NamedGroup group() throws CommandFailure {
    if (file == null && name == null && secret == null) {
      return null;
    }
    if (file == null || name == null || secret == null) {
      throw CommandFailure.usage("--group, --name and --secret go together", null);
    }
    return new NamedGroup(
        RawArguments.path(file), RawArguments.readable(name), RawArguments.path(secret));
  }
}
