package io.holdfast.testkit.dispatch;

import io.holdfast.dispatch.ConcurrencyLane;
import io.holdfast.dispatch.Cooldown;
import io.holdfast.dispatch.Job;
import io.holdfast.dispatch.PrefixQueue;
import io.holdfast.dispatch.ReplayFallback;
import io.holdfast.dispatch.Selector;
import io.holdfast.dispatch.Standing;
import io.holdfast.dispatch.TargetRanking;
import java.util.Set;

/** Each lane as it looks when nothing is said but which jobs there are, in which order. */
interface LaneUnderTest {

  int CAPACITY = 100;

  /** Which lane. */
  enum Kind {
    PREFIX,
    RANKING,
    CONCURRENCY,
    REPLAY;

    LaneUnderTest make(Cooldown cooldown) {
      return switch (this) {
        case PREFIX -> new Prefix(new PrefixQueue("prefix", CAPACITY, cooldown, 75));
        case RANKING -> new Ranking(new TargetRanking("ranking", CAPACITY, cooldown));
        case CONCURRENCY ->
            new Concurrency(new ConcurrencyLane("concurrency", CAPACITY, cooldown, CAPACITY));
        case REPLAY -> new Replay(new ReplayFallback("replay", CAPACITY, cooldown));
      };
    }
  }

  Selector selector();

  boolean add(String key, Job job);

  /** Of a job that there is. */
  Standing standing(String key);

  /** Jobs that build on nothing. */
  record Prefix(PrefixQueue selector) implements LaneUnderTest {
    @Override
    public boolean add(String key, Job job) {
      return selector.add(key, Set.of(), job);
    }

    @Override
    public Standing standing(String key) {
      return selector.standing(key).orElseThrow();
    }
  }

  /** Jobs of one score. */
  record Ranking(TargetRanking selector) implements LaneUnderTest {
    @Override
    public boolean add(String key, Job job) {
      return selector.add(key, 1, job);
    }

    @Override
    public Standing standing(String key) {
      return selector.standing(key).orElseThrow();
    }
  }

  /** Jobs of one conflict key. */
  record Concurrency(ConcurrencyLane selector) implements LaneUnderTest {
    @Override
    public boolean add(String key, Job job) {
      return selector.add(key, "all", job);
    }

    @Override
    public Standing standing(String key) {
      return selector.standing(key).orElseThrow();
    }
  }

  /** Keys in their order. */
  record Replay(ReplayFallback selector) implements LaneUnderTest {
    @Override
    public boolean add(String key, Job job) {
      return selector.add(key, job);
    }

    @Override
    public Standing standing(String key) {
      return selector.standing(key).orElseThrow();
    }
  }
}
