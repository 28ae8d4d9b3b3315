package io.holdfast.dispatch;

import io.holdfast.lease.LeaseToken;
import io.holdfast.target.TargetGroup;
import java.util.Set;

/** Asks all coordinators whether a group of targets may be worked on. */
public interface Admission {

  /** Claims the whole group, or nothing. */
  Answer admit(TargetGroup group, Job job) throws Exception;

  /** Whether a group is still held; renews it where that is how it is kept. */
  boolean renew(TargetGroup group, LeaseToken token) throws Exception;

  /** Gives it up. @return whether others can have it now; if not, its ttl frees it */
  boolean withdraw(TargetGroup group, LeaseToken token) throws Exception;

  /** The answer to a claim. */
  sealed interface Answer {

    /** All of it is ours. */
    record Granted(LeaseToken token) implements Answer {}

    /**
     * Somebody else works on these.
     *
     * @param targets of the group; never empty
     */
    record Conflict(Set<Long> targets) implements Answer {}

    /** Nothing could be decided, or the root is not trusted. */
    record Unavailable(String reason, boolean distrusted) implements Answer {}
  }
}
