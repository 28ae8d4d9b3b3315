package io.holdfast.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.LeaseOptions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each option under each of its names, each default, each refusal. */
class DispatchOptionsTest {

  private static final Map<String, Function<DispatchOptions, Object>> VALUES = values();

  private static Map<String, Function<DispatchOptions, Object>> values() {
    Map<String, Function<DispatchOptions, Object>> values = new HashMap<>();
    values.put("target-leases", DispatchOptions::targetLeases);
    values.put("target-lease-dir", DispatchOptions::targetLeaseDir);
    values.put("target-lease-ttl", options -> seconds(options.targetLeaseTtl()));
    values.put("lease-shards", DispatchOptions::leaseShards);
    values.put("work-lease-ttl", options -> seconds(options.workLeaseTtl()));
    values.put("target-timeout", options -> seconds(options.targetTimeout()));
    values.put("lock-ttl", options -> options.lockTtl().map(DispatchOptionsTest::seconds));
    values.put("lock-acquire-timeout", options -> seconds(options.lockAcquireTimeout()));
    values.put("fs-probe", DispatchOptions::fsProbe);
    values.put("fs-probe-timeout", options -> seconds(options.fsProbeTimeout()));
    values.put("cluster-probe-timeout", options -> seconds(options.clusterProbeTimeout()));
    values.put("requalify-interval", options -> seconds(options.requalifyInterval()));
    values.put("requalify-jitter", DispatchOptions::requalifyJitter);
    values.put("work-epoch", DispatchOptions::workEpoch);
    return values;
  }

  private static String seconds(Duration duration) {
    return DispatchOptions.seconds(duration);
  }

  private static DispatchOptions ofProperties(String... namesAndTexts) {
    Properties properties = new Properties();
    for (int i = 0; i < namesAndTexts.length; i += 2) {
      properties.setProperty("holdfast." + namesAndTexts[i], namesAndTexts[i + 1]);
    }
    return DispatchOptions.builder().properties(properties).build();
  }

  /** The table of names and defaults that operators know. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "target-leases | MULTI_MASTER_TARGET_LEASES | 0 | true | false",
        "target-lease-dir | MULTI_MASTER_TARGET_LEASE_DIR | t/here | .target_lease_table | t/here",
        "target-lease-ttl | MULTI_MASTER_TARGET_LEASE_TTL | 70.5 | 120 | 70.5",
        "lease-shards | MULTI_MASTER_LEASE_SHARDS | 4 | 64 | 4",
        "lease-shards | STANDALONE_WORK_LEASE_SHARDS | 4 | 64 | 4",
        "work-lease-ttl | WORK_LEASE_TTL | 300 | 120 | 300",
        "work-lease-ttl | STANDALONE_WORK_LEASE_TTL | 1 | 120 | 1",
        "target-timeout | | 90 | 30 | 90",
        "lock-ttl | MULTI_MASTER_LOCK_TTL | 5 | Optional.empty | Optional[5]",
        "lock-acquire-timeout | MULTI_MASTER_LOCK_ACQUIRE_TIMEOUT | 0.001 | 60 | 0.001",
        "fs-probe | SHARED_STATE_FS_PROBE | false | true | false",
        "fs-probe-timeout | SHARED_STATE_FS_PROBE_TIMEOUT | 7 | 5 | 7",
        "cluster-probe-timeout | SHARED_STATE_CLUSTER_PROBE_TIMEOUT | 20 | 30 | 20",
        "requalify-interval | SHARED_STATE_CLUSTER_REQUALIFY_INTERVAL | 0 | 60 | 0",
        "requalify-jitter | SHARED_STATE_CLUSTER_REQUALIFY_JITTER | 0.5 | 0.1 | 0.5",
        "work-epoch | STANDALONE_WORK_EPOCH | run-7 | Optional.empty | Optional[run-7]",
      })
  void eachOptionIsReadUnderEachOfItsNames(
      String word, String origin, String text, String byDefault, String read) {
    Function<DispatchOptions, Object> value = VALUES.get(word);
    String variable = "HOLDFAST_" + word.toUpperCase(Locale.ROOT).replace('-', '_');

    assertThat(value.apply(DispatchOptions.builder().build())).hasToString(byDefault);
    assertThat(value.apply(ofProperties(word, text))).hasToString(read);
    assertThat(value.apply(DispatchOptions.builder().environment(Map.of(variable, text)).build()))
        .hasToString(read);
    if (origin != null) {
      Map<String, String> environment = Map.of("SYMCC_" + origin, text);
      assertThat(value.apply(DispatchOptions.builder().environment(environment).build()))
          .hasToString(read);
    }
  }

  @ParameterizedTest
  @EnumSource
  void noOptionIsForgottenHere(DispatchProperty property) {
    assertThat(VALUES).containsKey(property.property().substring("holdfast.".length()));
  }

  @Test
  void whatWasToldCountsBeforePropertiesAndTheseBeforeVariables() {
    Properties properties = new Properties();
    properties.setProperty("holdfast.work-lease-ttl", "200");
    Map<String, String> both =
        Map.of("HOLDFAST_WORK_LEASE_TTL", "300", "SYMCC_WORK_LEASE_TTL", "400");
    Map<String, String> origin =
        Map.of("HOLDFAST_WORK_LEASE_TTL", "", "SYMCC_WORK_LEASE_TTL", "400");

    DispatchOptions.Builder builder =
        DispatchOptions.builder().environment(both).properties(properties);
    assertThat(builder.build().workLeaseTtl()).isEqualTo(Duration.ofSeconds(200));
    assertThat(builder.workLeaseTtl(Duration.ofSeconds(100)).build().workLeaseTtl())
        .isEqualTo(Duration.ofSeconds(100));
    assertThat(DispatchOptions.builder().environment(both).build().workLeaseTtl())
        .isEqualTo(Duration.ofSeconds(300));
    assertThat(DispatchOptions.builder().environment(origin).build().workLeaseTtl())
        .isEqualTo(Duration.ofSeconds(400));
  }

  @Test
  void theBuilderReachesEveryOption() {
    DispatchOptions options =
        DispatchOptions.builder()
            .targetLeases(false)
            .targetLeaseDir("targets")
            .targetLeaseTtl(Duration.ofSeconds(40))
            .leaseShards(8)
            .workLeaseTtl(Duration.ofSeconds(50))
            .targetTimeout(Duration.ofSeconds(11))
            .lockTtl(Duration.ofSeconds(12))
            .lockAcquireTimeout(Duration.ofSeconds(13))
            .fsProbe(false)
            .fsProbeTimeout(Duration.ofMillis(1_500))
            .clusterProbeTimeout(Duration.ofSeconds(15))
            .requalifyInterval(Duration.ofSeconds(16))
            .requalifyJitter(0.25)
            .workEpoch("e1")
            .build();

    assertThat(VALUES.values().stream().map(value -> value.apply(options).toString()))
        .containsExactlyInAnyOrder(
            "false",
            "targets",
            "40",
            "8",
            "50",
            "11",
            "Optional[12]",
            "13",
            "false",
            "1.5",
            "15",
            "16",
            "0.25",
            "Optional[e1]");
  }

  @ParameterizedTest
  @CsvSource({"30, 120", "29, 120", "31, 124", "600, 2400"})
  void workIsHeldForFourTimeoutsOrTwoMinutes(String timeout, String ttl) {
    DispatchOptions options = ofProperties("target-timeout", timeout);

    assertThat(seconds(options.workLeaseTtl())).isEqualTo(ttl);
    assertThat(options.targetLeaseTtl()).isEqualTo(options.workLeaseTtl());
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 0.333333333", "9, 6, 2", "120, 300, 30", "1, 300, 0.333333333"})
  void heartbeatsComeThreeTimesInTheShortestTtl(String work, String target, String interval) {
    DispatchOptions options = ofProperties("work-lease-ttl", work, "target-lease-ttl", target);

    assertThat(seconds(options.heartbeatInterval())).isEqualTo(interval);
  }

  @Test
  void aQualificationGetsAThirdOfTheShortestTtlAtMost() {
    assertThat(ofProperties("work-lease-ttl", "6").qualificationTimeout())
        .isEqualTo(Duration.ofSeconds(2));
    assertThat(ofProperties("work-lease-ttl", "900").qualificationTimeout())
        .isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void defaultsGiveWayToWhatIsGiven() {
    DispatchOptions options = ofProperties("work-lease-ttl", "1", "cluster-probe-timeout", "0.5");

    assertThat(options.lockAcquireTimeout()).isEqualTo(Duration.ofMillis(500));
    assertThat(options.fsProbeTimeout()).isEqualTo(Duration.ofMillis(500));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "target-leases | maybe | it is 1 or 0, or true or false",
        "target-lease-ttl | 0.9 | it is 1 to 31536000 s",
        "lease-shards | 0 | it is 1 to",
        "lease-shards | 4.5 | it is a whole number",
        "work-lease-ttl | 31536001 | it is 1 to 31536000 s",
        "work-lease-ttl | NaN | it is a number of seconds",
        "work-lease-ttl | 1e99 | it is a number of seconds",
        "work-lease-ttl | -5 | it is 1 to 31536000 s",
        "target-timeout | 0 | it is 0.001 to 31536000 s",
        "lock-ttl | soon | it is a number of seconds",
        "lock-acquire-timeout | 3601 | it is 0.001 to 3600 s",
        "fs-probe-timeout | 61 | it is 0.001 to 60 s",
        "cluster-probe-timeout | 0 | it is 0.001 to 3600 s",
        "requalify-interval | -1 | it is 0 to 31536000 s",
        "requalify-jitter | 0.6 | it is 0 to 0.5",
        "work-epoch | a/b | no dot first",
        "work-epoch | ..  | no dot first",
        "lock-acquire-timeout | 120 | leases of 120 s would expire",
        "fs-probe-timeout | 31 | a whole qualification has 30 s",
      })
  void whatCannotBeWorkedWithIsRefused(String word, String text, String limit) {
    assertThatThrownBy(() -> ofProperties(word, text))
        .isInstanceOfSatisfying(
            DispatchOptionsException.class,
            e -> {
              assertThat(e.sentences()).hasSize(1);
              assertThat(e.sentences().get(0))
                  .startsWith("holdfast." + word + " is ")
                  .contains(text)
                  .contains(limit)
                  .matches(".*; (set|correct|shorten|choose|name).*");
            });
  }

  @Test
  void eachMistakeIsToldUnderTheNameByWhichItWasMade() {
    Map<String, String> environment =
        Map.of("SYMCC_WORK_LEASE_TTL", "0.5", "HOLDFAST_REQUALIFY_JITTER", "2");

    assertThatThrownBy(() -> DispatchOptions.builder().environment(environment).build())
        .isInstanceOfSatisfying(
            DispatchOptionsException.class,
            e ->
                assertThat(e.sentences())
                    .anyMatch(text -> text.startsWith("SYMCC_WORK_LEASE_TTL is 0.5 s"))
                    .anyMatch(text -> text.startsWith("HOLDFAST_REQUALIFY_JITTER is 2")));
  }

  @ParameterizedTest
  @CsvSource({
    "work-lease-tll, work-lease-ttl",
    "lease-shard, lease-shards",
    "WORK-EPOCH, work-epoch",
    "requalify, requalify-jitter",
  })
  void anUnknownPropertyIsRefusedWithTheNearestKnownOne(String unknown, String nearest) {
    assertThatThrownBy(() -> ofProperties(unknown, "1"))
        .isInstanceOf(DispatchOptionsException.class)
        .hasMessageContaining("holdfast." + unknown)
        .hasMessageContaining("did you mean holdfast." + nearest + "?");
  }

  @Test
  void propertiesOfOthersAreLeftAlone() {
    Properties properties = new Properties();
    properties.setProperty("java.io.tmpdir", "/x");
    properties.setProperty("holdfast.native.dir", "/y");

    assertThat(DispatchOptions.builder().properties(properties).build())
        .isEqualTo(DispatchOptions.builder().build());
  }

  @Test
  void tablesGetWhatTheyNeed() {
    DispatchOptions options =
        ofProperties("work-lease-ttl", "9", "target-lease-ttl", "6", "lease-shards", "16");
    LeaseOptions given = LeaseOptions.defaults(new LeaseClocks(() -> 0L, () -> 0L, nanos -> {}));

    LeaseOptions tables = options.tables(given);

    assertThat(options.workTable().ttlMillis()).isEqualTo(9_000);
    assertThat(options.targetTable().ttlMillis()).isEqualTo(6_000);
    assertThat(List.of(options.workTable().shardCount(), options.targetTable().shardCount()))
        .containsOnly(16);
    assertThat(tables.patienceNanos()).isEqualTo(Duration.ofSeconds(3).toNanos());
    assertThat(tables.beatIntervalMillis()).hasValue(2_000);
    assertThat(options.scheduler().reservationNanos()).isEqualTo(Duration.ofSeconds(6).toNanos());
  }
}
