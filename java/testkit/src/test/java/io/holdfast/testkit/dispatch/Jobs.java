package io.holdfast.testkit.dispatch;

import io.holdfast.dispatch.Job;
import io.holdfast.dispatch.TargetContract;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.target.TargetGroup.Action;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Jobs of tests. */
final class Jobs {

  private static final JsonObject NO_TUNING = new JsonObject(Map.of());

  private Jobs() {}

  /** A job with an input of this name that works on these targets, none at all if so. */
  static Job on(String input, long... targets) {
    List<Action> actions =
        Arrays.stream(targets).mapToObj(target -> new Action(target, "solve")).toList();
    return new Job(
        new JsonObject(Map.of("name", new JsonString(input))),
        new TargetContract(OptionalLong.empty(), actions),
        NO_TUNING);
  }
}
