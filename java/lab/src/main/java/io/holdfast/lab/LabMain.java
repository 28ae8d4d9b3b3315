package io.holdfast.lab;

import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.PosixException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SortedSet;

/**
 * The lab's process inside of its namespaces: raises the rig of each case, asks, compares, and
 * prints events as {@link LabLines} on standard output.
 *
 * <p>It lives as long as its standard input: when whoever started it is gone, it is gone.
 */
final class LabMain {

  /** System property: by what the rigs of this run are known, see {@link LabNamespace#mark}. */
  static final String MARK_PROPERTY = "holdfast.lab.mark";

  private final Path scratch;
  private final Asking asking;
  private final PrintStream out;

  private LabMain(Path scratch, Asking asking, PrintStream out) {
    this.scratch = scratch;
    this.asking = asking;
    this.out = out;
  }

  /**
   * The program.
   *
   * @param arguments a directory to mount the scratch tmpfs over, and ids of cases
   */
  public static void main(String[] arguments) throws IOException, BindingUnavailableException {
    Path scratch = LabNamespace.enter(arguments[0]);
    LabMain main = new LabMain(scratch, Asking.load(), System.out);
    for (String id : Arrays.asList(arguments).subList(1, arguments.length)) {
      main.run(LabCases.named(id));
    }
  }

  private void run(LabCase labCase) {
    LabEvent event;
    try {
      event = new LabEvent.Finished(ask(labCase));
    } catch (IOException | PosixException e) {
      event = new LabEvent.Broken(labCase.id(), String.valueOf(e.getMessage()));
    }
    tell(event);
  }

  private CaseResult ask(LabCase labCase) throws IOException, PosixException {
    try (Site site = new Site(scratch.resolve("rig"))) {
      Place place = labCase.rig().raise(site);
      tell(new LabEvent.RigUp(labCase.id(), place.directory().toString()));
      SortedSet<String> before = asking.names(place.directory());
      Observation seen = askAbout(site, labCase, place);
      SortedSet<String> after = asking.names(place.directory());
      Observation whole = seen.leaving(Listing.difference(before, after));
      return CaseResult.of(labCase, whole);
    }
  }

  private Observation askAbout(Site site, LabCase labCase, Place place)
      throws IOException, PosixException {
    return switch (place.asked()) {
      case LAB ->
          asking.ask(
              place.directory(), place.also(), labCase.profile(), labCase.probeTimeoutNanos());
      case NOBODY -> Nobody.ask(site, asking.classes(), labCase, place.directory());
    };
  }

  private void tell(LabEvent event) {
    out.println(LabLines.write(event));
    out.flush();
  }
}
