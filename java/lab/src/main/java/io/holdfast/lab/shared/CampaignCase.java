package io.holdfast.lab.shared;

import io.holdfast.lab.CaseDescription;
import io.holdfast.lab.Expectation;
import io.holdfast.lab.Outcome;
import io.holdfast.litmus.Profile;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What befalls a campaign whose coordinators run in two guests, on NFS 4.2. */
public enum CampaignCase implements CaseDescription {
  TOGETHER("a coordinator in each of two clients, which renew together"),
  CLIENT_KILLED("all that a campaign has on one of two clients is killed, and started again");

  private final String storage;

  CampaignCase(String storage) {
    this.storage = storage;
  }

  /** All of them, in the order in which they are run. */
  public static final List<CampaignCase> ALL = List.of(values());

  /** The case of an id, which may be given without {@code campaign/}. */
  public static Optional<CampaignCase> named(String id) {
    return Arrays.stream(values())
        .filter(known -> known.id().equals(id) || known.shortId().equals(id))
        .findFirst();
  }

  @Override
  public String id() {
    return "campaign/" + shortId();
  }

  /** The id without its group. */
  public String shortId() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  public String storage() {
    return storage + ", NFS 4.2";
  }

  @Override
  public Profile profile() {
    return Profile.LEASE_TABLE;
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
