package io.holdfast.testkit.sim;

import io.holdfast.posix.RawPath;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The changes of names that no barrier has made durable, in the order in which they were made. */
final class NameJournal {

  private final Set<NameChange> pending = new LinkedHashSet<>();
  private final Map<Slot, NameChange> lastOn = new HashMap<>();

  private record Slot(SimDirectory directory, RawPath name) {}

  /** Notes a change that can be seen already. */
  void add(String description, List<NameChange.Half> halves) {
    List<NameChange> needs = new ArrayList<>();
    for (NameChange.Half half : halves) {
      NameChange before = lastOn.get(new Slot(half.directory(), half.name()));
      if (before != null && !needs.contains(before)) {
        needs.add(before);
      }
    }
    NameChange change = new NameChange(description, halves, needs);
    pending.add(change);
    for (NameChange.Half half : halves) {
      lastOn.put(new Slot(half.directory(), half.name()), change);
    }
  }

  List<NameChange> pending() {
    return List.copyOf(pending);
  }

  /**
   * A barrier on a directory: every change of its names becomes durable, with the other half of its
   * renames and with whatever those build on.
   */
  void commit(SimDirectory directory) {
    Set<NameChange> wanted = new LinkedHashSet<>();
    pending.stream().filter(c -> c.touches(directory)).forEach(c -> addWithNeeds(c, wanted));
    commit(pending.stream().filter(wanted::contains).toList());
  }

  void commitAll() {
    commit(pending());
  }

  /** A failed barrier on a directory: its changes never become durable and stay visible. */
  void lose(SimDirectory directory) {
    settle(pending.stream().filter(c -> c.touches(directory)).toList());
  }

  private static void addWithNeeds(NameChange change, Set<NameChange> into) {
    if (into.add(change)) {
      change.needs().forEach(needed -> addWithNeeds(needed, into));
    }
  }

  private void commit(List<NameChange> inOrder) {
    for (NameChange change : inOrder) {
      change.halves().forEach(half -> half.directory().putDurable(half.name(), half.after()));
    }
    settle(inOrder);
  }

  private void settle(Collection<NameChange> changes) {
    for (NameChange change : changes) {
      change.settle();
      pending.remove(change);
      for (NameChange.Half half : change.halves()) {
        lastOn.remove(new Slot(half.directory(), half.name()), change);
      }
    }
  }
}
