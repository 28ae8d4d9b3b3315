package io.holdfast.target;

import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonArray;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.GroupLeaseTable;
import io.holdfast.lease.WorkId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The targets that one job works on, without repetitions. Immutable.
 *
 * <p>Two orders are known: the local one, in which the primary target stands first and which says
 * in what order a scheduler lets go of them, and the order of digests, in which every coordinator
 * takes them, so that groups that overlap cannot wait for each other.
 */
public final class TargetGroup {

  /** Most targets of a group. More is an error: a group that was cut would exclude too little. */
  public static final int LIMIT = GroupLeaseTable.MEMBER_LIMIT;

  /** The action by which a job says that it leaves a target alone. */
  public static final String SKIP = "skip";

  private final List<Long> targets;
  private final SortedMap<WorkId, Long> byId;

  private TargetGroup(Collection<Long> targets) {
    Set<Long> unique = new LinkedHashSet<>(targets);
    if (unique.isEmpty() || unique.size() > LIMIT) {
      throw new IllegalArgumentException(
          "a target group has 1 to " + LIMIT + " targets, this has " + unique.size());
    }
    this.targets = List.copyOf(unique);
    SortedMap<WorkId, Long> ids = new TreeMap<>();
    unique.forEach(target -> ids.put(WorkId.ofTarget(target), target));
    this.byId = Collections.unmodifiableSortedMap(ids);
  }

  /**
   * What a job does with a target.
   *
   * @param target greater than 0
   * @param action any word; {@value TargetGroup#SKIP} leaves the target out of the group
   */
  public record Action(long target, String action) {}

  /**
   * A group in its local order.
   *
   * @param targets the primary first; each greater than 0; repetitions are dropped
   */
  public static TargetGroup of(List<Long> targets) {
    return new TargetGroup(targets);
  }

  /** The group of a job: its primary target, and that of every action that does not skip. */
  public static TargetGroup ofJob(OptionalLong primary, List<Action> actions) {
    List<Long> targets = new ArrayList<>();
    primary.ifPresent(targets::add);
    for (Action action : actions) {
      if (!action.action().equals(SKIP)) {
        targets.add(action.target());
      }
    }
    return new TargetGroup(targets);
  }

  /** In the local order, the primary first. */
  public List<Long> targets() {
    return targets;
  }

  /** By id, which is the order of digests. */
  public SortedMap<WorkId, Long> byId() {
    return byId;
  }

  /** What each record says beside what those of every lease say: its target, and the group. */
  Map<WorkId, JsonObject> fields() {
    List<JsonValue> group = new ArrayList<>();
    byId.values().forEach(target -> group.add(JsonNumber.of(target)));
    Map<WorkId, JsonObject> fields = new TreeMap<>();
    byId.forEach(
        (id, target) ->
            fields.put(
                id,
                new JsonObject(
                    Map.of("target", JsonNumber.of(target), "targets", new JsonArray(group)))));
    return fields;
  }

  /** Two groups are equal when they hold the same targets, in whatever order. */
  @Override
  public boolean equals(Object other) {
    return other instanceof TargetGroup group && group.byId.equals(byId);
  }

  @Override
  public int hashCode() {
    return byId.hashCode();
  }

  @Override
  public String toString() {
    return targets.toString();
  }
}
