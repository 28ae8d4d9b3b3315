package io.holdfast.lab.shared;

import io.holdfast.lab.Expectation;
import io.holdfast.lab.Outcome;
import java.util.List;
import java.util.Optional;

/** What befalls a campaign whose coordinators run in two guests, on NFS 4.2. */
public enum CampaignCase implements GuestCase {
  TOGETHER("a coordinator in each of two clients, which renew together"),
  CLIENT_KILLED("all that a campaign has on one of two clients is killed, and started again");

  private final String words;

  CampaignCase(String words) {
    this.words = words;
  }

  /** All of them, in the order in which they are run. */
  public static final List<CampaignCase> ALL = List.of(values());

  /** The case of an id, which may be given without {@code campaign/}. */
  public static Optional<CampaignCase> named(String id) {
    return GuestCase.named(ALL, id);
  }

  @Override
  public String group() {
    return "campaign";
  }

  @Override
  public String words() {
    return words;
  }

  /** Everything is done once, by both clients, which have met. */
  @Override
  public Expectation expected() {
    Expectation done =
        Expectation.of(Outcome.QUALIFIED)
            .answer(CampaignRun.END, "done")
            .answer(CampaignRun.RESULTS, "all")
            .answer(CampaignRun.VIOLATIONS, "none")
            .answer(CampaignRun.CONFLICTS, CampaignRun.SOME);
    return this == TOGETHER
        ? done.answer(CampaignRun.RENEWALS, CampaignRun.SOME)
        : done.answer(CampaignRun.RESTARTS, CampaignRun.SOME)
            .answer(CampaignRun.TAKEN_OVER, CampaignRun.SOME);
  }
}
