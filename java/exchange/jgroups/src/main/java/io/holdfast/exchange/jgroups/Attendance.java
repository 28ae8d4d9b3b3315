package io.holdfast.exchange.jgroups;

import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.cluster.ExchangeException;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Who of a group is there, has left, or was lost. The group begins once every member knows that all
 * others see everybody; from then on the first one lost is lost to the whole group. Any thread may
 * use it.
 */
final class Attendance {

  /** A clock that jumped, because the machine slept, is noticed after this long. */
  private static final long SLICE_MILLIS = 20;

  private final Seating seating;
  private final int own;
  private final BitSet inView = new BitSet();
  private final BitSet seesAll = new BitSet();
  private final BitSet left = new BitSet();
  private final BitSet farewellHeard = new BitSet();
  private final long[] incarnations;
  private long viewNumber;
  private boolean begun;
  private @Nullable String lost;

  Attendance(Seating seating, int own) {
    this.seating = seating;
    this.own = own;
    this.incarnations = new long[seating.members()];
  }

  // ---- what JGroups' threads tell

  /**
   * Who JGroups says is there.
   *
   * @param number which grows; JGroups may tell an earlier one late
   */
  synchronized void view(long number, BitSet ranks) {
    if (number < viewNumber) {
      return;
    }
    viewNumber = number;
    inView.clear();
    inView.or(ranks);
    if (!begun) {
      seesAll.and(ranks);
    }
    if (begun && lost == null) {
      BitSet missing = absent(inView);
      missing.andNot(left);
      if (!missing.isEmpty()) {
        lost = names(missing) + (missing.cardinality() == 1 ? " was" : " were") + " lost";
      }
    }
    notifyAll();
  }

  /**
   * A member says that it sees everybody.
   *
   * @param incarnation of that member's exchange; another one's in a group that has begun is that
   *     of another process, which came in the place of one that was lost
   * @return whether to say the same to it
   */
  synchronized boolean seesAll(int rank, long incarnation) {
    if (!begun) {
      seesAll.set(rank);
      incarnations[rank] = incarnation;
    } else if (incarnations[rank] != incarnation && !left.get(rank) && lost == null) {
      lost = seating.member(rank) + " was lost, and another process came in its place";
    }
    notifyAll();
    return isEverybodyInView() && incarnations[rank] == incarnation && lost == null;
  }

  /** A member says that it leaves. */
  synchronized void left(int rank) {
    left.set(rank);
    notifyAll();
  }

  /** A member says that it heard our farewell. */
  synchronized void farewellHeard(int rank) {
    farewellHeard.set(rank);
    notifyAll();
  }

  // ---- what the member's own thread asks

  /** Nobody is there any more, and JGroups counts its views anew. */
  synchronized void startAnew() {
    viewNumber = 0;
    inView.clear();
    seesAll.clear();
  }

  synchronized boolean isEverybodyInView() {
    return absent(inView).isEmpty();
  }

  synchronized boolean isInView(int rank) {
    return inView.get(rank);
  }

  /** Those who are there and have not said yet that they see everybody. */
  synchronized BitSet undecided() {
    return absent(seesAll);
  }

  /** Those to whom a farewell is said: there, and not leaving themselves. */
  synchronized BitSet company() {
    BitSet company = (BitSet) inView.clone();
    company.andNot(left);
    company.clear(own);
    return company;
  }

  /**
   * Waits for the group to begin.
   *
   * @param complete whether everybody was in view; waits no longer when that changes
   * @return whether it has begun
   */
  synchronized boolean begins(boolean complete, NanoClock clock, long deadlineNanos)
      throws InterruptedException {
    await(() -> isAgreed() || isEverybodyInView() != complete, clock, deadlineNanos);
    begun = isAgreed();
    return begun;
  }

  private boolean isAgreed() {
    return isEverybodyInView() && absent(seesAll).isEmpty();
  }

  /** Waits until everybody has heard our farewell, is leaving as well, or is gone. */
  synchronized void awaitFarewells(NanoClock clock, long deadlineNanos)
      throws InterruptedException {
    await(
        () -> {
          BitSet waiting = company();
          waiting.andNot(farewellHeard);
          return waiting.isEmpty();
        },
        clock,
        deadlineNanos);
  }

  synchronized void requireNobodyLost() throws ExchangeException {
    if (lost != null) {
      throw new ExchangeException(lost);
    }
  }

  synchronized void requireHere(int rank) throws ExchangeException {
    requireNobodyLost();
    if (left.get(rank)) {
      throw new ExchangeException(seating.member(rank) + ", has left");
    }
  }

  /** Why the group did not begin, in words. */
  synchronized String tellMissing() {
    BitSet missing = absent(inView);
    if (missing.isEmpty()) {
      return "not sure of everybody: " + names(absent(seesAll));
    }
    int first = missing.nextSetBit(0);
    missing.clear(first);
    return seating.member(first)
        + " did not join"
        + (missing.isEmpty() ? "" : ", and behind it " + names(missing));
  }

  private boolean await(BooleanSupplier condition, NanoClock clock, long deadlineNanos)
      throws InterruptedException {
    while (!condition.getAsBoolean()) {
      long millis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - clock.nanoTime());
      if (millis <= 0) {
        return false;
      }
      wait(Math.min(millis, SLICE_MILLIS));
    }
    return true;
  }

  /** The others that are not in a set. */
  private BitSet absent(BitSet ranks) {
    BitSet absent = new BitSet();
    absent.set(0, seating.members());
    absent.andNot(ranks);
    absent.clear(own);
    return absent;
  }

  private String names(BitSet ranks) {
    return ranks.stream().mapToObj(seating::member).collect(Collectors.joining("; "));
  }
}
