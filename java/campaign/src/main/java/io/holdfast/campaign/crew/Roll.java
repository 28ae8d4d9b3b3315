package io.holdfast.campaign.crew;

import io.holdfast.dispatch.Report;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Who of a crew has nothing to do, and who has ended. One thread. */
final class Roll {

  private final SortedSet<Integer> idle = new TreeSet<>();
  private final SortedSet<Integer> ended = new TreeSet<>();

  SortedSet<Integer> idle() {
    return new TreeSet<>(idle);
  }

  int ended() {
    return ended.size();
  }

  boolean hasEnded(int worker) {
    return ended.contains(worker);
  }

  void sent(int worker) {
    if (!idle.remove(worker)) {
      throw new IllegalArgumentException("worker " + worker + " is not idle");
    }
  }

  void gone(int worker) {
    idle.remove(worker);
  }

  /** Takes a word. @return what the dispatcher is to know of it */
  Optional<Report> take(int worker, Word word) {
    if (word instanceof Word.Ended) {
      idle.remove(worker);
      ended.add(worker);
      return Optional.empty();
    }
    idle.add(worker);
    if (word instanceof Word.Result result) {
      return Optional.of(new Report.Result(worker, result.id(), result.manifest()));
    }
    return word instanceof Word.Failed failed
        ? Optional.of(new Report.Failed(worker, failed.id(), failed.reason()))
        : Optional.empty();
  }
}
