package io.holdfast.testkit.proof;

import java.util.Map;
import java.util.TreeMap;

/** A state in which some names may be found together. */
interface Claim {

  /**
   * Whether it is this state.
   *
   * @param found what was found under the names of the unit, by path; an absent path is missing
   */
  boolean accepts(Map<String, String> found);

  /** Exactly these files, by path. */
  static Claim exactly(Map<String, String> files) {
    Map<String, String> copy = new TreeMap<>(files);
    return new Claim() {
      @Override
      public boolean accepts(Map<String, String> found) {
        return found.equals(copy);
      }

      @Override
      public String toString() {
        return Content.describe(copy);
      }
    };
  }

  /** Some of these files and nothing else: a tree that is being made or removed. */
  static Claim partOf(Map<String, String> files) {
    Map<String, String> copy = new TreeMap<>(files);
    return new Claim() {
      @Override
      public boolean accepts(Map<String, String> found) {
        return copy.entrySet().containsAll(found.entrySet());
      }

      @Override
      public String toString() {
        return "part of " + Content.describe(copy);
      }
    };
  }
}
