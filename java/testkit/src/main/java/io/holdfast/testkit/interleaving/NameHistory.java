package io.holdfast.testkit.interleaving;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Which file each name of one directory led to, at every moment. */
final class NameHistory {

  /** Stands for every directory. */
  static final int DIRECTORY = Integer.MAX_VALUE;

  private static final int NO_FILE = -1;

  private final Map<String, List<Event>> events = new HashMap<>();
  private long now;

  private record Event(long moment, int file) {}

  /** The present moment: the number of changes. */
  long now() {
    return now;
  }

  void lead(String name, int file) {
    now++;
    events.computeIfAbsent(name, any -> new ArrayList<>(2)).add(new Event(now, file));
  }

  void remove(String name) {
    lead(name, NO_FILE);
  }

  /** Whether a name ever led to a file since this history began. */
  boolean knows(String name) {
    return events.containsKey(name);
  }

  /** The file of a name at a moment. */
  OptionalInt at(String name, long moment) {
    int file = NO_FILE;
    for (Event event : events.getOrDefault(name, List.of())) {
      if (event.moment() > moment) {
        break;
      }
      file = event.file();
    }
    return file == NO_FILE ? OptionalInt.empty() : OptionalInt.of(file);
  }

  /** All names of a moment, with their files. */
  Map<String, Integer> all(long moment) {
    Map<String, Integer> names = new HashMap<>();
    for (String name : events.keySet()) {
      at(name, moment).ifPresent(file -> names.put(name, file));
    }
    return names;
  }
}
