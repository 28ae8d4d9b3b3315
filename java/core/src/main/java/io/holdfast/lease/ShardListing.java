package io.holdfast.lease;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The names of one shard, sorted out by the id that they begin with; one char for each byte.
 *
 * @param byId names that are an id, a dot and something
 * @param others all other names
 */
record ShardListing(Map<WorkId, List<String>> byId, List<String> others) {

  static ShardListing of(List<String> names) {
    Map<WorkId, List<String>> byId = new TreeMap<>();
    List<String> others = new ArrayList<>();
    for (String name : names) {
      boolean ofAnId =
          name.length() > WorkId.LENGTH
              && name.charAt(WorkId.LENGTH) == '.'
              && WorkId.isWorkId(name.substring(0, WorkId.LENGTH));
      if (ofAnId) {
        WorkId id = new WorkId(name.substring(0, WorkId.LENGTH));
        byId.computeIfAbsent(id, any -> new ArrayList<>()).add(name);
      } else {
        others.add(name);
      }
    }
    others.sort(null);
    return new ShardListing(byId, others);
  }
}
