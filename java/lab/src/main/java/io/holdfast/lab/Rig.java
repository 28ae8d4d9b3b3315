package io.holdfast.lab;

import io.holdfast.posix.PosixException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Storage of one kind that can be made on this machine and taken away again. Immutable; what it
 * makes belongs to a {@link Site}.
 */
public abstract class Rig {

  private final String title;
  private final List<Need> needs;

  Rig(String title, List<Need> needs) {
    this.title = title;
    this.needs = List.copyOf(needs);
  }

  /** What it is, in a few words. */
  public final String title() {
    return title;
  }

  /** Why it cannot be had on a machine, in one sentence with advice; empty where it can. */
  public final Optional<String> unavailabilityReason(Facilities machine) {
    return Need.firstMissing(machine, needs);
  }

  /**
   * Makes the storage on a site, inside of the lab's namespaces.
   *
   * @throws IOException when a step fails; the site takes away what was made so far
   */
  abstract Place raise(Site site) throws IOException, PosixException;
}
