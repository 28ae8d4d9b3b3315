package io.holdfast.testkit.sim;

import java.util.List;
import java.util.stream.Collectors;

/**
 * One outcome of a crash.
 *
 * @param disk what survived, all of it durable; fresh, for the caller alone
 * @param choices what the policy decided, in order
 */
public record CrashState(SimDisk disk, List<Choice> choices) {

  public CrashState {
    choices = List.copyOf(choices);
  }

  /**
   * One decision.
   *
   * @param subject what it was about
   * @param options how many versions there were
   * @param newest the version that could be seen before the crash
   * @param chosen the version that survived; 0 is the durable one
   */
  public record Choice(String subject, int options, int newest, int chosen) {

    @Override
    public String toString() {
      if (chosen == newest) {
        return subject + " kept";
      }
      return chosen == 0 ? subject + " lost" : subject + " as of " + chosen + "/" + options;
    }
  }

  /** For {@link CrashPolicy#replay} on the same {@link CrashPoint}. */
  public List<Integer> chosen() {
    return choices.stream().map(Choice::chosen).toList();
  }

  /** {@code rename a -> b kept, inode 5 size lost; replay [1, 0]}. */
  @Override
  public String toString() {
    String what = choices.stream().map(Choice::toString).collect(Collectors.joining(", "));
    return (what.isEmpty() ? "nothing was at stake" : what) + "; replay " + chosen();
  }
}
