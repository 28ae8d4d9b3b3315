package io.holdfast.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** Which cases of a lab are asked for. */
final class CaseNames {

  private static final String CASES = "--cases";

  @Option(
      names = CASES,
      paramLabel = "NAME",
      split = ",",
      description = "These cases only; all by default.")
  private List<String> names = new ArrayList<>();

  /** Those that were named, each once; all when none was. */
  <C> List<C> of(List<C> all, Function<String, Optional<C>> named, Function<C, String> shortId)
      throws CommandFailure {
    return names.isEmpty()
        ? all
        : BreakingCommand.chosen(CASES, names, named, all.stream().map(shortId));
  }
}
