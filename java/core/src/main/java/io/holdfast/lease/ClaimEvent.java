package io.holdfast.lease;

import java.util.Collection;
import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Flight-recorder event: one claim, of an id or of a group, from the first look to the answer. */
@Name("io.holdfast.Claim")
@Label("Claim")
@Category("Holdfast")
@StackTrace(false)
final class ClaimEvent extends Event {

  private static final String NOTHING_SAID = "Exception";

  @Label("Id")
  String id = "";

  @Label("Members")
  int members;

  @Label("Answer")
  String answer = NOTHING_SAID;

  static ClaimEvent begun() {
    ClaimEvent event = new ClaimEvent();
    event.begin();
    return event;
  }

  /** Takes note of an answer; without one it ended in an exception. */
  <T> T answered(T given) {
    answer = given.getClass().getSimpleName();
    return given;
  }

  /**
   * @param ids what was claimed; the first stands for all
   */
  void tell(Collection<WorkId> ids) {
    end();
    if (shouldCommit()) {
      id = ids.iterator().next().hex();
      members = ids.size();
      commit();
    }
  }
}
