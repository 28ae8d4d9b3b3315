package io.holdfast.durable;

import io.holdfast.posix.FileSystemStat;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What the verbs of one {@link Durable} share: its barriers, its poison, its names, its counts. */
final class DurableContext {

  /**
   * f_type of file systems whose directories fsync(2) itself makes durable: ext2/3/4, xfs, btrfs,
   * f2fs, overlay, tmpfs, ramfs, zfs, bcachefs. From linux/magic.h and the out-of-tree headers;
   * they are no constants of the C library. Anything else gets the sentinel.
   */
  private static final Set<Long> LOCAL_TYPES =
      Set.of(
          0xEF53L,
          0x58465342L,
          0x9123683EL,
          0xF2F52010L,
          0x794C7630L,
          0x01021994L,
          0x858458F6L,
          0x2FC12FC1L,
          0xCA451A4EL);

  private final Posix posix;
  private final DurableOptions options;
  private final RandomNames names;
  private final DurableCounters counters = new DurableCounters();
  private final Poison poison = new Poison();
  private final FanOut fanOut;
  private final Map<FileId, DirectoryBarrier> barriers = new ConcurrentHashMap<>();
  private final Map<Long, BarrierForm> forms = new ConcurrentHashMap<>();
  private final Set<Long> devicesWithoutTmpfile = ConcurrentHashMap.newKeySet();

  private record FileId(long dev, long ino) {}

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

  DirectoryBarrier barrier(Dir dir) {
    FileId id = new FileId(dir.identity().dev(), dir.identity().ino());
    return barriers.computeIfAbsent(id, any -> new DirectoryBarrier(this));
  }

  BarrierForm form(Dir dir) {
    return options
        .barrierForm()
        .orElseGet(
            () -> forms.computeIfAbsent(dir.identity().dev(), any -> formByDefault(dir.fd())));
  }

  boolean mayHaveTmpfile(Dir dir) {
    return !devicesWithoutTmpfile.contains(dir.identity().dev());
  }

  void hasNoTmpfile(Dir dir) {
    devicesWithoutTmpfile.add(dir.identity().dev());
  }

  void spoil(PosixException failure) {
    counters.failure();
    if (poison.spoil(failure)) {
      PoisonedEvent event = new PoisonedEvent();
      event.cause = String.valueOf(failure.getMessage());
      event.commit();
    }
  }

  private BarrierForm formByDefault(int dirfd) {
    long[] slots = new long[FileSystemStat.SLOTS];
    boolean local =
        posix.fstatfs(dirfd, slots) == 0 && LOCAL_TYPES.contains(FileSystemStat.of(slots).type());
    return local ? BarrierForm.FSYNC : BarrierForm.SENTINEL;
  }
}
