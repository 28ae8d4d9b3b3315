package io.holdfast.qualification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.json.StrictJson;
import io.holdfast.litmus.Verdict;
import io.holdfast.litmus.cluster.ClusterResult;
import io.holdfast.litmus.cluster.Counts;
import io.holdfast.litmus.cluster.Epoch;
import io.holdfast.litmus.cluster.Exclusion;
import io.holdfast.litmus.cluster.Phase;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Digests, requests and the state between generations. */
class RenewalTest {

  private static final Epoch EPOCH = new Epoch("11".repeat(Epoch.BYTES));
  private static final Epoch OTHER_EPOCH = new Epoch("22".repeat(Epoch.BYTES));
  private static final RenewalConfiguration CONFIGURATION = RenewalConfiguration.DEFAULT;
  private static final String C =
      "e4a5bafe98ebe2c3f2c825d9e53c3e71571b7b339b38591f998d29a2cd5c3bd0";

  private static RenewalRequest request(long generation) {
    return new RenewalRequest(EPOCH, generation, C);
  }

  // ---- vectors

  @Test
  void theConfigurationsDigest() {
    assertThat(CONFIGURATION.digest(EPOCH)).isEqualTo(C);
  }

  @Test
  void theRequestsTokens() {
    assertThat(request(1).token())
        .isEqualTo("1e41aeae057b35cc091ed80bda5bf84588d67dffab8e6a13d451ae725a5f1140");
    assertThat(request(2).token())
        .isEqualTo("ff408f3401bf968580e3d00ea7526d88893567ec42ee4c971741c8f7efdbe6ec");
  }

  @Test
  void theJitteredIntervals() {
    assertThat(CONFIGURATION.delaySeconds(EPOCH, 1)).isEqualTo(64.0829389546841);
    assertThat(CONFIGURATION.delaySeconds(EPOCH, 2)).isEqualTo(60.69748773838639);
  }

  // ---- configuration

  @Test
  void aDelayIsAtLeastTheIntervalAndLessThanTheJitterAllows() {
    long seed = new SplittableRandom().nextLong();
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 10_000; i++) {
      double interval = random.nextDouble(0.001, 1e6);
      double jitter = random.nextDouble(0, RenewalConfiguration.LARGEST_JITTER);
      double delay =
          new RenewalConfiguration(interval, 1, jitter)
              .delaySeconds(EPOCH, random.nextLong(Long.MAX_VALUE));

      assertThat(delay)
          .as("seed %d", seed)
          .isGreaterThanOrEqualTo(interval)
          .isLessThan(interval * (1 + jitter));
    }
    assertThat(new RenewalConfiguration(60, 1, 0).delaySeconds(EPOCH, 1)).isEqualTo(60.0);
  }

  @Test
  void numbersOutOfTheirRangeAreRefusedAtTheDoor() {
    for (double[] wrong :
        new double[][] {
          {-1, 30, 0.1},
          {Double.NaN, 30, 0.1},
          {Double.POSITIVE_INFINITY, 30, 0.1},
          {60, 0, 0.1},
          {60, 3601, 0.1},
          {60, 30, 0.51},
          {60, 30, -0.1},
          {60, 30, Double.NaN}
        }) {
      assertThatThrownBy(() -> new RenewalConfiguration(wrong[0], wrong[1], wrong[2]))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aRenewalTakesAtMostAThirdOfALeasesTtl() {
    assertThat(CONFIGURATION.within(120).timeoutSeconds()).isEqualTo(30.0);
    assertThat(CONFIGURATION.within(60).timeoutSeconds()).isEqualTo(20.0);
  }

  // ---- requests

  @Test
  void exactlyTheNextRequestIsAccepted() {
    assertThatCode(() -> request(8).require(request(8).bytes())).doesNotThrowAnyException();
    for (long other : new long[] {0, 7, 9, Long.MAX_VALUE}) {
      refused(request(other).bytes());
    }
    refused(new RenewalRequest(OTHER_EPOCH, 8, C).bytes());
    refused(new RenewalRequest(EPOCH, 8, "0".repeat(64)).bytes());
  }

  @Test
  void aRequestHasExactlyItsFields() throws Exception {
    JsonObject right = StrictJson.readObject(request(8).bytes());
    for (String field : right.fields().keySet()) {
      refused(CanonicalJson.bytes(right.without(field)));
    }
    refused(CanonicalJson.bytes(right.with("more", JsonNumber.of(1))));
    refused(CanonicalJson.bytes(right.with("token", new JsonString(request(7).token()))));
    refused(CanonicalJson.bytes(right.with("generation", new JsonString("8"))));
    refused(
        CanonicalJson.bytes(right.with("schema", new JsonString("symcc-cluster-lock-renewal-v1"))));
    refused(new byte[0]);
    refused(new byte[RenewalRequest.LIMIT + 1]);
  }

  // ---- the state between generations

  @Test
  void generationsComeOneByOneAndOnlyWhenDue() {
    RenewalState state = new RenewalState(EPOCH, CONFIGURATION, 1_000);
    long due = 1_000 + 64_082_938_955L;
    assertThat(state.isDue(due - 1)).isFalse();
    assertThat(state.isDue(due)).isTrue();
    assertThat(state.begin().number()).isEqualTo(1);
    assertThat(state.isDue(due)).isFalse();
    assertThatThrownBy(state::begin).isInstanceOf(IllegalStateException.class);

    assertThat(state.complete(result(1, true), due + 5, 5)).isEmpty();

    assertThat(state.isDue(due + 6)).isFalse();
    assertThat(state.metrics()).isEqualTo(new QualificationMetrics(1, 0, 1, 1, 0, 0, 0, 5, 5));
  }

  @Test
  void aFailedGenerationIsConsumedAndRenewsNothing() {
    RenewalState state = new RenewalState(EPOCH, CONFIGURATION, 0);
    long expiry = state.expiresAtNanos();
    state.begin();

    assertThat(state.complete(result(1, false), 70_000_000_000L, 7)).isPresent();

    assertThat(state.metrics()).isEqualTo(new QualificationMetrics(1, 0, 1, 0, 1, 0, 0, 7, 7));
    assertThat(state.expiresAtNanos()).isLessThan(expiry);
    assertThat(state.nextRequest().generation()).isEqualTo(2);
  }

  @Test
  void aResultOfAnotherGenerationChangesNothing() {
    RenewalState state = new RenewalState(EPOCH, CONFIGURATION, 0);
    state.begin();
    QualificationMetrics before = state.metrics();

    assertThatThrownBy(() -> state.complete(result(7, true), 1, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> state.complete(result(1, true), 1, -1))
        .isInstanceOf(IllegalArgumentException.class);

    assertThat(state.metrics()).isEqualTo(before);
    assertThat(state.complete(result(1, true), 1, 1)).isEmpty();
    assertThatThrownBy(() -> state.complete(result(1, true), 1, 1))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void cleanButUnverifiedIsAFailureAtRunTime() {
    RenewalState state = new RenewalState(EPOCH, CONFIGURATION, 0);
    state.begin();
    ClusterResult oneHost =
        new ClusterResult(
            Exclusion.FLOCK,
            Verdict.inconclusive("all members are on one host"),
            true,
            1,
            new Phase(Phase.Kind.MEMBERSHIP, -1),
            List.of(),
            List.of(),
            new Counts(0, 0, 0, 0),
            "",
            List.of());

    assertThat(state.complete(oneHost, 1, 1)).isPresent();
  }

  private static ClusterResult result(long generation, boolean verified) {
    return new ClusterResult(
        Exclusion.FLOCK,
        verified ? Verdict.qualified() : Verdict.refuted("two holders"),
        verified,
        generation,
        new Phase(Phase.Kind.TRANSCRIPT_COMMIT, -1),
        List.of(),
        List.of(0L, 1L),
        new Counts(2, 2, 2, 2),
        "",
        List.of());
  }

  private static void refused(byte[] message) {
    assertThatThrownBy(() -> request(8).require(message)).isInstanceOf(JsonFormatException.class);
  }
}
