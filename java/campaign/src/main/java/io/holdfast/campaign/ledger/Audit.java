package io.holdfast.campaign.ledger;

import io.holdfast.campaign.item.Corpus.Entry;
import io.holdfast.campaign.item.Plan;
import io.holdfast.campaign.ledger.LedgerLine.Distrusted;
import io.holdfast.campaign.ledger.LedgerLine.Done;
import io.holdfast.campaign.ledger.LedgerLine.Ended;
import io.holdfast.campaign.ledger.LedgerLine.Figures;
import io.holdfast.campaign.ledger.LedgerLine.Sent;
import io.holdfast.campaign.ledger.LedgerLine.Took;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a campaign came to, by its ledgers and by what is public, and whether that is as promised:
 *
 * <ul>
 *   <li>no input has two results;
 *   <li>what was acknowledged is public, the very result and no other;
 *   <li>with leases of targets, no two workers worked on a target at the same time under leases
 *       that could be trusted;
 *   <li>nothing is public that does not belong there;
 *   <li>no coordinator claimed or sent anything after it had ceased to trust the directory.
 * </ul>
 *
 * @param inputs that are public
 * @param results that are public
 * @param isComplete whether every input has its result, and there are as many as planned
 * @param violations in words; empty when all is as promised
 * @param solves how often a worker worked on a target
 * @param duplicatedSolves of these, begun while another worker worked on the same target
 * @param workNanos time of workers on targets
 * @param wastedNanos of this, time in which another one worked on the same target
 * @param figures counters of all coordinators, added up
 * @param steps of each step how long it took each time, sorted
 * @param workers that coordinators had which came to their end
 * @param acknowledged of these, workers that said that they end
 */
public record Audit(
    int inputs,
    int results,
    boolean isComplete,
    List<String> violations,
    long solves,
    long duplicatedSolves,
    long workNanos,
    long wastedNanos,
    Map<String, Long> figures,
    Map<String, List<Long>> steps,
    int workers,
    int acknowledged) {

  private static final String CLAIM = "claim";

  public Audit {
    violations = List.copyOf(violations);
    figures = Map.copyOf(figures);
    steps = Map.copyOf(steps);
  }

  /**
   * Looks at everything.
   *
   * @param ledgers by name
   * @param entries all that is public
   */
  public static Audit of(Plan plan, Map<String, List<LedgerLine>> ledgers, List<Entry> entries) {
    Work work = new Work(plan);
    work.lookAtPublic(entries);
    work.lookAtAcknowledged(ledgers);
    ledgers.forEach(work::lookAtDistrust);
    work.lookAtSolves(Solves.byTarget(ledgers));
    List<LedgerLine> lines = ledgers.values().stream().flatMap(List::stream).toList();
    List<Ended> ends =
        lines.stream().filter(Ended.class::isInstance).map(Ended.class::cast).toList();
    return new Audit(
        work.inputs.size(),
        work.outcomes.size(),
        work.isComplete(),
        work.violations,
        work.solves,
        work.duplicatedSolves,
        work.workNanos,
        work.wastedNanos,
        figures(ledgers),
        steps(lines),
        ends.stream().mapToInt(Ended::workers).sum(),
        ends.stream().mapToInt(Ended::acknowledged).sum());
  }

  /** The last of each ledger, added up. */
  private static Map<String, Long> figures(Map<String, List<LedgerLine>> ledgers) {
    Map<String, Long> sums = new TreeMap<>();
    for (List<LedgerLine> lines : ledgers.values()) {
      Map<String, Long> last = Map.of();
      for (LedgerLine line : lines) {
        last = line instanceof Figures figures ? figures.figures() : last;
      }
      last.forEach((name, number) -> sums.merge(name, number, Long::sum));
    }
    return sums;
  }

  private static Map<String, List<Long>> steps(List<LedgerLine> lines) {
    Map<String, List<Long>> steps = new TreeMap<>();
    for (LedgerLine line : lines) {
      if (line instanceof Took took) {
        steps.computeIfAbsent(took.step(), any -> new ArrayList<>()).add(took.tookNanos());
      }
    }
    steps.values().forEach(nanos -> nanos.sort(Comparator.naturalOrder()));
    return steps;
  }

  /** The nanoseconds that a part of the times of a step does not exceed; 0 where there is none. */
  public long percentileNanos(String step, double part) {
    List<Long> sorted = steps.getOrDefault(step, List.of());
    int index = (int) Math.ceil(part * sorted.size()) - 1;
    return sorted.isEmpty() ? 0 : sorted.get(Math.max(0, index));
  }

  /** Collects what is found. */
  private static final class Work {

    private final Plan plan;
    private final Set<String> inputs = new HashSet<>();
    private final Map<String, List<String>> outcomes = new HashMap<>();
    private final List<String> violations = new ArrayList<>();
    private long solves;
    private long duplicatedSolves;
    private long workNanos;
    private long wastedNanos;

    Work(Plan plan) {
      this.plan = plan;
    }

    void lookAtPublic(List<Entry> entries) {
      for (Entry entry : entries) {
        if (entry instanceof Entry.ToDo toDo) {
          inputs.add(toDo.name().hex());
        } else if (entry instanceof Entry.Done done) {
          outcomes
              .computeIfAbsent(done.outcome().input().hex(), any -> new ArrayList<>())
              .add(done.name().hex());
        } else if (entry instanceof Entry.Foreign foreign) {
          violations.add(
              "public/" + foreign.name() + " does not belong there: " + foreign.reason());
        }
      }
      outcomes.forEach(
          (input, all) -> {
            if (all.size() > 1) {
              violations.add("the input " + input + " has " + all.size() + " results");
            }
            if (!inputs.contains(input)) {
              violations.add("there is a result of " + input + ", which is no input");
            }
          });
    }

    void lookAtAcknowledged(Map<String, List<LedgerLine>> ledgers) {
      ledgers.forEach(
          (ledger, lines) -> {
            for (LedgerLine line : lines) {
              if (line instanceof Done done) {
                lookAt(ledger, done);
              }
            }
          });
    }

    private void lookAt(String ledger, Done done) {
      List<String> all = outcomes.getOrDefault(done.input(), List.of());
      if (all.isEmpty()) {
        violations.add(ledger + " acknowledged " + done.input() + ", and there is no result");
      } else if (all.stream().noneMatch(done.contents()::contains)) {
        violations.add(
            "%s acknowledged a result of %s, and another one is public: %s"
                .formatted(ledger, done.input(), all));
      }
    }

    void lookAtDistrust(String ledger, List<LedgerLine> lines) {
      boolean distrusted = false;
      for (LedgerLine line : lines) {
        distrusted = distrusted || line instanceof Distrusted;
        if (distrusted && isBegun(line)) {
          violations.add(ledger + " began something when it did not trust the directory: " + line);
        }
      }
    }

    private static boolean isBegun(LedgerLine line) {
      return line instanceof Sent || (line instanceof Took took && took.step().equals(CLAIM));
    }

    void lookAtSolves(Map<Long, List<Solve>> byTarget) {
      byTarget.forEach(
          (target, all) -> {
            Solve[] sorted = all.toArray(Solve[]::new);
            Arrays.sort(sorted, Comparator.comparingLong(Solve::fromNanos));
            for (int at = 0; at < sorted.length; at++) {
              solves++;
              workNanos += sorted[at].toNanos() - sorted[at].fromNanos();
              compare(target, sorted, at);
            }
          });
    }

    private void compare(long target, Solve[] sorted, int at) {
      long overlap = 0;
      for (int before = 0; before < at; before++) {
        overlap = Math.max(overlap, sorted[before].overlapNanos(sorted[at]));
        if (plan.targetLeases() && sorted[before].liveOverlapNanos(sorted[at]) > 0) {
          violations.add(
              "target %d was worked on twice at the same time for %d ns: by %s and by %s"
                  .formatted(
                      target,
                      sorted[before].liveOverlapNanos(sorted[at]),
                      sorted[before].inWords(),
                      sorted[at].inWords()));
        }
      }
      duplicatedSolves += overlap > 0 ? 1 : 0;
      wastedNanos += overlap;
    }

    boolean isComplete() {
      return inputs.size() == plan.results() && outcomes.keySet().containsAll(inputs);
    }
  }
}
