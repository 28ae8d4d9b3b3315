package io.holdfast.lab.crash;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which versions each name may have after a crash, by the marks made so far. A name is changed by
 * one writer at a time, or published by several.
 */
final class Ledger {

  private final Map<String, List<Integer>> possible = new LinkedHashMap<>();

  /** Takes a mark into account; {@link Marks#BEGIN} and {@link Marks#END} change nothing. */
  void note(String mark) {
    String[] words = mark.split(" ", -1);
    if (words.length != 3) {
      return;
    }
    List<Integer> versions =
        possible.computeIfAbsent(words[1], name -> new ArrayList<>(List.of(Content.ABSENT)));
    Integer version = Integer.valueOf(words[2]);
    switch (words[0]) {
      case Marks.STARTED -> versions.add(version);
      case Marks.ACKNOWLEDGED -> versions.subList(0, versions.lastIndexOf(version)).clear();
      case Marks.PUBLISHED -> versions.removeIf(other -> !other.equals(version));
      case Marks.PRESENT -> versions.removeIf(other -> other == Content.ABSENT);
      default -> throw new IllegalArgumentException("not a mark: " + mark);
    }
  }

  /** Every name that was ever started, with the versions that may be found. */
  Map<String, List<Integer>> possible() {
    return possible;
  }
}
