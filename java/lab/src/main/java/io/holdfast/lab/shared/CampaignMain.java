package io.holdfast.lab.shared;

import java.io.IOException;

/** The process of {@link CampaignLab} inside of its namespaces. */
final class CampaignMain {

  /** Tables refuse a ttl that attributes may outlive in a client's cache. */
  private static final String MOUNT = "vers=4.2,actimeo=0";

  private CampaignMain() {}

  /**
   * The program.
   *
   * @param arguments those of {@link CommandsInGuests#inside}
   */
  public static void main(String[] arguments) throws IOException, ClassNotFoundException {
    CommandsInGuests.inside(
        arguments,
        "campaign",
        MOUNT,
        CampaignCase.ALL,
        (guests, holdfast, scratch, how) -> new CampaignRun(guests, holdfast, scratch, how).run());
  }
}
