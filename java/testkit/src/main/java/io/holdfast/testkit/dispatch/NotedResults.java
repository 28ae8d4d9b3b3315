package io.holdfast.testkit.dispatch;

import io.holdfast.dispatch.Results;
import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.Lease;
import io.holdfast.lease.WorkId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Notes what is published and learnt from, beside what else a test notes. */
final class NotedResults implements Results {

  private final List<String> deeds = new ArrayList<>();
  private int failures;
  private Runnable whileDigesting = () -> {};
  private Map<String, Long> outside = new HashMap<>();
  private Map<String, Integer> learnt = new HashMap<>();

  /** {@code publish} and {@code digest} with what was published, in order. */
  List<String> deeds() {
    return deeds;
  }

  /** Makes the next publications fail. */
  void failTimes(int times) {
    failures = times;
  }

  /** Done each time a result is learnt from. */
  void whileDigesting(Runnable deed) {
    whileDigesting = deed;
  }

  /**
   * Publishes into something that others publish into as well, and that refuses a smaller fence.
   *
   * @param fences by id, the greatest that was seen
   * @param times by id, how often a result was learnt from
   */
  void withOutside(Map<String, Long> fences, Map<String, Integer> times) {
    outside = fences;
    learnt = times;
  }

  @Override
  public void publish(Lease lease, JsonObject manifest) throws Exception {
    if (outside.getOrDefault(lease.id().hex(), 0L) > lease.fence()) {
      throw new IOException("fence " + lease.fence() + " is past");
    }
    outside.put(lease.id().hex(), lease.fence());
    if (failures > 0) {
      failures--;
      throw new IOException("told to fail");
    }
    deeds.add("publish " + CanonicalJson.text(manifest));
  }

  @Override
  public void digest(JsonObject payload, JsonObject manifest) {
    whileDigesting.run();
    learnt.merge(WorkId.ofPayload(payload).hex(), 1, Integer::sum);
    deeds.add("digest " + CanonicalJson.text(manifest));
  }
}
