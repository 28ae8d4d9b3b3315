package io.holdfast.testkit.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Supplier;

/** Different versions of one thing, the durable one first. */
final class Versions<T> {

  private final BiPredicate<T, T> same;
  private final List<T> distinct = new ArrayList<>();
  private int newest;

  Versions(BiPredicate<T, T> same) {
    this.same = same;
  }

  /** Adds a version that is newer than all before. */
  Versions<T> add(T version) {
    for (int i = 0; i < distinct.size(); i++) {
      if (same.test(distinct.get(i), version)) {
        newest = i;
        return this;
      }
    }
    newest = distinct.size();
    distinct.add(version);
    return this;
  }

  int count() {
    return distinct.size();
  }

  List<T> all() {
    return distinct;
  }

  T newestVersion() {
    return distinct.get(newest);
  }

  /** Asks only where there is a choice. */
  T choose(Choices choices, Supplier<String> subject) {
    return distinct.get(choices.choose(subject, distinct.size(), newest));
  }
}
