package io.holdfast.dispatch;

import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonArray;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.target.TargetGroup;
import io.holdfast.target.TargetGroup.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a job promises to work on: its primary target and its actions. It is frozen before any hint
 * is asked for, so that the group that was leased is the group that the worker works on.
 *
 * @param primary greater than 0 where there is one
 * @param actions in the order in which the worker takes them
 */
public record TargetContract(OptionalLong primary, List<Action> actions) {

  /** The contract of a job that names no targets. */
  public static final TargetContract NONE = new TargetContract(OptionalLong.empty(), List.of());

  public TargetContract {
    actions = List.copyOf(actions);
    if (primary.isPresent() && primary.getAsLong() < 1) {
      throw new IllegalArgumentException(
          "a target is greater than 0, this is " + primary.getAsLong());
    }
    group(primary, actions);
  }

  /** Whether there is anything to lease: a primary target, or an action that does not skip. */
  public boolean isTargeted() {
    return group().isPresent();
  }

  /** What is leased for it; empty when it names no targets, or skips all of them. */
  public Optional<TargetGroup> group() {
    return group(primary, actions);
  }

  private static Optional<TargetGroup> group(OptionalLong primary, List<Action> actions) {
    boolean targeted =
        primary.isPresent()
            || actions.stream().anyMatch(action -> !action.action().equals(TargetGroup.SKIP));
    return targeted ? Optional.of(TargetGroup.ofJob(primary, actions)) : Optional.empty();
  }

  /** As fields of a payload: {@code target}, where there is one, and {@code actions}. */
  JsonObject addTo(JsonObject payload) {
    List<JsonValue> list = new ArrayList<>();
    actions.forEach(
        action ->
            list.add(
                new JsonObject(
                    Map.of(
                        "action",
                        new JsonString(action.action()),
                        "target",
                        JsonNumber.of(action.target())))));
    JsonObject withActions = payload.with("actions", new JsonArray(list));
    return primary.isPresent()
        ? withActions.with("target", JsonNumber.of(primary.getAsLong()))
        : withActions;
  }
}
