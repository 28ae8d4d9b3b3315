package io.holdfast.lease;

import io.holdfast.durable.Name;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.PosixException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * What can be seen of one id: its origin, its fences, its records. Each answer was true at some
 * moment within the mount's cache time; none of them decides anything by itself.
 */
final class FenceView {

  private final ShardFiles files;
  private final WorkId id;
  private final LeaseCounters counters;
  private final FenceEra era;

  /** A view of the first era. */
  FenceView(ShardFiles files, WorkId id, LeaseCounters counters) {
    this(files, id, counters, FenceEra.FIRST);
  }

  private FenceView(ShardFiles files, WorkId id, LeaseCounters counters, FenceEra era) {
    this.files = files;
    this.id = id;
    this.counters = counters;
    this.era = era;
  }

  /** The same id in another era. */
  FenceView in(FenceEra other) {
    return new FenceView(files, id, counters, other);
  }

  FenceEra era() {
    return era;
  }

  /**
   * Looks which era of the id it is. What was seen of an origin counts if the era is still its own
   * at a look after that: names of an earlier era come into being again when a first use wakes up
   * late, but never before the tombstone that ended the era.
   *
   * @return no earlier one than that of this view
   */
  FenceEra lookAtEra() throws PosixException {
    return era.later(files.tombstones().era(id));
  }

  /** What a look at a record found. */
  sealed interface RecordSight {

    record Whole(FenceCodec.Stamped stamped) implements RecordSight {}

    record Missing() implements RecordSight {}

    record Broken(String reason) implements RecordSight {}
  }

  WorkId id() {
    return id;
  }

  ShardFiles files() {
    return files;
  }

  /** Where a name of this shard is, below the table's root. */
  String pathOf(Name name) {
    return files.label() + "/" + name;
  }

  /** Makes the mount look anew; see {@link ShardFiles#refresh}. */
  void refresh(String nonce) throws PosixException {
    files.refresh(FenceName.passing(id, nonce));
    files.tombstones().refresh(nonce);
  }

  /** The name of the origin of this era. */
  Name originName() {
    return era.origin(id);
  }

  /** The file under the name of the origin; empty while the id was not used in this era. */
  Optional<FileStat> origin() throws PosixException {
    return files.look(originName());
  }

  /** Whether a name has come into being. A fence behind number 0 does so by being moved there. */
  boolean isThere(FenceName at) throws PosixException {
    return files.look(at.fence(id)).isPresent();
  }

  /** The genuine fences of a listing of the shard, the highest number first. */
  List<FenceName> fences(FileStat origin) throws PosixException {
    counters.fenceScan();
    return fences(origin, files.list());
  }

  /** The genuine fences among some names. */
  List<FenceName> fences(FileStat origin, Collection<String> names) throws PosixException {
    List<FenceName> genuine = new ArrayList<>();
    for (String name : names) {
      Optional<FenceName> at =
          name.startsWith(id.hex()) ? FenceName.ofFence(name) : Optional.empty();
      if (at.isPresent() && era.holds(at.get().number()) && isGenuine(at.get(), origin)) {
        genuine.add(at.get());
      }
    }
    genuine.sort(FenceName.BY_NUMBER.reversed());
    return genuine;
  }

  /** Whether the file under a fence's name is the origin's, by inode or by content. */
  boolean isGenuine(FenceName at, FileStat origin) throws PosixException {
    Optional<FileStat> there = files.look(at.fence(id));
    if (there.isEmpty()) {
      return false;
    }
    return there.get().sameFileAs(origin)
        || (files.read(at.fence(id)) instanceof FileContent.Bytes fence
            && files.read(originName()) instanceof FileContent.Bytes first
            && Arrays.equals(fence.bytes(), first.bytes()));
  }

  /** Reads what a transition wrote. */
  RecordSight record(FenceName at) throws PosixException {
    FileContent content = files.read(at.record(id));
    if (content instanceof FileContent.Absent) {
      return new RecordSight.Missing();
    }
    if (content instanceof FileContent.Refused refused) {
      return new RecordSight.Broken(refused.reason());
    }
    try {
      FenceCodec.Stamped stamped = FenceCodec.decode(id, ((FileContent.Bytes) content).bytes());
      return stamped.stamp().at().equals(at)
          ? new RecordSight.Whole(stamped)
          : new RecordSight.Broken("it belongs to another transition");
    } catch (LeaseFormatException e) {
      return new RecordSight.Broken(String.valueOf(e.getMessage()));
    }
  }

  /** The record of the hint; empty where it is absent, foreign or broken: it means nothing then. */
  Optional<FenceCodec.Stamped> hint() throws PosixException {
    if (files.read(FenceName.hint(id)) instanceof FileContent.Bytes content) {
      try {
        return Optional.of(FenceCodec.decode(id, content.bytes()));
      } catch (LeaseFormatException e) {
        counters.hintIgnored();
      }
    }
    return Optional.empty();
  }
}
