package io.holdfast.lab.shared;

import io.holdfast.lab.CaseDescription;
import io.holdfast.lab.Expectation;
import io.holdfast.lab.Outcome;
import io.holdfast.litmus.Profile;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What befalls two guests that keep a directory on NFS 4.2 qualified by {@code holdfast watch}. */
public enum RenewalCase implements CaseDescription {
  HEALTHY("two clients renew together"),
  CLIENT_CUT("a client is cut off from the server, not from the other client"),
  CLIENT_FROZEN("a client's kernel is stopped"),
  SERVER_CRASHED("the server crashes and comes back");

  private final String storage;

  RenewalCase(String storage) {
    this.storage = storage;
  }

  /** All of them, in the order in which they are run. */
  public static final List<RenewalCase> ALL = List.of(values());

  /** The case of an id, which may be given without {@code renewal/}. */
  public static Optional<RenewalCase> named(String id) {
    return Arrays.stream(values())
        .filter(known -> known.id().equals(id) || known.shortId().equals(id))
        .findFirst();
  }

  @Override
  public String id() {
    return "renewal/" + shortId();
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

  /** Every member ends as asked, or fails closed within interval and timeout once it can run. */
  @Override
  public Expectation expected() {
    boolean isHealthy = this == HEALTHY;
    String end = isHealthy ? RenewalRun.ENDED_AS_ASKED : RenewalRun.FAILED_IN_TIME;
    return Expectation.of(isHealthy ? Outcome.QUALIFIED : Outcome.REFUSED)
        .answer("alpha", end)
        .answer("beta", end);
  }
}
