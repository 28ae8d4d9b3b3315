package io.holdfast.lab.lease;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What work of leases writes to, outside of their table: it remembers the highest number of each id
 * and refuses smaller ones. Any thread may use it.
 */
final class Outside {

  /** The write that stands. */
  record Written(long fence, String token) {}

  private final Map<Integer, Written> standing = new HashMap<>();
  private final List<String> violations = new ArrayList<>();

  /**
   * Takes or refuses a write.
   *
   * @return whether it was taken
   */
  synchronized boolean write(int number, long fence, String token) {
    Written before = standing.get(number);
    if (before != null && before.fence() > fence) {
      return false;
    }
    if (before != null && before.fence() == fence && !before.token().equals(token)) {
      violations.add(
          "id %d: two holders wrote outside with number %d: %s and %s"
              .formatted(number, fence, before.token(), token));
    }
    standing.put(number, new Written(fence, token));
    return true;
  }

  synchronized Optional<Written> standing(int number) {
    return Optional.ofNullable(standing.get(number));
  }

  synchronized List<String> violations() {
    return List.copyOf(violations);
  }
}
