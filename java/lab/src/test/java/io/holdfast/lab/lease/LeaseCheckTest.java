package io.holdfast.lab.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lab.lease.LeaseCheck.End;
import io.holdfast.lab.lease.LeaseCheck.Evidence;
import io.holdfast.lease.TableManifest.Protocol;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** One id, and what two coordinators tell of it; times are in seconds, a lease lives for two. */
class LeaseCheckTest {

  private static final int ID = 0;
  private static final String A = "token-a";
  private static final String B = "token-b";

  private Protocol protocol = Protocol.FENCE;
  private final List<LedgerLine> ledger = new ArrayList<>();
  private final Set<Integer> killed = new HashSet<>();
  private final Outside outside = new Outside();
  private End end = new End(true, 3, A);

  /** A line of a coordinator, asked and answered at once. */
  private LeaseCheckTest told(
      int coordinator, double seconds, Deed deed, long fence, String token) {
    return told(coordinator, seconds, deed, ID, fence, token, "");
  }

  private LeaseCheckTest told(
      int coordinator,
      double seconds,
      Deed deed,
      int number,
      long fence,
      String token,
      String note) {
    long nanos = (long) (seconds * 1e9);
    ledger.add(new LedgerLine(coordinator, nanos, nanos, deed, number, fence, token, note));
    return this;
  }

  private LeaseCheckTest wrote(long fence, String token) {
    outside.write(ID, fence, token);
    return this;
  }

  private LeaseCheckTest ended(long fence, String token) {
    end = new End(true, fence, token);
    return this;
  }

  private List<String> violations() {
    LeaseRunRequest request = LeaseRunRequest.of(protocol, 1).withSize(2, 10, 1);
    Evidence evidence = new Evidence(ledger, killed, outside, Map.of(ID, end));
    return new LeaseCheck(request, evidence).violations();
  }

  /** What a holder is told that nobody disturbs: numbers 1 to 3. */
  private LeaseCheckTest undisturbed() {
    return told(1, 0, Deed.CLAIMED, 1, A)
        .wrote(1, A)
        .told(1, 1, Deed.BEGUN, 2, A)
        .wrote(2, A)
        .told(1, 1.1, Deed.COMPLETING, 2, A)
        .told(1, 1.2, Deed.COMPLETED, 3, A);
  }

  @Test
  void isContentWithOneHolder() {
    assertThat(undisturbed().violations()).isEmpty();
  }

  @Test
  void isContentWithAStealOnceTheLeaseIsOver() {
    told(1, 0, Deed.CLAIMED, 1, A).wrote(1, A).told(1, 1, Deed.BEAT, -1, 0, "-", "0 0");
    told(2, 3.1, Deed.STOLEN, 2, B).wrote(2, B).told(2, 3.2, Deed.BEGUN, 3, B).wrote(3, B);
    told(2, 3.3, Deed.COMPLETING, 3, B).told(2, 3.4, Deed.COMPLETED, 4, B).ended(4, B);
    assertThat(violations()).isEmpty();
  }

  @Test
  void seesThatALeaseWasTakenThatLived() {
    told(1, 0, Deed.CLAIMED, 1, A).wrote(1, A).told(1, 1, Deed.BEAT, -1, 0, "-", "0 0");
    told(2, 2.5, Deed.STOLEN, 2, B).wrote(2, B).told(2, 2.6, Deed.BEGUN, 3, B).wrote(3, B);
    told(2, 2.7, Deed.COMPLETING, 3, B).told(2, 2.8, Deed.COMPLETED, 4, B).ended(4, B);
    assertThat(violations()).singleElement().asString().contains("taken 0.500 s before its time");
  }

  @Test
  void knowsThatAHolderMayGiveUp() {
    told(1, 0, Deed.CLAIMED, 1, A).wrote(1, A).told(1, 0.1, Deed.RELEASING, 1, A);
    told(2, 0.2, Deed.CLAIMED, 3, B).wrote(3, B).told(2, 0.3, Deed.BEGUN, 4, B).wrote(4, B);
    told(2, 0.4, Deed.COMPLETING, 4, B).told(2, 0.5, Deed.COMPLETED, 5, B).ended(5, B);
    assertThat(violations()).isEmpty();
  }

  @Test
  void takesTheClosingOfATableForGivingUpOnlyWhenItCameBefore() {
    told(1, 0, Deed.CLAIMED, 1, A).wrote(1, A);
    told(2, 0.2, Deed.STOLEN, 2, B).wrote(2, B).told(2, 0.3, Deed.BEGUN, 3, B).wrote(3, B);
    told(2, 0.4, Deed.COMPLETING, 3, B).told(2, 0.5, Deed.COMPLETED, 4, B).ended(4, B);
    told(1, 9, Deed.CLOSING, -1, 0, "-", "");
    assertThat(violations()).singleElement().asString().contains("before its time");
    told(1, 0.1, Deed.CLOSING, -1, 0, "-", "");
    assertThat(violations()).isEmpty();
  }

  @Test
  void seesTwoWinnersOfOneNumber() {
    undisturbed().told(2, 1, Deed.TAKEN_OVER, 3, B);
    assertThat(violations()).anyMatch(what -> what.contains("two winners"));
  }

  @Test
  void letsOneHolderUseOneNumberUnderAnUpdateLock() {
    protocol = Protocol.FLOCK;
    told(1, 0, Deed.CLAIMED, 1, A).wrote(1, A).told(1, 1, Deed.BEGUN, 1, A);
    told(1, 1.1, Deed.COMPLETING, 1, A).told(1, 1.2, Deed.COMPLETED, 1, A).ended(1, A);
    assertThat(violations()).isEmpty();
    told(2, 9, Deed.STOLEN, 1, B);
    assertThat(violations()).anyMatch(what -> what.contains("two winners"));
  }

  @Test
  void seesANumberThatFalls() {
    undisturbed().told(2, 9, Deed.CLAIMED, 0, B);
    assertThat(violations()).anyMatch(what -> what.contains("the number fell"));
  }

  @Test
  void seesThatAnIdIsNotDone() {
    end = new End(false, 2, A);
    assertThat(undisturbed().violations()).containsExactly("id 0: it is not done in the end");
  }

  @Test
  void seesASecondCompletion() {
    undisturbed().told(2, 9, Deed.REPLAYED, 4, B).ended(4, B).wrote(4, B);
    assertThat(violations()).anyMatch(what -> what.contains("completed twice"));
  }

  @Test
  void seesACompletionThatTheTableDoesNotHold() {
    assertThat(undisturbed().ended(4, B).violations())
        .anyMatch(what -> what.contains("and the record has number 4 of token token-b"));
  }

  @Test
  void seesAnAnswerBeyondTheEndOfTheHistory() {
    undisturbed().told(2, 9, Deed.STOLEN, 4, B);
    assertThat(violations()).anyMatch(what -> what.contains("beyond the record's number 3"));
  }

  @Test
  void wantsToKnowWhyNobodyWasTold() {
    told(1, 0, Deed.CLAIMED, 1, A).wrote(1, A).told(1, 1, Deed.BEGUN, 2, A).wrote(2, A);
    assertThat(violations()).singleElement().asString().contains("nobody was told so");
    killed.add(1);
    assertThat(violations()).as("killed, but had not asked").hasSize(1);
    told(1, 1.1, Deed.COMPLETING, 2, A);
    assertThat(violations()).as("killed after it had asked").isEmpty();
    killed.clear();
    assertThat(violations()).as("asked, was answered and does not say so").hasSize(1);
    told(1, 1.2, Deed.UNANSWERED, ID, 0, "-", "complete SessionLostException over");
    assertThat(violations()).as("asked and got no answer").isEmpty();
  }

  @Test
  void seesThatALoserWroteLast() {
    assertThat(undisturbed().wrote(7, B).violations())
        .singleElement()
        .asString()
        .contains("outside stands what token token-b wrote with number 7");
  }

  @Test
  void seesTwoHoldersBehindOneNumberOutside() {
    undisturbed().wrote(2, B);
    assertThat(violations()).anyMatch(what -> what.contains("two holders wrote outside"));
  }

  @Test
  void seesThatNothingWasWritten() {
    told(1, 0, Deed.CLAIMED, 1, A).told(1, 1, Deed.COMPLETING, 1, A);
    told(1, 1.2, Deed.COMPLETED, 2, A).ended(2, A);
    assertThat(violations()).singleElement().asString().contains("nothing was written outside");
  }

  @Test
  void passesOnWhatWasCalledCorrupt() {
    undisturbed().told(1, 2, Deed.CORRUPT, -1, 0, "-", "3/x.json no newline");
    assertThat(violations()).containsExactly("c1 was answered corrupt: 3/x.json no newline");
  }
}
