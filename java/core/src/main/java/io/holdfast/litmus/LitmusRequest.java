package io.holdfast.litmus;

import java.util.List;

/**
 * What {@link CrossHostQualifier} is asked to do.
 *
 * @param members {@value #MEMBER_MINIMUM} to {@value #MEMBER_LIMIT}, each with a name of its own;
 *     the probe tree is made by the first
 * @param profile the questions that decide the verdict
 * @param locksRequired whether flock has to exclude and to be released between the members as well,
 *     whatever the profile says
 * @param questionTimeoutNanos how long one question may take, see {@link LocalRequest#checkTimeout}
 * @param deadlineNanos how long all questions together may take; a second later everything has
 *     ended, whoever hangs
 */
public record LitmusRequest(
    List<LitmusMember> members,
    Profile profile,
    boolean locksRequired,
    long questionTimeoutNanos,
    long deadlineNanos) {

  public static final int MEMBER_MINIMUM = 2;
  public static final int MEMBER_LIMIT = 64;
  public static final long DEFAULT_DEADLINE_NANOS = 120_000_000_000L;
  public static final long MIN_DEADLINE_NANOS = 1_000_000_000L;
  public static final long MAX_DEADLINE_NANOS = 3_600_000_000_000L;

  public LitmusRequest {
    members = checkMembers(members);
    LocalRequest.checkTimeout(questionTimeoutNanos);
    if (deadlineNanos < MIN_DEADLINE_NANOS || deadlineNanos > MAX_DEADLINE_NANOS) {
      throw new IllegalArgumentException("the deadline is 1 to 3600 seconds");
    }
  }

  /**
   * Members that can take part in one run.
   *
   * @throws IllegalArgumentException they are too few or too many, or two have one name
   */
  static List<LitmusMember> checkMembers(List<LitmusMember> members) {
    if (members.size() < MEMBER_MINIMUM || members.size() > MEMBER_LIMIT) {
      throw new IllegalArgumentException(
          "there are " + MEMBER_MINIMUM + " to " + MEMBER_LIMIT + " members");
    }
    if (members.stream().map(LitmusMember::name).distinct().count() != members.size()) {
      throw new IllegalArgumentException("two members have one name");
    }
    return List.copyOf(members);
  }
}
