package io.holdfast.cli;

import io.holdfast.posix.RawPath;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Who takes part in a litmus, and through which path. */
final class MemberOptions extends AgentOptions {

  @Parameters(paramLabel = "DIR", description = "The shared directory.")
  private String directory = "";

  @Option(
      names = "--hosts",
      paramLabel = "LIST",
      description = "Members reached through ssh: a,b or node[01-16].")
  private @Nullable String hosts;

  @Option(
      names = "--processes",
      paramLabel = "N",
      description = "N members on this host, which can refute and never qualify.")
  private int processes;

  /** The place as this process sees it. */
  RawPath directory() throws CommandFailure {
    return place(directory);
  }

  /** Whether somebody is named who takes part. */
  boolean nameSomebody() {
    return hosts != null || processes > 0 || nameAgents();
  }

  /** Nobody is called yet. */
  Members open() throws CommandFailure {
    return open(directory(), "--hosts", hosts, processes);
  }

  @Override
  void checkCount(int members) throws CommandFailure {
    checkMembers(members);
  }

  static void checkMembers(int members) throws CommandFailure {
    checkRange(
        members,
        "a litmus has %d to %d members, not %d",
        "name them with --hosts, --member, --processes or --group, or start them by mpirun");
  }
}
