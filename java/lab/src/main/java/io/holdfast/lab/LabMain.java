package io.holdfast.lab;

import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
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
  private final Posix posix;
  private final PrintStream out;

  private LabMain(Path scratch, Posix posix, PrintStream out) {
    this.scratch = scratch;
    this.posix = posix;
    this.out = out;
  }

  /**
   * The program.
   *
   * @param arguments a directory to mount the scratch tmpfs over, and ids of cases
   */
  public static void main(String[] arguments) throws IOException, BindingUnavailableException {
    Path scratch = LabNamespace.enter(arguments[0]);
    LabMain main = new LabMain(scratch, Bindings.load(), System.out);
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
    try (Site site = new Site(scratch.resolve("rig"), posix)) {
      Place place = labCase.rig().raise(site);
      tell(new LabEvent.RigUp(labCase.id(), place.directory().toString()));
      SortedSet<String> before = Listing.of(posix, place.directory());
      Observation seen = askAbout(site, labCase, place);
      SortedSet<String> after = Listing.of(posix, place.directory());
      Observation whole = seen.leaving(Listing.difference(before, after));
      return new CaseResult(
          labCase.id(),
          labCase.expected().inWords(),
          whole,
          labCase.expected().disagreements(whole));
    }
  }

  private Observation askAbout(Site site, LabCase labCase, Place place)
      throws IOException, PosixException {
    Asking asking = new Asking(posix);
    return switch (place.asked()) {
      case LAB ->
          asking.ask(
              place.directory(), place.also(), labCase.profile(), labCase.probeTimeoutNanos());
      case NOBODY -> asking.askAsNobody(site, labCase, place.directory());
    };
  }

  private void tell(LabEvent event) {
    out.println(LabLines.write(event));
    out.flush();
  }
}
