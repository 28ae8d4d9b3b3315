package io.holdfast.campaign.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.campaign.item.Corpus.Entry;
import io.holdfast.campaign.item.Input;
import io.holdfast.campaign.item.Outcome;
import io.holdfast.campaign.item.Plan;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.result.ContentHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is wrong with a campaign is found, and nothing else. Times are in milliseconds here. */
class AuditTest {

  private static final long TTL_MILLIS = 1_000;
  private static final String BOOT = "boot-a";

  private final Plan plan = plan(true);
  private final List<Entry> entries = new ArrayList<>();
  private final Map<String, List<LedgerLine>> ledgers = new TreeMap<>();

  private static Plan plan(boolean targetLeases) {
    return new Plan("0".repeat(32), 2, 0, 5, 10, 0, TTL_MILLIS, 1, Protocol.FENCE, targetLeases);
  }

  private ContentHash input(int number) {
    Input input = Input.first(plan, number);
    ContentHash name = ContentHash.of(input.toBytes());
    entries.add(new Entry.ToDo(name, input));
    return name;
  }

  private String result(ContentHash input, long fence) {
    Outcome outcome = new Outcome(input, "", 0, 1, fence);
    ContentHash name = ContentHash.of(outcome.toBytes());
    entries.add(new Entry.Done(name, outcome));
    return name.hex();
  }

  private static long nanos(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private void begin(String ledger, long millis) {
    begin(ledger, millis, BOOT, millis);
  }

  private void begin(String ledger, long millis, String boot, long wallMillis) {
    tell(ledger, new LedgerLine.Began(nanos(millis), 0, boot, wallMillis, TTL_MILLIS));
  }

  private void tell(String ledger, LedgerLine line) {
    ledgers.computeIfAbsent(ledger, any -> new ArrayList<>()).add(line);
  }

  private void beat(String ledger, long millis) {
    tell(ledger, new LedgerLine.Beat(nanos(millis)));
  }

  private void sent(String ledger, long millis, long... targets) {
    List<Long> all = Arrays.stream(targets).boxed().toList();
    tell(ledger, new LedgerLine.Sent(nanos(millis), 1, "1".repeat(64), 1, "i", all));
  }

  private void back(String ledger, long millis) {
    tell(ledger, new LedgerLine.Back(nanos(millis), 1, "result"));
  }

  private Audit audit() {
    return Audit.of(plan, ledgers, entries);
  }

  @Test
  void everythingDoneOnceIsComplete() {
    result(input(0), 3);
    result(input(1), 4);
    assertThat(audit().violations()).isEmpty();
    assertThat(audit().isComplete()).isTrue();
  }

  @Test
  void whatIsBegunWithoutTrustInTheDirectoryIsAViolation() {
    begin("a", 0);
    sent("a", 1, 5);
    tell("a", new LedgerLine.Distrusted(nanos(2), "the reason"));
    back("a", 3);
    tell("a", new LedgerLine.Took(nanos(3), "commit", 1));
    begin("b", 0);
    tell("b", new LedgerLine.Took(nanos(4), "claim", 1));
    assertThat(audit().violations()).isEmpty();
    tell("a", new LedgerLine.Took(nanos(4), "claim", 1));
    sent("a", 5, 6);
    assertThat(audit().violations())
        .hasSize(2)
        .allMatch(words -> words.startsWith("a began something when it did not trust"));
  }

  @Test
  void anInputWithoutAResultIsNotCompleteAndNoViolation() {
    result(input(0), 3);
    input(1);
    assertThat(audit().violations()).isEmpty();
    assertThat(audit().isComplete()).isFalse();
  }

  @Test
  void aMissingInputIsNotComplete() {
    result(input(0), 3);
    assertThat(audit().isComplete()).isFalse();
  }

  @Test
  void twoResultsOfOneInputAreAViolation() {
    ContentHash twice = input(0);
    result(twice, 3);
    result(twice, 5);
    assertThat(audit().violations()).singleElement().asString().contains("has 2 results");
  }

  @Test
  void anAcknowledgedResultThatIsPublicIsNoViolation() {
    ContentHash input = input(0);
    String result = result(input, 3);
    tell("a", new LedgerLine.Done(1, "id", input.hex(), List.of("child", result)));
    assertThat(audit().violations()).isEmpty();
  }

  @Test
  void anAcknowledgedResultThatIsMissingIsAViolation() {
    ContentHash lost = input(0);
    tell("a", new LedgerLine.Done(1, "id", lost.hex(), List.of("x")));
    assertThat(audit().violations()).singleElement().asString().contains("there is no result");
  }

  @Test
  void anotherResultThanAcknowledgedIsAViolation() {
    ContentHash input = input(0);
    String other = result(input, 4);
    tell("a", new LedgerLine.Done(1, "id", input.hex(), List.of("x")));
    assertThat(audit().violations())
        .singleElement()
        .asString()
        .contains("and another one is public: [" + other + "]");
  }

  @Test
  void whatDoesNotBelongThereIsAViolation() {
    entries.add(new Entry.Foreign("x", "its name is no digest"));
    assertThat(audit().violations()).singleElement().asString().contains("public/x");
  }

  @Test
  void twoLivingLeasesOfOneTargetAreAViolation() {
    begin("a", 0);
    begin("b", 0);
    sent("a", 100, 1, 2);
    sent("b", 200, 2, 3);
    back("b", 250);
    back("a", 300);
    assertThat(audit().violations())
        .singleElement()
        .asString()
        .contains("target 2 was worked on twice at the same time for 50000000 ns");
    assertThat(audit().duplicatedSolves()).isEqualTo(1);
    assertThat(audit().wastedNanos()).isEqualTo(nanos(50));
    assertThat(audit().solves()).isEqualTo(4);
  }

  @Test
  void oneAfterTheOtherIsNone() {
    begin("a", 0);
    begin("b", 0);
    sent("a", 100, 1);
    back("a", 200);
    sent("b", 200, 1);
    back("b", 300);
    assertThat(audit().violations()).isEmpty();
    assertThat(audit().duplicatedSolves()).isZero();
  }

  @Test
  void workThatGoesOnWithoutABeatIsWastedAndNoViolation() {
    begin("a", 0);
    sent("a", 100, 1);
    back("a", 3_000);
    begin("b", 0);
    beat("b", 1_900);
    sent("b", 2_000, 1);
    back("b", 2_500);
    assertThat(audit().violations()).isEmpty();
    assertThat(audit().duplicatedSolves()).isEqualTo(1);
    assertThat(audit().wastedNanos()).isEqualTo(nanos(500));
  }

  @Test
  void aBeatInTimeKeepsWhatIsHeldAlive() {
    begin("a", 0);
    sent("a", 100, 1);
    beat("a", 900);
    beat("a", 1_800);
    back("a", 3_000);
    begin("b", 0);
    beat("b", 1_900);
    sent("b", 2_000, 1);
    back("b", 2_500);
    assertThat(audit().violations()).hasSize(1);
  }

  @Test
  void aBeatThatComesTooLateRevivesNothing() {
    begin("a", 0);
    sent("a", 100, 1);
    beat("a", 1_500);
    back("a", 3_000);
    begin("b", 0);
    beat("b", 1_300);
    sent("b", 1_600, 1);
    back("b", 2_000);
    assertThat(audit().violations()).isEmpty();
  }

  @Test
  void theWorkersOfAKilledCoordinatorHoldTheirTargetsForItsTtl() {
    begin("killed", 0);
    sent("killed", 100, 1);
    begin("b", 0);
    beat("b", 500);
    sent("b", 800, 1);
    back("b", 900);
    assertThat(audit().violations()).hasSize(1);
  }

  @Test
  void clocksOfTwoHostsAreComparedByTheirDates() {
    begin("a", 1_000_000, "boot-a", 5_000);
    sent("a", 1_000_100, 1);
    back("a", 1_000_200);
    begin("b", 0, "boot-b", 5_000);
    sent("b", 150, 1);
    back("b", 160);
    assertThat(audit().violations()).hasSize(1);
  }

  @Test
  void withoutLeasesOfTargetsOverlapsAreCountedOnly() {
    begin("a", 0);
    begin("b", 0);
    sent("a", 100, 1);
    sent("b", 200, 1);
    back("a", 300);
    back("b", 300);
    Audit audit = Audit.of(plan(false), ledgers, entries);
    assertThat(audit.violations()).isEmpty();
    assertThat(audit.duplicatedSolves()).isEqualTo(1);
  }

  @Test
  void countersAreTheLastOfEachLedgerAddedUp() {
    tell("a", new LedgerLine.Figures(1, Map.of("sent", 3L)));
    tell("a", new LedgerLine.Figures(2, Map.of("sent", 5L)));
    tell("b", new LedgerLine.Figures(1, Map.of("sent", 7L)));
    assertThat(audit().figures()).containsExactly(Map.entry("sent", 12L));
  }

  @Test
  void percentilesAreOfAllLedgers() {
    for (long took = 1; took <= 100; took++) {
      tell(took % 2 == 0 ? "a" : "b", new LedgerLine.Took(1, "claim", took));
    }
    assertThat(audit().percentileNanos("claim", 0.5)).isEqualTo(50);
    assertThat(audit().percentileNanos("claim", 0.99)).isEqualTo(99);
    assertThat(audit().percentileNanos("nothing", 0.5)).isZero();
  }
}
