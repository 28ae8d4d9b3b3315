package io.holdfast.lease;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What the release of a group came to. */
public sealed interface GroupReleaseAnswer {

  /** Nobody has any member any more, durably. */
  record Released() implements GroupReleaseAnswer {}

  /**
   * Some member was not the caller's any more. Nothing was changed, unless it was lost in the very
   * moment: then the others are free, and none is the caller's.
   *
   * @param stillOurs the members that are; they wait for their ttl or the end of the session
   * @param corrupt of the others: what is wrong, by id
   */
  record Stale(Set<WorkId> stillOurs, Map<WorkId, Reading.Corrupt> corrupt)
      implements GroupReleaseAnswer {

    public Stale {
      stillOurs = Collections.unmodifiableSet(new TreeSet<>(stillOurs));
      corrupt = Collections.unmodifiableMap(new TreeMap<>(corrupt));
    }
  }

  /** It was given up, and a power cut may bring members back until their session or ttl ends. */
  record RemovedDurabilityUnknown(String reason) implements GroupReleaseAnswer {}

  /** It could not be read or locked before the deadline. Nothing is known. */
  record Unavailable(String reason) implements GroupReleaseAnswer {}
}
