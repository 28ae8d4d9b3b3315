package io.holdfast.gauge;

import io.holdfast.durable.BarrierReason;
import io.holdfast.durable.Dir;
import io.holdfast.durable.DirectoryBarrierBatch;
import io.holdfast.durable.Name;
import io.holdfast.gauge.calls.CallCounts;
import io.holdfast.gauge.calls.CountedCall;
import io.holdfast.posix.PosixException;
import java.util.ArrayList;
import java.util.List;

/** Records put in the places of others over some directories, by one group commit. */
final class BatchWork implements Work {

  private static final int RECORDS = 64;

  private final RowPlace place;
  private final List<Dir> shards = new ArrayList<>();
  private final List<Name> names = RowPlace.names(RECORDS);
  private final byte[] record = RowPlace.content(RowPlace.RECORD_BYTES);

  BatchWork(RowPlace place, int shardCount) throws PosixException {
    this.place = place;
    for (int i = 0; i < shardCount; i++) {
      shards.add(place.directory("shard-" + i));
    }
  }

  @Override
  public CallCounts model() {
    return RowPlace.barriers(place.durable().barrierForm(shards.get(0)), shards.size())
        .plus(CountedCall.FILE_SYNC, RECORDS)
        .plus(CountedCall.RENAME, RECORDS);
  }

  @Override
  public void once(long number) throws Exception {
    try (DirectoryBarrierBatch batch = place.durable().batch(BarrierReason.BATCH)) {
      for (int i = 0; i < RECORDS; i++) {
        batch.replace(shards.get(i % shards.size()), names.get(i), record);
      }
      batch.flush();
    }
  }

  @Override
  public void close() {
    place.close();
  }
}
