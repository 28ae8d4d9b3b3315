package io.holdfast.durable;

import io.holdfast.posix.PosixException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Group commit: N changes in K directories cost N content barriers and K directory barriers.
 *
 * <p>{@link #replace} writes each record at once and hands it over; {@link #flush} makes all
 * content barriers beside each other, moves the records to their names in the order in which they
 * were given, and makes one barrier per directory. For each record the order is content fsync,
 * rename, directory fsync, barrier probe, answer.
 *
 * <p>When a record fails, those before it are moved and made durable, it and those behind it are
 * dropped, and its error is thrown. When a directory barrier fails there is no result: {@link
 * DurabilityUnknownException}, for every record of the batch.
 *
 * <p>One thread at a time. {@link #close} drops what was not flushed; it never acknowledges.
 */
public final class DirectoryBarrierBatch implements AutoCloseable {

  /** Most records between two flushes. */
  public static final int RECORD_LIMIT = 65_536;

  private final DurableContext context;
  private final BarrierReason reason;
  private final List<Staged> staged = new ArrayList<>();
  private @Nullable PosixException failure;
  private @Nullable DurabilityUnknownException unknown;

  DirectoryBarrierBatch(DurableContext context, BarrierReason reason) {
    this.context = context;
    this.reason = reason;
  }

  /**
   * What a flush did.
   *
   * @param records moved to their names and durable
   * @param fileSyncs content barriers made: as many as records
   * @param directorySyncs directories made durable, by this thread or by one that it shared with
   */
  public record Result(int records, int fileSyncs, int directorySyncs) {}

  /**
   * Stages a record. An error of staging is kept and thrown by {@link #flush}, after the records
   * before it are durable; later records are not staged any more.
   */
  public void replace(Dir dir, Name name, byte[] content) throws PoisonedException {
    context.poison().check();
    if (staged.size() == RECORD_LIMIT) {
      throw new IllegalStateException("a batch holds at most " + RECORD_LIMIT + " records");
    }
    if (failure != null) {
      return;
    }
    try {
      Staged record = Staged.named(context, dir, name, content);
      staged.add(record);
      record.startWriteBack();
    } catch (PosixException e) {
      failure = e;
    }
  }

  /** Makes all that was handed over durable; see the class for what an error means. */
  public Result flush() throws PosixException, DurabilityUnknownException, PoisonedException {
    context.poison().check();
    try {
      context.fanOut().run(staged.stream().<Runnable>map(record -> record::sync).toList());
      Map<Dir, Integer> changed = moveAll();
      makeBarriers(changed);
      if (unknown != null) {
        throw unknown;
      }
      int records = changed.values().stream().mapToInt(Integer::intValue).sum();
      if (failure != null) {
        throw failure;
      }
      return new Result(records, staged.size(), changed.size());
    } finally {
      close();
    }
  }

  /** Moves until the first that fails; what fails is kept until the moved ones are durable. */
  private Map<Dir, Integer> moveAll() {
    Map<Dir, Integer> changed = new LinkedHashMap<>();
    for (Staged record : staged) {
      try {
        record.checkSynced();
        record.moveToTarget();
        changed.merge(canonical(changed, record.dir()), 1, Integer::sum);
      } catch (PosixException e) {
        failure = e;
        break;
      } catch (DurabilityUnknownException e) {
        unknown = e;
        break;
      }
    }
    return changed;
  }

  private static Dir canonical(Map<Dir, Integer> known, Dir dir) {
    return known.keySet().stream().filter(dir::sameAs).findFirst().orElse(dir);
  }

  private void makeBarriers(Map<Dir, Integer> changed) throws DurabilityUnknownException {
    List<Barrier> barriers =
        changed.entrySet().stream().map(e -> new Barrier(e.getKey(), e.getValue())).toList();
    context.fanOut().run(barriers);
    List<DurabilityUnknownException> failures =
        barriers.stream().flatMap(barrier -> Stream.ofNullable(barrier.failure)).toList();
    if (!failures.isEmpty()) {
      DurabilityUnknownException first = failures.get(0);
      failures.stream().skip(1).forEach(first::addSuppressed);
      throw first;
    }
  }

  /** Drops staged records that were not flushed. */
  @Override
  public void close() {
    staged.forEach(Staged::close);
    staged.clear();
    failure = null;
    unknown = null;
  }

  private final class Barrier implements Runnable {

    private final Dir dir;
    private final int changes;
    private @Nullable DurabilityUnknownException failure;

    Barrier(Dir dir, int changes) {
      this.dir = dir;
      this.changes = changes;
    }

    @Override
    public void run() {
      try {
        context.barrier(dir).await(dir, reason, changes);
        Durable.checkInPlace(dir);
      } catch (DurabilityUnknownException e) {
        failure = e;
      }
    }
  }
}
