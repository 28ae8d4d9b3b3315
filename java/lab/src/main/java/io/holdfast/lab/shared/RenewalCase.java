package io.holdfast.lab.shared;

import io.holdfast.lab.Expectation;
import io.holdfast.lab.Outcome;
import java.util.List;
import java.util.Optional;

/** What befalls two guests that keep a directory on NFS 4.2 qualified by {@code holdfast watch}. */
public enum RenewalCase implements GuestCase {
  HEALTHY("two clients renew together"),
  CLIENT_CUT("a client is cut off from the server, not from the other client"),
  CLIENT_FROZEN("a client's kernel is stopped"),
  SERVER_CRASHED("the server crashes and comes back");

  private final String words;

  RenewalCase(String words) {
    this.words = words;
  }

  /** All of them, in the order in which they are run. */
  public static final List<RenewalCase> ALL = List.of(values());

  /** The case of an id, which may be given without {@code renewal/}. */
  public static Optional<RenewalCase> named(String id) {
    return GuestCase.named(ALL, id);
  }

  @Override
  public String group() {
    return "renewal";
  }

  @Override
  public String words() {
    return words;
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
