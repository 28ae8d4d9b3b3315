package io.holdfast.litmus;

import io.holdfast.posix.Errno;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What came of a row of calls that a member was to repeat. */
public sealed interface Repeated {

  /** The member's name. */
  String member();

  /**
   * It did.
   *
   * @param begunNanos when what was measured began, by this process' monotonic clock; as exact as
   *     the offset of the member's clock
   * @param endedNanos when it ended
   * @param sumNanos of the times of all operations
   * @param longestNanos the slowest operation
   * @param calls how often which call was made, by its name in the agent's protocol
   * @param times of all operations, the fastest first
   */
  record Done(
      String member,
      long begunNanos,
      long endedNanos,
      long sumNanos,
      long longestNanos,
      Map<String, Long> calls,
      List<Bucket> times)
      implements Repeated {

    public Done {
      calls = Map.copyOf(calls);
      times = List.copyOf(times);
    }
  }

  /**
   * So many operations that took about the same time.
   *
   * @param longestNanos none of them took longer; each took more than 127/128 of it, or it is below
   *     256
   */
  record Bucket(long longestNanos, long count) {}

  /** It could not: a call failed, or it did not understand. Others may have gone on. */
  record Refused(String member, String reason, Optional<Errno> errno) implements Repeated {}

  /** It gave no answer, and is not asked again. */
  record Lost(String member, String reason) implements Repeated {}
}
