package io.holdfast.lab.lease;

import io.holdfast.lease.TableManifest.Protocol;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Holds what coordinators were answered against each other, against what stands outside, and
 * against what the table holds in the end. Pure.
 */
final class LeaseCheck {

  /** Two wall clocks of one machine that are read at different times may have been slewed. */
  private static final long SLEW_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final LeaseRunRequest request;
  private final Evidence evidence;
  private final Map<Integer, List<LedgerLine>> linesById = new TreeMap<>();
  private final Holdings holdings;
  private final List<String> violations = new ArrayList<>();

  /** A record in the end. */
  record End(boolean isDone, long fence, String token) {}

  /**
   * What there is to look at.
   *
   * @param ledger the lines in the order in which they were written
   * @param killed coordinators that were killed
   * @param outside what stands outside
   * @param ends the records of the table, by the number of their id
   */
  record Evidence(
      List<LedgerLine> ledger, Set<Integer> killed, Outside outside, Map<Integer, End> ends) {}

  LeaseCheck(LeaseRunRequest request, Evidence evidence) {
    this.request = request;
    this.evidence = evidence;
    this.holdings = new Holdings(request, evidence.ledger());
    for (LedgerLine line : evidence.ledger()) {
      linesById.computeIfAbsent(line.number(), any -> new ArrayList<>()).add(line);
    }
  }

  /** Every broken promise, in words. */
  List<String> violations() {
    for (LedgerLine line : evidence.ledger()) {
      if (line.deed() == Deed.CORRUPT) {
        violations.add("c" + line.coordinator() + " was answered corrupt: " + line.note());
      }
    }
    violations.addAll(evidence.outside().violations());
    for (int number = 0; number < request.ids(); number++) {
      List<LedgerLine> lines = linesById.getOrDefault(number, List.of());
      checkNumbers(number, lines);
      checkExpiry(number, lines);
      checkEnd(number, lines);
    }
    return violations;
  }

  private void violated(int number, String what) {
    violations.add("id " + number + ": " + what);
  }

  // ---- each number was won once, and they grow

  private void checkNumbers(int number, List<LedgerLine> lines) {
    Map<Long, LedgerLine> byFence = new HashMap<>();
    List<LedgerLine> transitions =
        lines.stream()
            .filter(line -> line.deed().isTransition())
            .sorted(Comparator.comparingLong(LedgerLine::fence))
            .toList();
    LedgerLine before = null;
    for (LedgerLine line : transitions) {
      LedgerLine other = byFence.putIfAbsent(line.fence(), line);
      if (other != null && !mayShareNumber(line, other)) {
        violated(number, "two winners: " + other.inWords() + ", " + line.inWords());
      }
      if (before != null
          && before.fence() < line.fence()
          && line.endedNanos() < before.begunNanos()) {
        violated(
            number, "the number fell: " + line.inWords() + " was over before " + before.inWords());
      }
      before = line;
    }
  }

  /** Under an update lock the number stays that of the claim until the end. */
  private boolean mayShareNumber(LedgerLine one, LedgerLine other) {
    return request.protocol() != Protocol.FENCE
        && one.token().equals(other.token())
        && !(one.deed().isEnd() && other.deed().isEnd());
  }

  // ---- nobody lost a lease that lived

  private void checkExpiry(int number, List<LedgerLine> lines) {
    List<LedgerLine> takings =
        lines.stream()
            .filter(line -> line.deed().isTaking())
            .sorted(Comparator.comparingLong(LedgerLine::fence))
            .toList();
    for (int i = 1; i < takings.size(); i++) {
      LedgerLine before = takings.get(i - 1);
      LedgerLine taking = takings.get(i);
      long lived = holdings.protectedUntil(before);
      if (before.coordinator() != taking.coordinator()
          && !before.token().equals(taking.token())
          && taking.endedNanos() < lived - SLEW_NANOS
          && !holdings.gaveUp(before, taking.endedNanos(), lines)) {
        violated(
            number,
            "taken %.3f s before its time: %s, %s"
                .formatted(
                    (lived - taking.endedNanos()) / 1e9, before.inWords(), taking.inWords()));
      }
    }
  }

  // ---- done once, for ever

  private void checkEnd(int number, List<LedgerLine> lines) {
    End end = evidence.ends().get(number);
    if (end == null || !end.isDone()) {
      violated(number, "it is not done in the end");
      return;
    }
    List<LedgerLine> completions = lines.stream().filter(line -> line.deed().isEnd()).toList();
    if (completions.size() > 1) {
      violated(
          number,
          "completed twice: " + completions.get(0).inWords() + ", " + completions.get(1).inWords());
    }
    Optional<LedgerLine> completion = completions.stream().findFirst();
    if (completion.isEmpty() && !mayHaveCompletedUnheard(end, lines)) {
      violated(number, "it is done by token " + end.token() + ", and nobody was told so");
    }
    completion
        .filter(line -> line.fence() != end.fence() || !line.token().equals(end.token()))
        .ifPresent(
            line ->
                violated(
                    number,
                    line.inWords()
                        + ", and the record has number "
                        + end.fence()
                        + " of token "
                        + end.token()));
    lines.stream()
        .filter(line -> line.deed().isTransition() && line.fence() > end.fence())
        .forEach(
            line ->
                violated(number, line.inWords() + ", beyond the record's number " + end.fence()));
    checkOutside(number, end);
  }

  /** Its holder asked for completion, and was killed, or is known to have got no answer. */
  private boolean mayHaveCompletedUnheard(End end, List<LedgerLine> lines) {
    Set<Integer> askers = new HashSet<>();
    for (LedgerLine line : lines) {
      if (line.deed() == Deed.COMPLETING && line.token().equals(end.token())) {
        askers.add(line.coordinator());
      }
    }
    return askers.stream()
        .anyMatch(
            asker ->
                evidence.killed().contains(asker)
                    || lines.stream()
                        .anyMatch(
                            line ->
                                line.coordinator() == asker
                                    && line.deed() == Deed.UNANSWERED
                                    && isOfCompletion(line)));
  }

  private static boolean isOfCompletion(LedgerLine line) {
    return line.note().startsWith("complete ") || line.note().startsWith("replay ");
  }

  /** Whoever completed wrote outside before, and nobody who lost to it wrote after. */
  private void checkOutside(int number, End end) {
    Optional<Outside.Written> standing = evidence.outside().standing(number);
    if (standing.isEmpty()) {
      violated(number, "it is done, and nothing was written outside");
    } else if (!standing.get().token().equals(end.token())) {
      violated(
          number,
          "done by token "
              + end.token()
              + ", but outside stands what token "
              + standing.get().token()
              + " wrote with number "
              + standing.get().fence());
    } else if (standing.get().fence() > end.fence()) {
      violated(number, "outside stands number " + standing.get().fence() + ", beyond the record's");
    }
  }
}
