package io.holdfast.testkit.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Asks a policy and writes down what it chose. */
final class Choices {

  private final CrashPolicy policy;
  private final List<CrashState.Choice> made = new ArrayList<>();

  Choices(CrashPolicy policy) {
    this.policy = policy;
  }

  int choose(Supplier<String> subject, int options, int newest) {
    if (options == 1) {
      return 0;
    }
    int version = policy.choose(options, newest);
    if (version < 0 || version >= options) {
      throw new IllegalStateException(
          "chose " + version + " of " + options + " for " + subject.get());
    }
    made.add(new CrashState.Choice(subject.get(), options, newest, version));
    return version;
  }

  List<CrashState.Choice> made() {
    return made;
  }
}
