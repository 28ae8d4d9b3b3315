package io.holdfast.lab.shared;

import java.io.IOException;

/** The process of {@link RenewalLab} inside of its namespaces. */
final class RenewalMain {

  private RenewalMain() {}

  /**
   * The program.
   *
   * @param arguments those of {@link CommandsInGuests#inside}
   */
  public static void main(String[] arguments) throws IOException, ClassNotFoundException {
    CommandsInGuests.inside(
        arguments,
        "renewal",
        "vers=4.2",
        RenewalCase.ALL,
        (guests, holdfast, scratch, how) -> new RenewalRun(guests, holdfast, scratch, how).run());
  }
}
