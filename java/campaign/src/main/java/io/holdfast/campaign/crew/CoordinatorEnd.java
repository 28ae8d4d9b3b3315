package io.holdfast.campaign.crew;

import java.util.Arrays;

/** How the process of a coordinator ends. */
public enum CoordinatorEnd {
  /** Everything was done, or it was asked to end. */
  DONE(0),
  /** It could not go on; another one can. */
  FAILED(1),
  /** A table is refused, and would be to another one: a person has to look. */
  REFUSED(4),
  /** The root was not qualified at the start: nothing was begun. */
  UNQUALIFIED(65),
  /** The root is not qualified any more: nothing begins on it. */
  DISTRUSTED(70);

  private final int status;

  CoordinatorEnd(int status) {
    this.status = status;
  }

  /** The exit status. */
  public int status() {
    return status;
  }

  /** What an exit status says; that of a signal is a failure. */
  public static CoordinatorEnd ofStatus(int status) {
    return Arrays.stream(values()).filter(end -> end.status == status).findFirst().orElse(FAILED);
  }
}
