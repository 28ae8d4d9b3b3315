package io.holdfast.lab.crash;

import io.holdfast.lab.crash.CrashLog.Kind;
import io.holdfast.lab.crash.CrashResult.Violation;
import io.holdfast.lab.crash.CrashStates.State;
import io.holdfast.lab.crash.RecordedStorage.UnusableStorageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/** Looks at crash states of one record, one after the other, in its order. Used by one thread. */
final class CrashLook {

  private static final int PROGRESS_EVERY = 50;

  private final CrashLog log;
  private final RecordedStorage storage;
  private final RemainsCheck check;
  private final boolean tearsSuperblock;
  private final Ledger ledger = new Ledger();
  private final List<Violation> violations = new ArrayList<>();
  private int noted;
  private int looked;
  private int violating;
  private int unmountable;

  /**
   * @param tearsSuperblock whether storage that does not come up is counted, and no violation
   */
  CrashLook(CrashLog log, RecordedStorage storage, RemainsCheck check, boolean tearsSuperblock) {
    this.log = log;
    this.storage = storage;
    this.check = check;
    this.tearsSuperblock = tearsSuperblock;
  }

  /**
   * Looks at all of some states.
   *
   * @param only the number of the one state to look at; empty for all
   * @param progress told how many were looked at: 0 at the beginning, and now and then
   */
  void at(List<State> states, Optional<Integer> only, IntConsumer progress) throws IOException {
    progress.accept(0);
    for (int number = 0; number < states.size(); number++) {
      if (only.isEmpty() || only.get() == number) {
        look(number, states.get(number));
        if (looked % PROGRESS_EVERY == 0) {
          progress.accept(looked);
        }
      }
    }
  }

  private void look(int number, State state) throws IOException {
    for (; noted < state.records(); noted++) {
      if (log.entry(noted).kind() == Kind.MARK) {
        ledger.note(log.text(log.entry(noted)));
      }
    }
    Optional<String> broken = violation(state);
    looked++;
    if (broken.isPresent()) {
      violating++;
      if (violations.size() < CrashResult.VIOLATIONS_TOLD) {
        String left = state.choice() + " of " + state.items();
        violations.add(new Violation(number, state.records(), left, broken.get()));
      }
    }
  }

  private Optional<String> violation(State state) throws IOException {
    try {
      return check.violation(ledger, storage.remains(state.records(), state.kept()));
    } catch (UnusableStorageException e) {
      if (tearsSuperblock) {
        unmountable++;
        return Optional.empty();
      }
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  int looked() {
    return looked;
  }

  int violating() {
    return violating;
  }

  int unmountable() {
    return unmountable;
  }

  List<Violation> violations() {
    return violations;
  }
}
