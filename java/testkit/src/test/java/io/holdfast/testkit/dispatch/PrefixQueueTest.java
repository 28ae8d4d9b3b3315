package io.holdfast.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.dispatch.Cooldown;
import io.holdfast.dispatch.PrefixQueue;
import io.holdfast.dispatch.PrefixQueue.Queues;
import io.holdfast.dispatch.Proposal;
import io.holdfast.dispatch.Selector.Ending;
import io.holdfast.dispatch.Selector.Round;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The lane of jobs that build on one another. */
class PrefixQueueTest {

  private static final long NOW = 7;

  private final PrefixQueue queue = new PrefixQueue("prefix", 100, Cooldown.NONE, 75);

  private void add(String prefix, String... parents) {
    assertThat(queue.add(prefix, Set.of(parents), Jobs.on(prefix))).isTrue();
  }

  /** Jobs as they are proposed when each is admitted, and their round commits. */
  private List<String> take(int limit) {
    List<String> keys = new ArrayList<>();
    Round round = queue.begin(limit, NOW);
    while (keys.size() < limit) {
      Optional<Proposal> proposal = round.next();
      if (proposal.isEmpty()) {
        break;
      }
      keys.add(proposal.get().key());
      round.admitted();
    }
    round.commit();
    return keys;
  }

  private void end(String prefix, Ending ending) {
    queue.ended(new Proposal("prefix", prefix, Jobs.on(prefix)), ending);
  }

  @Test
  void jobIsLowUntilAllPrefixesItExtendsAreDone() {
    add("a");
    add("b");
    add("ab", "a", "b", "never heard of");
    assertThat(queue.queues()).isEqualTo(new Queues(2, 1, 0, 0));

    take(2);
    end("a", Ending.COMMITTED);
    assertThat(queue.queues()).isEqualTo(new Queues(0, 1, 2, 0));
    end("b", Ending.DONE_ELSEWHERE);

    assertThat(queue.queues()).isEqualTo(new Queues(1, 0, 2, 0));
    assertThat(take(1)).containsExactly("ab");
  }

  @Test
  void prefixThatWasGivenUpStillHoldsWhatExtendsIt() {
    add("a");
    add("ab", "a");
    take(1);

    end("a", Ending.GIVEN_UP);

    assertThat(queue.queues()).isEqualTo(new Queues(1, 1, 1, 0));
  }

  @Test
  void lowJobInWorkIsHighWhenItComesBackLater() {
    add("a");
    add("ab", "a");
    take(2);
    end("a", Ending.COMMITTED);
    assertThat(queue.queues()).isEqualTo(new Queues(0, 0, 1, 1));

    end("ab", Ending.HELD_ELSEWHERE);

    assertThat(queue.queues()).isEqualTo(new Queues(1, 0, 1, 1));
  }

  private void addHighAndLow(int each) {
    for (int i = 0; i < each; i++) {
      add("high-" + i);
    }
    for (int i = 0; i < each; i++) {
      add("low-" + i, "high-" + i);
    }
  }

  @Test
  void quotasShareTheWorkers() {
    addHighAndLow(8);

    assertThat(take(4)).containsExactly("high-0", "high-1", "high-2", "low-0");
  }

  @Test
  void quotasHoldForOneWorkerAtATime() {
    addHighAndLow(8);
    List<String> taken = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      taken.addAll(take(1));
    }

    assertThat(taken)
        .containsExactly(
            "high-0", "high-1", "high-2", "low-0", "high-3", "high-4", "high-5", "low-1");
  }

  @Test
  void quotaThatIsNotFilledGoesToTheOther() {
    addHighAndLow(8);
    assertThat(take(16)).hasSize(16).startsWith("high-0", "high-1").contains("low-7");

    for (int i = 0; i < 8; i++) {
      end("low-" + i, Ending.GIVEN_UP);
    }
    assertThat(take(8)).as("only low ones are left").hasSize(8);
  }

  @Test
  void highJobsThatAreRefusedDoNotUseUpTheirQuota() {
    addHighAndLow(4);
    Round round = queue.begin(4, NOW);
    List<String> taken = new ArrayList<>();
    for (int asked = 0; taken.size() < 4; asked++) {
      String key = round.next().orElseThrow().key();
      if (asked > 0) {
        round.admitted();
        taken.add(key);
      }
    }
    round.commit();

    assertThat(taken).containsExactly("high-1", "high-2", "high-3", "low-0");
  }

  @Test
  void whoWaitsLongestStandsFirst() {
    add("a");
    add("b");
    add("c");
    take(2);
    end("a", Ending.GIVEN_UP);

    assertThat(take(2)).containsExactly("c", "a");
    assertThat(queue.standing("c").orElseThrow().queueEpoch()).isEqualTo(2);
    assertThat(queue.queueEpoch()).isEqualTo(2);
  }

  @Test
  void shareIsAPartOfHundred() {
    assertThatThrownBy(() -> new PrefixQueue("prefix", 1, Cooldown.NONE, 101))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("101");
  }
}
