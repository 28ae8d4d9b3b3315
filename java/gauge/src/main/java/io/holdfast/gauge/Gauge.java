package io.holdfast.gauge;

import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.durable.Dir;
import io.holdfast.durable.DirectorySupport;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.PoisonedException;
import io.holdfast.gauge.calls.CountedCall;
import io.holdfast.gauge.calls.CountingPosix;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Measures a directory: rows of {@link RowKind}, one after the other, each for its part of the
 * time, in a scratch directory that is removed whatever happens. Used once, by one thread.
 *
 * <p>Every call is counted where it is made, in the same run that is timed. A row whose calls are
 * not those of its model, or in which a call failed, has no times.
 */
public final class Gauge {

  /** A part of this size is kept for what is done before and behind the rows. */
  private static final int RESERVED_PART = 20;

  /** Each row gets a part of this size of an even share, however long those before it took. */
  private static final int LEAST_PART = 4;

  private static final double SECOND_NANOS = 1e9;
  private static final int MODE = 0700;

  private final CountingPosix counting;
  private final Posix posix;
  private final NanoClock clock;
  private final EpochClock wall;

  /**
   * @param posix carries all calls
   */
  public Gauge(Posix posix, NanoClock clock, EpochClock wall) {
    this(posix, clock, wall, UnaryOperator.identity());
  }

  /**
   * @param mistake stands between what is measured and what counts
   */
  Gauge(Posix posix, NanoClock clock, EpochClock wall, UnaryOperator<Posix> mistake) {
    this.counting = new CountingPosix(posix);
    this.posix = mistake.apply(counting);
    this.clock = clock;
    this.wall = wall;
  }

  /**
   * Measures.
   *
   * @param progress told before each row
   * @param ending asked between two operations
   * @throws PosixException the directory cannot be measured at all
   * @throws DurabilityUnknownException so does this say
   * @throws CancellationException it was to end; nothing is left behind
   */
  public GaugeReport run(
      GaugeRequest request, Consumer<GaugeProgress> progress, BooleanSupplier ending)
      throws Exception {
    long start = clock.nanoTime();
    long began = wall.millis();
    Scratch scratch = Scratch.make(counting, request.directory());
    List<String> findings = new ArrayList<>();
    Place place;
    List<Row> rows;
    try {
      place = look(scratch);
      findings.addAll(scratch.sweepOthers());
      rows = rows(request, scratch, start, progress, ending);
    } finally {
      scratch.remove().ifPresent(findings::add);
    }
    return new GaugeReport(request, place, rows, findings, began, clock.nanoTime() - start);
  }

  private Place look(Scratch scratch)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    try (Dir dir = Dir.open(counting, scratch.path());
        Durable durable = new Durable(counting, DurableOptions.defaults())) {
      DirectorySupport support = durable.examine(dir);
      return Place.read(counting, dir.fd(), support);
    }
  }

  private List<Row> rows(
      GaugeRequest request,
      Scratch scratch,
      long start,
      Consumer<GaugeProgress> progress,
      BooleanSupplier ending)
      throws Exception {
    RowMeter meter = new RowMeter(counting, clock, ending);
    long budget = Math.round(request.seconds() * SECOND_NANOS);
    long end = start + budget - budget / RESERVED_PART;
    int count = request.rows().size();
    long least = budget / count / LEAST_PART;
    List<Row> rows = new ArrayList<>();
    for (RowKind kind : request.rows()) {
      long left = Math.max(0, end - clock.nanoTime());
      progress.accept(new GaugeProgress(kind, rows.size(), count, left));
      long share = Math.max(least, left / (count - rows.size()));
      RawPath own = scratch.path().resolve(RawPath.of(kind.id()));
      rows.add(meter.measure(kind, () -> prepared(kind, place(own), request), share));
    }
    return rows;
  }

  private RowPlace place(RawPath path) throws PosixException {
    int made = counting.mkdirat(Flags.AT_FDCWD, path.bytes(), MODE);
    PosixException.check(made, "mkdirat", path.bytes());
    return new RowPlace(posix, path);
  }

  private static Work prepared(RowKind kind, RowPlace place, GaugeRequest request)
      throws Exception {
    try {
      return work(kind, place, request);
    } catch (Exception e) {
      place.close();
      throw e;
    }
  }

  private static Work work(RowKind kind, RowPlace place, GaugeRequest request) throws Exception {
    int block = request.blockBytes();
    return switch (kind) {
      case FSYNC -> new BlockWork(place, CountedCall.FILE_SYNC, block);
      case FDATASYNC -> new BlockWork(place, CountedCall.DATA_SYNC, block);
      case DSYNC_WRITE -> new BlockWork(place, CountedCall.SYNCED_WRITE, block);
      case DIRECTORY_FSYNC -> new NameWork(place, false);
      case STAGED_REPLACE -> new NameWork(place, true);
      case PUBLISH -> new PublishWork(place);
      case BATCH_ONE_SHARD -> new BatchWork(place, 1);
      case BATCH_EIGHT_SHARDS -> new BatchWork(place, 8);
      case SESSION_HEARTBEAT -> new LeaseWork.Beat(place);
      case FLOCK_ROUND_TRIP -> new LockWork(place);
      case CLAIM_RELEASE -> new LeaseWork.ClaimAndRelease(place);
    };
  }
}
