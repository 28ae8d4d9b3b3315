package io.holdfast.testkit.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.durable.RootTrust;
import io.holdfast.litmus.cluster.Act;
import io.holdfast.litmus.cluster.Epoch;
import io.holdfast.litmus.cluster.Exchange.Channel;
import io.holdfast.litmus.cluster.ExchangeException;
import io.holdfast.litmus.cluster.Exclusion;
import io.holdfast.litmus.cluster.Hand;
import io.holdfast.litmus.cluster.NameField;
import io.holdfast.litmus.cluster.Observation;
import io.holdfast.posix.PosixException;
import io.holdfast.qualification.ConfigurationFile;
import io.holdfast.qualification.Qualification;
import io.holdfast.qualification.Qualification.State;
import io.holdfast.qualification.QualificationMetrics;
import io.holdfast.qualification.QualificationOptions;
import io.holdfast.qualification.RenewalConfiguration;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a qualification that is renewed stands for, and when it ends. */
interface QualificationContract extends LitmusGround {

  double INTERVAL = 60;
  double JITTER = 0.1;

  /** Past every jittered interval, and not past its expiry. */
  double DUE = INTERVAL * (1 + JITTER);

  double PATIENCE = 30;

  Epoch KEPT_EPOCH = new Epoch("11".repeat(Epoch.BYTES));

  // ---- as long as the storage keeps its word

  @Test
  default void twentyGenerationsRenewIt() {
    try (QualificationGroup group = group(PATIENCE, "a", "b", "b")) {
      List<Qualification> members = group.start();
      for (int generation = 1; generation <= 20; generation++) {
        group.advance(DUE);
        assertThat(group.work()).isEqualTo(1);
      }

      for (int rank = 0; rank < members.size(); rank++) {
        QualificationMetrics metrics = members.get(rank).metrics();
        assertThat(metrics.generation()).isEqualTo(20);
        assertThat(metrics.attempts()).isEqualTo(20);
        assertThat(metrics.successes()).isEqualTo(20);
        assertThat(metrics.failures()).isZero();
        assertThat(metrics.inFlight()).isZero();
        assertThat(group.told(rank).generations()).hasSize(21).doesNotHaveDuplicates();
        assertThat(group.told(rank).failures()).isEmpty();
        trusted(members.get(rank));
      }
    }
  }

  @Test
  default void allHaveTheEpochThatMember0Chose() {
    try (QualificationGroup group = group(PATIENCE, "a", "b")) {
      List<Qualification> members = group.start();

      assertThat(members.get(1).epoch()).isEqualTo(members.get(0).epoch());
    }
  }

  @Test
  default void nothingIsRenewedBeforeItsTimeNorTwice() {
    try (QualificationGroup group = group(PATIENCE, "a", "b")) {
      group.start();
      assertThat(group.work()).isZero();
      group.advance(INTERVAL - PATIENCE);
      assertThat(group.work()).isZero();
      group.advance(DUE - INTERVAL + PATIENCE);
      assertThat(group.work()).isEqualTo(1);
      assertThat(group.work()).isZero();
    }
  }

  @Test
  default void nothingIsRenewedWhileAQuiescenceProbeIsPrepared() {
    AtomicBoolean prepared = new AtomicBoolean(true);
    try (QualificationGroup group = group(PATIENCE, "a", "b")) {
      group.configure(0, options -> options.withProbePrepared(prepared::get));
      group.start();
      group.advance(DUE);
      assertThat(group.work()).isZero();
      prepared.set(false);
      assertThat(group.work()).isEqualTo(1);
    }
  }

  @Test
  default void nothingIsBegunThatTheJobsTimeMightNotLetEnd() {
    try (QualificationGroup group = group(PATIENCE, "a", "b")) {
      long tooShort = Math.round((PATIENCE + 1) * 1e9);
      group.configure(0, options -> options.withRemainingNanos(() -> tooShort));
      group.start();
      group.advance(DUE);

      assertThat(group.work()).isZero();
    }
  }

  @Test
  default void withoutAnIntervalItIsNeverRenewedAndTheCarrierIsLetGo() {
    try (QualificationGroup group =
        new QualificationGroup(
            this::posix, root().path(), new RenewalConfiguration(0, PATIENCE, 0), "a", "b")) {
      List<Qualification> members = group.start();
      group.advance(1_000_000);

      assertThat(group.work()).isZero();
      members.forEach(QualificationContract::trusted);
      assertThat(isLeft(group, 1)).isTrue();
    }
  }

  @Test
  default void everyRenewalBeatsFirst() {
    AtomicInteger beats = new AtomicInteger();
    try (QualificationGroup group = group(PATIENCE, "a", "b")) {
      group.configure(1, options -> options.withHeartbeatAll(beats::incrementAndGet));
      group.start();
      assertThat(beats).hasValue(0);
      group.advance(DUE);
      group.work();

      assertThat(beats).hasValue(1);
    }
  }

  // ---- what is required

  @Test
  default void whatIsNotRequiredIsNeitherAskedNorTrusted() {
    try (QualificationGroup group = group(PATIENCE, "a", "b")) {
      for (int rank = 0; rank < 2; rank++) {
        group.configure(rank, options -> options.requiring(Exclusion.NAMES));
      }
      group.tamperHands(QualificationContract::grantingEverything);
      List<Qualification> members = group.start();

      for (Qualification member : members) {
        assertThat(member.trust(Exclusion.NAMES).ask())
            .isInstanceOf(RootTrust.Answer.Trusted.class);
        assertThat(member.trust(Exclusion.FLOCK).ask())
            .isInstanceOf(RootTrust.Answer.Refused.class);
      }
    }
  }

  @Test
  default void aNameThatTwoWinEndsIt() {
    try (QualificationGroup group = group(PATIENCE, "a", "b")) {
      List<Qualification> members = group.start();
      group.tamperHands(QualificationContract::winningEverything);
      group.advance(DUE);
      group.work();

      members.forEach(member -> refused(member, "all won move 0"));
    }
  }

  // ---- one host

  @Test
  default void oneHostIsEnoughOnlyWhereItWasDeclared() {
    try (QualificationGroup group = group(PATIENCE, "a", "a")) {
      group.configure(1, QualificationOptions::onOneHost);
      List<Qualification> members = group.start();

      assertThat(members).allMatch(member -> member.state() == State.ONE_HOST);
      refused(members.get(0), "not declared");
      trusted(members.get(1));
      assertThat(isLeft(group, 0)).isTrue();
    }
  }

  @Test
  default void membersThatAllMoveToOneHostFailClosedAtRunTime() {
    try (QualificationGroup group = group(PATIENCE, "a", "b")) {
      List<Qualification> members = group.start();
      group.moveTo(1, "a");
      group.advance(DUE);
      group.work();

      assertThat(members).allMatch(member -> member.state() == State.FAILED);
    }
  }

  @Test
  default void aChangedMembershipOfSeveralHostsReplacesTheFirst() {
    try (QualificationGroup group = group(PATIENCE, "a", "b", "b")) {
      List<Qualification> members = group.start();
      group.moveTo(2, "c");
      group.advance(DUE);
      group.work();

      assertThat(members).allMatch(member -> member.results().get(0).representatives().size() == 3);
    }
  }

  // ---- when it does not

  @Test
  default void aDriftIsSeenByAllAndEndsItForGood() {
    try (QualificationGroup group = group(PATIENCE, "a", "b")) {
      List<Qualification> members = group.start();
      group.advance(DUE);
      group.work();
      group.tamperHands(QualificationContract::grantingEverything);
      group.advance(DUE);
      group.work();

      for (int rank = 0; rank < members.size(); rank++) {
        Qualification member = members.get(rank);
        assertThat(member.state()).isEqualTo(State.FAILED);
        assertThat(member.metrics().generation()).isEqualTo(2);
        assertThat(member.metrics().successes()).isEqualTo(1);
        assertThat(member.metrics().failures()).isEqualTo(1);
        refused(member, "acquired the flock while");
        assertThat(group.told(rank).failures()).hasSize(1);
      }
      group.tamperHands((rank, hand) -> hand);
      group.advance(DUE);
      assertThat(group.work()).isZero();
      members.forEach(member -> refused(member, "generation 2"));
    }
  }

  @Test
  default void aDriftAtTheStartQualifiesNobody() {
    try (QualificationGroup group = group(PATIENCE, "a", "b")) {
      group.tamperHands(QualificationContract::grantingEverything);

      assertThat(group.start()).allMatch(member -> member.state() == State.FAILED);
      assertThat(group.told(1).failures()).hasSize(1);
    }
  }

  @Test
  default void aHeartbeatThatFailsFailsAll() {
    try (QualificationGroup group = group(PATIENCE, "a", "b")) {
      group.configure(
          1,
          options ->
              options.withHeartbeatAll(
                  () -> {
                    throw new IllegalStateException("the table is poisoned");
                  }));
      List<Qualification> members = group.start();
      group.advance(DUE);
      group.work();

      members.forEach(member -> refused(member, "the table is poisoned"));
    }
  }

  @Test
  default void whatNobodyRenewsInTimeIsNotTrusted() {
    try (QualificationGroup group = group(PATIENCE, "a", "b")) {
      List<Qualification> members = group.start();
      group.advance(DUE + PATIENCE + 2);

      refused(members.get(1), "too old");
      group.doWork(1);
      assertThat(members.get(1).state()).isEqualTo(State.FAILED);
      assertThat(group.told(1).failures()).hasSize(1);
    }
  }

  @Test
  default void whenMember0LeavesTheOthersKnowAtOnce() {
    try (QualificationGroup group = group(PATIENCE, "a", "b", "c")) {
      List<Qualification> members = group.start();
      members.get(0).close();

      for (int rank = 1; rank < members.size(); rank++) {
        group.doWork(rank);
        refused(members.get(rank), "member 0 has left");
        assertThat(group.told(rank).failures()).hasSize(1);
      }
    }
  }

  @Test
  default void thatAnotherMemberLeavesIsSeenAtTheNextGeneration() {
    try (QualificationGroup group = group(PATIENCE, "a", "b", "c")) {
      List<Qualification> members = group.start();
      members.get(1).close();
      group.doWork(2);
      trusted(members.get(2));
    }
  }

  @Test
  default void aRequestThatReachesNotEverybodyIsCountedAndTheRoundStillRuns() {
    AtomicBoolean cut = new AtomicBoolean();
    CountDownLatch begun = new CountDownLatch(1);
    try (QualificationGroup group = group(PATIENCE, "a", "b", "c")) {
      group.tamperExchange(
          0,
          (to, channel, frame) -> {
            if (cut.get() && to == 2) {
              throw new ExchangeException("the wire to member 2 is cut");
            }
            return List.of(frame);
          });
      group.listen(
          1,
          frame -> {
            if (cut.get()) {
              await(begun);
              group.advance(PATIENCE);
            }
          });
      // Member 0 beats when its deadline is fixed; only then the clock may pass it.
      group.configure(0, options -> options.withHeartbeatAll(begun::countDown));
      List<Qualification> members = group.start();
      cut.set(true);
      group.advance(DUE);
      group.work();

      assertThat(members.get(0).metrics().partialSends()).isEqualTo(1);
      assertThat(members.get(1).state()).isEqualTo(State.FAILED);
      refused(members.get(1), "member 2 was silent in phase membership");
    }
  }

  @Test
  default void anotherConfigurationIsNoticedBeforeGeneration1() {
    try (QualificationGroup group = group(PATIENCE, "a", "b")) {
      group.configure(
          1,
          options ->
              QualificationOptions.of(new RenewalConfiguration(INTERVAL + 1, PATIENCE, JITTER)));
      List<Qualification> members = group.start();

      members.forEach(
          member -> refused(member, "member 1 has another renewal configuration than member 0"));
    }
  }

  // ---- what the root keeps

  @Test
  default void theRootKeepsTheConfigurationOfWhatIsRenewed() throws PosixException {
    try (QualificationGroup group = keptGroup(INTERVAL, "a", "b", "b")) {
      assertThat(group.start()).allMatch(member -> member.state() == State.QUALIFIED);
      assertThat(root().text(ConfigurationFile.NAME))
          .isEqualTo(
              "{\"epoch\":\""
                  + KEPT_EPOCH
                  + "\",\"interval\":60.0,\"jitter\":0.1,"
                  + "\"schema\":\"holdfast-renewal-configuration-v1\",\"timeout\":30.0}");
    }
  }

  @Test
  default void whoGoesOnWithAnEpochGoesOnWithItsConfiguration() throws PosixException {
    try (QualificationGroup group = keptGroup(INTERVAL, "a", "b")) {
      group.start();
    }
    String kept = root().text(ConfigurationFile.NAME);
    try (QualificationGroup group = keptGroup(INTERVAL, "a", "b")) {
      group.start().forEach(QualificationContract::trusted);
    }
    try (QualificationGroup group = keptGroup(INTERVAL + 1, "a", "b")) {
      for (Qualification member : group.start()) {
        refused(member, "it has {\"epoch\":\"" + KEPT_EPOCH + "\",\"interval\":60.0");
        refused(member, "this job has {\"epoch\":\"" + KEPT_EPOCH + "\",\"interval\":61.0");
      }
      assertThat(group.told(1).failures()).hasSize(1);
    }
    assertThat(root().text(ConfigurationFile.NAME)).isEqualTo(kept);
  }

  @Test
  default void whatIsNotRenewedKeepsNoConfiguration() throws PosixException {
    try (QualificationGroup group = keptGroup(0, "a", "b")) {
      group.start().forEach(QualificationContract::trusted);
    }
    try (QualificationGroup group = group(PATIENCE, "a", "a")) {
      group.start();
    }
    assertThat(root().names()).doesNotContain(ConfigurationFile.NAME);
  }

  private QualificationGroup keptGroup(double intervalSeconds, String... hosts) {
    QualificationGroup group =
        new QualificationGroup(
            this::posix,
            root().path(),
            new RenewalConfiguration(intervalSeconds, PATIENCE, JITTER),
            hosts);
    group.configure(0, options -> options.withEpoch(KEPT_EPOCH));
    return group;
  }

  // ---- requests

  @Test
  default void wrongRequestsChangeNothingAndTheRightOneIsStillAccepted() {
    List<byte[]> requests = new CopyOnWriteArrayList<>();
    try (QualificationGroup group = group(PATIENCE, "a", "b")) {
      group.tamperExchange(
          0,
          (to, channel, frame) -> {
            if (channel != Channel.RENEWAL) {
              return List.of(frame);
            }
            requests.add(frame);
            List<byte[]> sent = new ArrayList<>(wrong(frame, requests));
            sent.add(frame);
            return requests.size() == 1 ? List.of(frame) : sent;
          });
      List<Qualification> members = group.start();
      for (int generation = 1; generation <= 3; generation++) {
        group.advance(DUE);
        assertThat(group.work()).isEqualTo(1);
      }

      assertThat(members.get(1).metrics().refusedRequests()).isPositive();
      assertThat(members.get(1).metrics().generation()).isEqualTo(3);
      assertThat(members.get(1).metrics().attempts()).isEqualTo(3);
    }
  }

  /** Everything that was said before, and the right thing with a field more. */
  private static List<byte[]> wrong(byte[] frame, List<byte[]> before) {
    List<byte[]> wrong = new ArrayList<>(before.subList(0, before.size() - 1));
    String text = new String(frame, StandardCharsets.US_ASCII);
    wrong.add(
        (text.substring(0, text.length() - 1) + ",\"urgent\":true}")
            .getBytes(StandardCharsets.US_ASCII));
    wrong.add("not even JSON".getBytes(StandardCharsets.US_ASCII));
    return wrong;
  }

  // ---- what the tests stand on

  private QualificationGroup group(double timeoutSeconds, String... hosts) {
    return new QualificationGroup(
        this::posix,
        root().path(),
        new RenewalConfiguration(INTERVAL, timeoutSeconds, JITTER),
        hosts);
  }

  private static Hand grantingEverything(int rank, Hand hand) {
    return new TamperedHand(
        hand, (act, real) -> act == Act.TRY ? Observation.ACQUIRED : real.get());
  }

  private static Hand winningEverything(int rank, Hand hand) {
    String all = "1".repeat(NameField.ROUNDS);
    return new TamperedHand(
        hand,
        (act, real) -> {
          Observation seen = real.get();
          return act == Act.REACH ? new Observation.Won(all, all) : seen;
        });
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isLeft(QualificationGroup group, int rank) {
    try {
      group.exchange(rank).receive(Channel.LITMUS, 0);
      return false;
    } catch (ExchangeException e) {
      return true;
    }
  }

  private static void trusted(Qualification member) {
    for (Exclusion needed : Exclusion.values()) {
      assertThat(member.trust(needed).ask()).isInstanceOf(RootTrust.Answer.Trusted.class);
    }
  }

  private static void refused(Qualification member, String because) {
    for (Exclusion needed : Exclusion.values()) {
      assertThat(member.trust(needed).ask())
          .isInstanceOfSatisfying(
              RootTrust.Answer.Refused.class,
              answer -> assertThat(answer.reason()).contains(because));
    }
  }
}
