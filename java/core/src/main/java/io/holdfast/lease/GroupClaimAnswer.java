package io.holdfast.lease;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** What the claim of a group came to. */
public sealed interface GroupClaimAnswer {

  /** The whole group is the caller's, durably; all members were its at one moment. */
  record Claimed(GroupLease lease) implements GroupClaimAnswer {}

  /**
   * Some members cannot be had. Nothing was changed.
   *
   * @param obstacles what a claim of each of these would have been answered: held, committing,
   *     done, corrupt, unavailable
   */
  record Refused(SortedMap<WorkId, ClaimAnswer> obstacles) implements GroupClaimAnswer {

    public Refused {
      obstacles = Collections.unmodifiableSortedMap(new TreeMap<>(obstacles));
    }

    /** With other answers in the places of some. */
    Refused with(Map<WorkId, ClaimAnswer> others) {
      SortedMap<WorkId, ClaimAnswer> all = new TreeMap<>(obstacles);
      all.putAll(others);
      return new Refused(all);
    }
  }

  /** Another coordinator won these members meanwhile. The others are as they were before. */
  record Lost(Set<WorkId> members) implements GroupClaimAnswer {

    public Lost {
      members = Collections.unmodifiableSet(new TreeSet<>(members));
    }
  }

  /** The root is not trusted at present. Nothing was touched. */
  record Untrusted(String reason) implements GroupClaimAnswer {}
}
