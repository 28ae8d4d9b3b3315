package io.holdfast.testkit.dispatch;

import io.holdfast.dispatch.Results;
import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.Lease;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Notes what is published and learnt from, beside what else a test notes. */
final class NotedResults implements Results {

  private final List<String> deeds = new ArrayList<>();
  private int failures;
  private Runnable whileDigesting = () -> {};

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

  @Override
  public void publish(Lease lease, JsonObject manifest) throws Exception {
    if (failures > 0) {
      failures--;
      throw new IOException("told to fail");
    }
    deeds.add("publish " + CanonicalJson.text(manifest));
  }

  @Override
  public void digest(JsonObject payload, JsonObject manifest) {
    whileDigesting.run();
    deeds.add("digest " + CanonicalJson.text(manifest));
  }
}
