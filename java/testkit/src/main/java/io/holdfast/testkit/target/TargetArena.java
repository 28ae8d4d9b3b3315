package io.holdfast.testkit.target;

import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.RootTrust;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.Reading;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.WorkId;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.target.TargetGroup;
import io.holdfast.testkit.lease.Seat;
import io.holdfast.testkit.proof.Tree;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The root of one test, its coordinators, and a hand that reaches past them into the files. */
final class TargetArena {

  static final long TTL_MILLIS = 10_000;
  static final int SHARDS = 4;

  private final Supplier<Posix> processes;
  private final Posix hand;
  private final RawPath root;
  private final DurableOptions barriers;
  private final TableManifest manifest;
  private final List<TargetCoordinator> coordinators = new ArrayList<>();

  TargetArena(
      Supplier<Posix> processes,
      RawPath root,
      DurableOptions barriers,
      TableManifest.Protocol protocol) {
    this.processes = processes;
    this.hand = processes.get();
    this.root = root;
    this.barriers = barriers;
    this.manifest =
        TableManifest.ofTargets()
            .withProtocol(protocol)
            .withShardCount(SHARDS)
            .withTtlMillis(TTL_MILLIS);
  }

  TargetCoordinator open(String owner) throws Exception {
    Seat seat = new Seat(processes.get(), barriers, 1 + coordinators.size());
    TargetCoordinator coordinator = new TargetCoordinator(owner, seat);
    coordinators.add(coordinator);
    return coordinator.open(root, manifest);
  }

  static TargetGroup group(Long... targets) {
    return TargetGroup.of(Arrays.asList(targets));
  }

  /** Opens the same directory as a table of work, which it is not. */
  void openAsWork() throws Exception {
    TableManifest work =
        TableManifest.ofWork().withProtocol(manifest.protocol()).withShardCount(SHARDS);
    Seat seat = new Seat(processes.get(), barriers, 1 + coordinators.size());
    RootTrust trust = RootTrust.declaredByCaller("a test");
    WorkLeaseTable.open(seat.posix(), root, work, seat.options(), trust, "worker").close();
  }

  /** Lets time pass for everybody. */
  void pass(long millis) {
    coordinators.forEach(coordinator -> coordinator.seat().pass(millis));
  }

  /** Lets a coordinator watch a group that nobody beats any more, until all of it has expired. */
  void outlast(TargetCoordinator observer) throws Exception {
    observer.table().recoverExpired();
    pass(TTL_MILLIS);
  }

  /** What holds each target, as a fresh look tells it: its token, or nothing. */
  Map<Long, String> holders(TargetCoordinator observer, TargetGroup group) throws Exception {
    Map<Long, String> holders = new TreeMap<>();
    for (long target : group.targets()) {
      Reading reading = observer.table().read(target);
      boolean held =
          reading instanceof Reading.Present present
              && present.record().status() == LeaseStatus.LEASED;
      holders.put(target, held ? ((Reading.Present) reading).record().token().text() : "");
    }
    return holders;
  }

  /** Everything that is in the table's shards: contents by path. */
  Map<String, String> shards() {
    Map<String, String> all = new TreeMap<>(Tree.read(hand, root));
    all.keySet().removeIf(path -> path.startsWith("sessions") || path.equals("table.json"));
    return all;
  }

  /** The paths of one target, whose names go on with this. */
  List<String> paths(long target, String kind) {
    String prefix = shard(target) + "/" + WorkId.ofTarget(target).hex() + kind;
    return shards().keySet().stream().filter(path -> path.startsWith(prefix)).toList();
  }

  static String shard(long target) {
    return String.format(Locale.ROOT, "%03d", WorkId.ofTarget(target).shard(SHARDS));
  }

  /** Writes into a file that is there: every name of it sees the same. */
  void write(String path, String content) throws PosixException {
    byte[] bytes = content.getBytes(StandardCharsets.ISO_8859_1);
    RawPath whole = root.resolve(RawPath.of(path));
    try (Descriptor file =
        Descriptor.open(hand, Flags.AT_FDCWD, whole.bytes(), Flags.O_WRONLY | Flags.O_TRUNC, 0)) {
      int written = hand.pwrite(file.number(), bytes, 0, bytes.length, 0);
      if (PosixException.check(written, "pwrite", whole.bytes()) != bytes.length) {
        throw new AssertionError("short write");
      }
    }
  }

  /** Ends every coordinator. */
  void closeAll() {
    for (TargetCoordinator coordinator : coordinators) {
      coordinator.seat().faults().heal();
      coordinator.close();
    }
  }
}
