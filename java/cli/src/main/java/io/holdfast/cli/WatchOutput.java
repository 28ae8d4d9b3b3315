package io.holdfast.cli;

import io.holdfast.cli.watch.WatchJson;
import io.holdfast.cli.watch.WatchMetrics;
import io.holdfast.cli.watch.WatchRedaction;
import io.holdfast.cli.watch.WatchText;
import io.holdfast.cli.watch.Watched;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.qualification.RenewalConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Where a watch tells what it sees: standard output, and files that are replaced as a whole. */
final class WatchOutput {

  private static final String EVIDENCE = "--evidence";

  /** In a file's name: the member's rank. */
  private static final String RANK = "%r";

  /** The carrier whose launcher puts all members' standard outputs into one. */
  private static final String SHARING_TRANSPORT = "mpi";

  private final CommandContext context;
  private final Watched.Group group;
  private final boolean json;
  private final Optional<List<String>> secrets;
  private final WatchText text;
  private final List<Replaced> files = new ArrayList<>();

  /** A file and what stands in it; it is removed where nothing does. */
  private record Replaced(
      String option, ReportFile file, Function<Watched, Optional<String>> document) {}

  /**
   * @param json whether standard output gets JSON, a line for each generation, instead of text
   * @param secrets what names this member and its root, where such names are replaced
   */
  WatchOutput(
      CommandContext context, Watched.Group group, boolean json, Optional<List<String>> secrets) {
    this.context = context;
    this.group = group;
    this.json = json;
    this.secrets = secrets;
    this.text = new WatchText(context.paint());
  }

  /**
   * Adds a file, where one is named.
   *
   * @param name {@value #RANK} in it stands for the rank
   */
  void addFile(
      Posix posix, String option, @Nullable String name, Function<Watched, Optional<String>> form)
      throws CommandFailure {
    if (name != null) {
      String own = name.replace(RANK, Integer.toString(group.rank()));
      files.add(new Replaced(option, file(posix, option, own), form));
    }
  }

  private static ReportFile file(Posix posix, String option, String name) throws CommandFailure {
    try {
      return ReportFile.at(posix, option, RawArguments.path(name));
    } catch (PosixException e) {
      throw CommandFailure.environment(option + " cannot be written: " + e.getMessage(), null);
    }
  }

  /**
   * Takes away what an earlier watch has left as evidence, before anything is asked; where the name
   * depends on the rank that is done by {@link #addEvidence}.
   */
  static void forgetEvidence(Posix posix, @Nullable String name)
      throws PosixException, CommandFailure {
    if (name != null && !name.contains(RANK)) {
      file(posix, EVIDENCE, name).remove();
    }
  }

  /** Adds the file for evidence, where one is named; it is not there until something was shown. */
  void addEvidence(Posix posix, @Nullable String name) throws PosixException, CommandFailure {
    addFile(posix, EVIDENCE, name, WatchOutput::evidence);
    if (name != null) {
      files.get(files.size() - 1).file().remove();
    }
  }

  static Function<Watched, Optional<String>> documents() {
    return watched -> Optional.of(WatchJson.document(watched, Version.current()));
  }

  static Function<Watched, Optional<String>> metrics() {
    return watched -> Optional.of(WatchMetrics.render(watched));
  }

  /** None when nothing may be relied on. */
  private static Optional<String> evidence(Watched watched) {
    return watched
        .capability()
        .map(capability -> WatchJson.evidence(watched, capability, Version.current()));
  }

  void begin(RenewalConfiguration configuration) {
    if (speaks() && !json) {
      print(text.head(group, configuration));
    }
  }

  /** Tells one generation everywhere; a file that cannot be written ends nothing. */
  void tell(Watched whole) {
    Watched watched = secrets.map(own -> WatchRedaction.apply(whole, own)).orElse(whole);
    if (speaks() || watched.outcome() == Watched.Outcome.FAILED) {
      print(json ? WatchJson.line(watched, Version.current()) : text.line(watched));
    }
    for (Replaced replaced : files) {
      try {
        Optional<String> document = replaced.document().apply(watched);
        if (document.isPresent()) {
          replaced.file().write(document.get());
        } else {
          replaced.file().remove();
        }
      } catch (PosixException e) {
        context.complain(replaced.option() + " cannot be written: " + e.getMessage());
      }
    }
  }

  /** Where members share standard output, one speaks for all as long as nothing fails. */
  private boolean speaks() {
    return group.rank() == 0 || !group.transport().equals(SHARING_TRANSPORT);
  }

  /** Whether nobody reads standard output any more. */
  boolean isBroken() {
    return context.out().checkError();
  }

  private void print(String lines) {
    context.out().print(lines);
    context.out().flush();
  }
}
