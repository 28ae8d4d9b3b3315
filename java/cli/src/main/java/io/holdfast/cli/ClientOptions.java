package io.holdfast.cli;

import io.holdfast.posix.RawPath;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which clients measure side by side, and through which path. */
final class ClientOptions extends AgentOptions {

  @Option(
      names = "--clients",
      paramLabel = "LIST",
      description = "Measure on several hosts at once, through ssh: a,b or node[01-16].")
  private @Nullable String hosts;

  @Option(
      names = "--processes",
      paramLabel = "N",
      description = "N clients on this host, which share what it has.")
  private int processes;

  /** Whether several clients are to measure. */
  boolean nameSomebody() {
    return hosts != null || processes != 0 || nameAgents();
  }

  /** Nobody is called yet. */
  Members open(RawPath directory) throws CommandFailure {
    return open(directory, "--clients", hosts, processes);
  }

  @Override
  void checkCount(int members) throws CommandFailure {
    checkRange(
        members,
        "%d to %d clients measure side by side, not %d",
        "name them with --clients, --member or --processes");
  }
}
