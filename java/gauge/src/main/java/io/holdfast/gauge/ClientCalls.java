package io.holdfast.gauge;

import io.holdfast.gauge.calls.CallCounts;
import io.holdfast.gauge.calls.CountedCall;
import io.holdfast.litmus.Repeated;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The rows that a client can measure without Java: bare calls, which an agent repeats. */
final class ClientCalls {

  private static final int BATCH = 64;

  /** What one operation must call. */
  private static final Map<RowKind, CallCounts> MODELS = models();

  private ClientCalls() {}

  private static Map<RowKind, CallCounts> models() {
    CallCounts one = CallCounts.of(CountedCall.DIRECTORY_SYNC, 1);
    Map<RowKind, CallCounts> models = new EnumMap<>(RowKind.class);
    models.put(RowKind.FSYNC, CallCounts.of(CountedCall.FILE_SYNC, 1));
    models.put(RowKind.FDATASYNC, CallCounts.of(CountedCall.DATA_SYNC, 1));
    models.put(RowKind.DSYNC_WRITE, CallCounts.of(CountedCall.SYNCED_WRITE, 1));
    models.put(RowKind.DIRECTORY_FSYNC, one.plus(CountedCall.RENAME, 1));
    models.put(
        RowKind.STAGED_REPLACE, one.plus(CountedCall.FILE_SYNC, 1).plus(CountedCall.RENAME, 1));
    models.put(RowKind.PUBLISH, one.plus(CountedCall.FILE_SYNC, 1).plus(CountedCall.LINK, 1));
    models.put(RowKind.BATCH_ONE_SHARD, batch(1));
    models.put(RowKind.BATCH_EIGHT_SHARDS, batch(8));
    models.put(RowKind.FLOCK_ROUND_TRIP, CallCounts.of(CountedCall.LOCK, 4));
    return models;
  }

  private static CallCounts batch(int shards) {
    return CallCounts.of(CountedCall.DIRECTORY_SYNC, shards)
        .plus(CountedCall.FILE_SYNC, BATCH)
        .plus(CountedCall.RENAME, BATCH);
  }

  static Set<RowKind> rows() {
    return Collections.unmodifiableSet(MODELS.keySet());
  }

  static CallCounts model(RowKind kind) {
    return Optional.ofNullable(MODELS.get(kind)).orElseThrow();
  }

  /** What a client did, as a row: void where its calls are not those of the model. */
  static Row row(RowKind kind, Repeated.Done done) {
    CallCounts counted = CallCounts.NONE;
    try {
      for (Map.Entry<String, Long> call : done.calls().entrySet()) {
        CountedCall known = CountedCall.valueOf(call.getKey().toUpperCase(Locale.ROOT));
        counted = counted.plus(known, call.getValue());
      }
    } catch (IllegalArgumentException e) {
      return Row.failed(kind, model(kind), "it counts calls that no row makes", Optional.empty());
    }
    Latencies.Recorder recorder = new Latencies.Recorder();
    for (Repeated.Bucket bucket : done.times()) {
      recorder.addAll(Math.min(bucket.longestNanos(), done.longestNanos()), bucket.count());
    }
    recorder.addSum(done.sumNanos());
    return Row.measured(kind, model(kind), counted, recorder.latencies());
  }
}
