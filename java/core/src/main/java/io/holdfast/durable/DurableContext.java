package io.holdfast.durable;

import io.holdfast.posix.FileSystemStat;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** What the verbs of one {@link Durable} share: its barriers, its poison, its names, its counts. */
final class DurableContext {

  /** Most directories whose barriers are shared; beyond that all are forgotten and begun anew. */
  static final int SHARED_DIRECTORY_LIMIT = 4096;

  private final Posix posix;
  private final DurableOptions options;
  private final RandomNames names;
  private final DurableCounters counters = new DurableCounters();
  private final Poison poison = new Poison();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final FanOut fanOut;
  private final Map<FileId, DirectoryBarrier> barriers = new ConcurrentHashMap<>();
  private final Map<Long, BarrierForm> forms = new ConcurrentHashMap<>();
  private final Set<Long> devicesWithoutUnnamed = ConcurrentHashMap.newKeySet();

  DurableContext(Posix posix, DurableOptions options) {
    this.posix = posix;
    this.options = options;
    this.names = new RandomNames(options.random());
    this.fanOut =
        options
            .executor()
            .map(executor -> FanOut.on(executor, options.fanOut()))
            .orElseGet(() -> FanOut.owned(options.fanOut()));
  }

  Posix posix() {
    return posix;
  }

  DurableOptions options() {
    return options;
  }

  RandomNames names() {
    return names;
  }

  DurableCounters counters() {
    return counters;
  }

  Poison poison() {
    return poison;
  }

  FanOut fanOut() {
    return fanOut;
  }

  /** The door of every verb: nothing was touched yet. */
  void enter() throws PoisonedException {
    requireOpen();
    poison.check();
  }

  void requireOpen() {
    if (closed.get()) {
      throw new IllegalStateException("this Durable was closed");
    }
  }

  /** Behind every barrier: a directory that was moved or removed took the change along. */
  void requireInPlace(Dir.Hold dir) throws DurabilityUnknownException {
    try {
      if (!dir.isInPlace(posix)) {
        throw new DurabilityUnknownException(
            dir.dir() + " was moved or removed: its name no longer leads to it", null);
      }
    } catch (PosixException e) {
      throw new DurabilityUnknownException(
          "whether " + dir.dir() + " is in its place cannot be seen", e);
    }
  }

  void close() {
    if (closed.compareAndSet(false, true)) {
      fanOut.close();
    }
  }

  /**
   * The barrier that the threads of this process share. Two of them for one directory share nothing
   * and are right all the same, so forgetting them costs an fsync and no promise.
   */
  DirectoryBarrier barrier(Dir.Hold dir) {
    if (barriers.size() >= SHARED_DIRECTORY_LIMIT) {
      barriers.clear();
    }
    return barriers.computeIfAbsent(dir.dir().id(), any -> new DirectoryBarrier(this));
  }

  BarrierForm form(Dir.Hold dir) {
    return options
        .barrierForm()
        .orElseGet(() -> forms.computeIfAbsent(device(dir), any -> formByDefault(dir.fd())));
  }

  /** Whether files without a name were not refused here so far. */
  boolean mayHaveUnnamed(Dir.Hold dir) {
    return !devicesWithoutUnnamed.contains(device(dir));
  }

  void hasNoUnnamed(Dir.Hold dir) {
    devicesWithoutUnnamed.add(device(dir));
  }

  void spoil(Throwable failure) {
    counters.failure();
    if (poison.spoil(failure)) {
      PoisonedEvent event = new PoisonedEvent();
      event.cause = failure.toString();
      event.commit();
    }
  }

  private static long device(Dir.Hold dir) {
    return dir.dir().identity().dev();
  }

  private BarrierForm formByDefault(int dirfd) {
    long[] slots = new long[FileSystemStat.SLOTS];
    boolean known = posix.fstatfs(dirfd, slots) == 0;
    return known && LocalFileSystems.include(FileSystemStat.of(slots).type())
        ? BarrierForm.FSYNC
        : BarrierForm.SENTINEL;
  }
}
