package io.holdfast.testkit.decorator;

import io.holdfast.posix.Posix;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Lets something happen right before a call is made or right after it was done, before its caller
 * learns the answer: another process at the worst moment. The action runs on the caller's thread,
 * once, and may block. Any number of threads may use it.
 */
public final class MeanwhilePosix extends InterceptingPosix {

  private record Plan(
      PosixCall which, Predicate<Call> predicate, boolean before, Runnable action) {}

  private final List<Plan> plans = new ArrayList<>();

  public MeanwhilePosix(Posix delegate) {
    super(delegate);
  }

  /** Runs the action before the next such call. */
  public MeanwhilePosix before(PosixCall which, Predicate<Call> predicate, Runnable action) {
    return plan(new Plan(which, predicate, true, action));
  }

  /** Runs the action after the next such call. */
  public MeanwhilePosix after(PosixCall which, Predicate<Call> predicate, Runnable action) {
    return plan(new Plan(which, predicate, false, action));
  }

  @Override
  protected long around(Call call, LongSupplier proceed) {
    take(call, true).ifPresent(Runnable::run);
    long result = proceed.getAsLong();
    take(call, false).ifPresent(Runnable::run);
    return result;
  }

  private synchronized MeanwhilePosix plan(Plan plan) {
    plans.add(plan);
    return this;
  }

  private synchronized Optional<Runnable> take(Call call, boolean before) {
    Optional<Plan> next =
        plans.stream()
            .filter(plan -> plan.before() == before && plan.which() == call.which())
            .filter(plan -> plan.predicate().test(call))
            .findFirst();
    next.ifPresent(plans::remove);
    return next.map(Plan::action);
  }
}
