package io.holdfast.cli;

import io.holdfast.cli.plot.PlotDrawer;
import io.holdfast.lab.crash.CrashFileSystem;
import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.PosixException;
import io.holdfast.testkit.mutant.Mutant;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What the commands understand that break what promises are kept by. */
abstract class BreakingCommand implements Subcommand {

  private static final int RANDOM_SEEDS = 1_000_000;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Decides what is done and what breaks; random otherwise, always printed.")
  private @Nullable Long seed;

  @Option(
      names = "--mutant",
      paramLabel = "NAME",
      description = "Make a mistake on purpose: it must be found.")
  private @Nullable String mutant;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write JSON to FILE as well, or to standard output instead of text for -.")
  private @Nullable String json;

  final boolean hasSeed() {
    return seed != null;
  }

  /** The seed that was given, or another one each time. */
  final long chosenSeed() {
    return seed == null ? new SecureRandom().nextInt(RANDOM_SEEDS) : seed;
  }

  /** The id of a mistake that there is, or null. */
  final @Nullable String chosenMutant() throws CommandFailure {
    Mutant chosen = chosenMutant(Mutant::withId, Arrays.stream(Mutant.values()).map(Mutant::id));
    return chosen == null ? null : chosen.id();
  }

  /** A mistake of another kind, or null. */
  final <T> @Nullable T chosenMutant(Function<String, Optional<T>> named, Stream<String> known)
      throws CommandFailure {
    return mutant == null ? null : one("--mutant", mutant, named, known);
  }

  final boolean textIsWanted() {
    return !ReportFile.STANDARD_OUTPUT.equals(json);
  }

  /** The file that was asked for, checked now; or null. */
  final @Nullable ReportFile reportFile(CommandContext context)
      throws CommandFailure, BindingUnavailableException {
    return textIsWanted() ? reportFile(context, json) : null;
  }

  /** The file of {@code --json}, checked now; null for null. */
  static @Nullable ReportFile reportFile(CommandContext context, @Nullable String name)
      throws CommandFailure, BindingUnavailableException {
    return name == null ? null : reportFile(context, "--json", name);
  }

  /** The file that an option names, checked now. */
  static ReportFile reportFile(CommandContext context, String option, String name)
      throws CommandFailure, BindingUnavailableException {
    try {
      return ReportFile.at(context.machine().posix(), option, RawArguments.path(name));
    } catch (PosixException e) {
      throw notWritable(e);
    }
  }

  /** The file of {@code --html}, checked now as are the means to draw on it; null for null. */
  static @Nullable ReportFile pageFile(CommandContext context, @Nullable String name)
      throws CommandFailure, BindingUnavailableException {
    if (name == null) {
      return null;
    }
    ReportFile page = reportFile(context, "--html", name);
    Optional<String> obstacle = PlotDrawer.obstacle();
    if (obstacle.isPresent()) {
      throw CommandFailure.environment(
          "--html: this Java cannot draw: " + obstacle.get(),
          "it needs fontconfig and a font, e.g. the package fonts-dejavu-core");
    }
    return page;
  }

  /** Prints or writes the document where it was asked for. */
  final void deliver(CommandContext context, String document, @Nullable ReportFile file)
      throws CommandFailure {
    if (!textIsWanted()) {
      context.out().print(document);
    }
    write(document, file);
  }

  /** Writes a document, where there is a file for it. */
  static void write(String document, @Nullable ReportFile file) throws CommandFailure {
    if (file != null) {
      try {
        file.write(document);
      } catch (PosixException e) {
        throw notWritable(e);
      }
    }
  }

  private static CommandFailure notWritable(PosixException e) {
    return CommandFailure.environment("the report cannot be written: " + e.getMessage(), null);
  }

  /** File systems by their names, each once. */
  static List<CrashFileSystem> fileSystems(List<String> names, Stream<CrashFileSystem> known)
      throws CommandFailure {
    List<CrashFileSystem> all = known.toList();
    return chosen(
        "--fs",
        names,
        name -> CrashFileSystem.withId(name).filter(all::contains),
        all.stream().map(CrashFileSystem::id));
  }

  /** Things by their names, each once. */
  static <T> List<T> chosen(
      String option, List<String> names, Function<String, Optional<T>> named, Stream<String> known)
      throws CommandFailure {
    List<String> knownNames = known.toList();
    if (names.isEmpty()) {
      throw CommandFailure.usage(
          option + " names nothing", "known: " + String.join(", ", knownNames));
    }
    Stream.Builder<T> things = Stream.builder();
    for (String name : names) {
      things.add(one(option, name, named, knownNames.stream()));
    }
    return things.build().distinct().toList();
  }

  static <T> T one(
      String option, String name, Function<String, Optional<T>> named, Stream<String> known)
      throws CommandFailure {
    Optional<T> found = named.apply(name);
    if (found.isPresent()) {
      return found.get();
    }
    throw CommandFailure.usage(
        "there is no " + option + " '" + RawArguments.readable(name) + "'",
        "known: " + known.collect(Collectors.joining(", ")));
  }

  static void checkRange(String option, int value, int limit) throws CommandFailure {
    if (value < 1 || value > limit) {
      throw CommandFailure.usage(option + " is 1 to " + limit, null);
    }
  }
}
