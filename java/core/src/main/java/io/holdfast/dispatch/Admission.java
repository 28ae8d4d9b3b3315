package io.holdfast.dispatch;

import io.holdfast.lease.LeaseToken;
import io.holdfast.target.TargetGroup;
import java.util.Map;
import java.util.Set;

/** Asks all coordinators whether a group of targets may be worked on. */
public interface Admission {

  /** Claims the whole group, or nothing. */
  Answer admit(TargetGroup group, Job job) throws Exception;

  /**
   * Renews groups, as one batch.
   *
   * @param held a snapshot
   * @return those that are lost, in which not all members are the token's any more; all others are
   *     renewed
   * @throws Exception nothing is known of any of them
   */
  Set<TargetGroup> renew(Map<TargetGroup, LeaseToken> held) throws Exception;

  /**
   * Gives up what is still the token's of a group.
   *
   * @return whether others can have all of it now; if not, it is to be tried again, as a session
   *     that lives may keep it
   */
  boolean withdraw(TargetGroup group, LeaseToken token) throws Exception;

  /** Frees what coordinators that died have left. @return how many targets are free now */
  int recover() throws Exception;

  /** The answer to a claim. */
  sealed interface Answer {

    /** All of it is ours. */
    record Granted(LeaseToken token) implements Answer {}

    /**
     * Somebody else works on these, or what stands in their places can be nobody's.
     *
     * @param targets of the group; never empty
     * @param corrupt of these: path and reason, where no valid record stands; never free
     */
    record Conflict(Set<Long> targets, Map<Long, String> corrupt) implements Answer {

      public Conflict {
        targets = Set.copyOf(targets);
        corrupt = Map.copyOf(corrupt);
      }
    }

    /** Nothing could be decided, or the root is not trusted. */
    record Unavailable(String reason, boolean distrusted) implements Answer {}
  }
}
