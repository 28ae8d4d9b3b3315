package io.holdfast.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.dispatch.Job;
import io.holdfast.dispatch.Proposal;
import io.holdfast.dispatch.Selector;
import io.holdfast.dispatch.Selector.Ending;
import io.holdfast.dispatch.Selector.Round;
import io.holdfast.dispatch.TargetContract;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.target.TargetGroup.Action;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every {@link Selector} owes to its scheduler, in whatever order it proposes. */
public abstract class SelectorContract {

  private static final int JOBS = 6;
  private static final long NOW = Long.MAX_VALUE - 3;

  /** Nothing is made before the first test. */
  protected SelectorContract() {}

  /** A lane with these jobs, none of which waits for another; what ends may come back at once. */
  protected abstract Selector newLane(List<Job> jobs);

  private Selector lane() {
    return newLane(LongStream.rangeClosed(1, JOBS).mapToObj(SelectorContract::job).toList());
  }

  private static Job job(long target) {
    return new Job(
        new JsonObject(Map.of("number", JsonNumber.of(target))),
        new TargetContract(OptionalLong.of(target), List.of(new Action(target, "solve"))),
        new JsonObject(Map.of()));
  }

  /** One round over all of it: what is proposed, of which some is admitted. */
  private static List<Proposal> round(Selector lane, Predicate<Proposal> admits) {
    List<Proposal> proposed = new ArrayList<>();
    Round round = lane.begin(JOBS, NOW);
    for (Optional<Proposal> next = round.next(); next.isPresent(); next = round.next()) {
      proposed.add(next.get());
      if (admits.test(next.get())) {
        round.admitted();
      }
    }
    round.commit();
    return proposed;
  }

  @Test
  final void everythingIsProposedOnceWhenAllIsRefused() {
    Selector lane = lane();

    List<Proposal> proposed = round(lane, proposal -> false);

    assertThat(proposed).hasSize(JOBS).doesNotHaveDuplicates();
    assertThat(proposed).allMatch(proposal -> proposal.lane().equals(lane.lane()));
    assertThat(lane.waiting()).isEqualTo(JOBS);
  }

  @Test
  final void refusalsLeaveNoTrace() {
    Selector lane = lane();
    List<Proposal> first = round(lane, proposal -> false);

    assertThat(round(lane, proposal -> false)).isEqualTo(first);
  }

  @Test
  final void roundThatAdmitsNothingAndIsCutShortLeavesNoTrace() {
    Selector lane = lane();
    Round round = lane.begin(2, NOW);
    Proposal first = round.next().orElseThrow();
    round.next();
    round.commit();

    assertThat(lane.begin(2, NOW).next()).contains(first);
  }

  @Test
  final void admittedJobIsNotProposedUntilItEnds() {
    Selector lane = lane();
    Set<Proposal> admitted = new HashSet<>();
    List<Proposal> first = round(lane, proposal -> admitted.size() < 2 && admitted.add(proposal));

    List<Proposal> second = round(lane, proposal -> false);

    assertThat(second).hasSize(JOBS - 2).doesNotContainAnyElementsOf(admitted);
    assertThat(first).containsAll(second);
    assertThat(lane.waiting()).as("what is in work may come back").isEqualTo(JOBS);
  }

  @Test
  final void nothingIsTakenOverBeforeTheCommit() {
    Selector lane = lane();
    Round open = lane.begin(1, NOW);
    open.next();
    open.admitted();

    assertThat(round(lane, proposal -> false)).hasSize(JOBS);
  }

  @ParameterizedTest
  @EnumSource(names = {"COMMITTED", "DONE_ELSEWHERE", "BROKEN"})
  final void jobThatIsOverIsNeverProposedAgain(Ending ending) {
    Selector lane = lane();
    List<Proposal> all = round(lane, proposal -> true);

    all.forEach(proposal -> lane.ended(proposal, ending));

    assertThat(lane.waiting()).isZero();
    assertThat(round(lane, proposal -> false)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"HELD_ELSEWHERE", "GIVEN_UP"})
  final void jobWithoutAResultIsProposedAgain(Ending ending) {
    Selector lane = lane();
    List<Proposal> all = round(lane, proposal -> true);
    assertThat(round(lane, proposal -> false)).isEmpty();

    all.forEach(proposal -> lane.ended(proposal, ending));

    assertThat(round(lane, proposal -> false)).containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  final void jobThatIsNotInWorkCannotEnd() {
    Selector lane = lane();
    Proposal refused = round(lane, proposal -> false).get(0);

    assertThatThrownBy(() -> lane.ended(refused, Ending.COMMITTED))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(refused.key());
  }

  /** One worker, and nothing ever comes to a result. */
  @Test
  final void everyJobHasItsTurn() {
    Selector lane = lane();
    Set<Proposal> served = new HashSet<>();
    for (int i = 0; i < JOBS; i++) {
      Round round = lane.begin(1, NOW);
      Proposal proposal = round.next().orElseThrow();
      round.admitted();
      round.commit();
      served.add(proposal);
      lane.ended(proposal, Ending.GIVEN_UP);
    }

    assertThat(served).hasSize(JOBS);
  }
}
