package io.holdfast.campaign.item;

import io.holdfast.durable.BarrierReason;
import io.holdfast.durable.Dir;
import io.holdfast.durable.DirectoryBarrierBatch;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.Durable.Publication;
import io.holdfast.durable.Name;
import io.holdfast.durable.PoisonedException;
import io.holdfast.json.JsonFormatException;
import io.holdfast.lease.TableManifest;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.DirectoryEntries;
import io.holdfast.posix.Eintr;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.qualification.EpochFile;
import io.holdfast.result.ContentHash;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The directory of a campaign:
 *
 * <pre>
 *   campaign.json            the plan, made once, when everything else is there
 *   public/                  inputs and results, each named by its digest
 *   stage/                   results that are not public yet
 *   epochs/EPOCH/work        the table of exact work; removed when all is done
 *   epochs/EPOCH/targets     the table of targets; the same
 *   ledgers/                 what each process did, a line each
 *   done                     everything is done; what is left of the tables is to be removed
 * </pre>
 *
 * <p>One thread.
 */
public final class Ground implements AutoCloseable {

  private static final Name PLAN = Name.of("campaign.json");
  private static final Name PUBLIC = Name.of("public");
  private static final Name LEDGERS = Name.of("ledgers");
  private static final Name EPOCHS = Name.of("epochs");
  private static final Name WORK = Name.of("work");
  private static final Name TARGETS = Name.of("targets");
  private static final Name STAGES = Name.of("stage");
  private static final Name DONE = Name.of("done");
  private static final Name TABLE_MANIFEST = Name.of(TableManifest.FILE_NAME);
  private static final List<Name> BEFORE_THE_PLAN = List.of(PUBLIC, LEDGERS, EPOCHS, STAGES);
  private static final int PLAN_LIMIT = 64 * 1024;
  private static final int SEEDED_AT_ONCE = 256;
  private static final int REMOVED_AT_ONCE = 4096;

  private final Posix posix;
  private final RawPath path;
  private final Dir root;
  private final Plan plan;
  private final Dir publicRoot;
  private final Dir ledgers;
  private Optional<Descriptor> claim = Optional.empty();

  private Ground(Posix posix, RawPath path, Dir root, Plan plan) throws PosixException {
    this.posix = posix;
    this.path = path;
    this.root = root;
    this.plan = plan;
    this.publicRoot = root.openChild(PUBLIC);
    @Nullable Dir opened = null;
    try {
      opened = root.openChild(LEDGERS);
    } finally {
      if (opened == null) {
        publicRoot.close();
      }
    }
    this.ledgers = opened;
  }

  /**
   * Opens the directory of a campaign that was begun.
   *
   * @throws JsonFormatException what stands in the plan's place is none
   * @throws PosixException ENOENT where no campaign was begun
   */
  public static Ground open(Posix posix, RawPath path) throws PosixException, JsonFormatException {
    Dir root = Dir.open(posix, path);
    try {
      byte[] document = Contents.read(posix, root, PLAN, PLAN_LIMIT);
      return new Ground(posix, path, root, Plan.of(document));
    } catch (PosixException | JsonFormatException | RuntimeException e) {
      root.close();
      throw e;
    }
  }

  /** What a directory is to campaigns. */
  public sealed interface Found {

    /** Nothing is in it. */
    record Empty() implements Found {}

    /** A campaign that was begun; it goes on, if only to its tables' removal. */
    record Begun(Plan plan) implements Found {}

    /** A campaign of which everything is done. */
    record Over(Plan plan) implements Found {}

    /** Nothing but what a campaign makes before its plan: it was interrupted there. */
    record Unfinished() implements Found {}

    /** A campaign of which something is missing that only a person takes away. */
    record Damaged(String missing) implements Found {}

    /** Something else is in it. */
    record Foreign(String name) implements Found {}
  }

  /**
   * Looks, and changes nothing.
   *
   * @throws JsonFormatException what stands in the plan's place is none
   */
  public static Found look(Posix posix, RawPath path) throws PosixException, JsonFormatException {
    try (Dir root = Dir.open(posix, path)) {
      Optional<byte[]> document = Contents.readIfThere(posix, root, PLAN, PLAN_LIMIT);
      if (document.isEmpty()) {
        return withoutPlan(posix, root);
      }
      Plan plan = Plan.of(document.get());
      try (Dir epochs = root.openChild(EPOCHS)) {
        if (DirectoryEntries.names(posix, epochs.fd()).contains(plan.epoch())) {
          return new Found.Begun(plan);
        }
      }
      return isThere(posix, root, DONE)
          ? new Found.Over(plan)
          : new Found.Damaged(EPOCHS + "/" + plan.epoch());
    }
  }

  private static boolean isThere(Posix posix, Dir dir, Name name) throws PosixException {
    long[] slots = new long[FileStat.SLOTS];
    int found =
        Eintr.again(() -> posix.fstatat(dir.fd(), name.bytes(), slots, Flags.AT_SYMLINK_NOFOLLOW));
    return !Errno.ENOENT.is(found) && PosixException.check(found, "fstatat", name.bytes()) == 0;
  }

  private static Found withoutPlan(Posix posix, Dir root) throws PosixException {
    List<String> names = DirectoryEntries.names(posix, root.fd());
    if (names.isEmpty()) {
      return new Found.Empty();
    }
    List<String> ours = BEFORE_THE_PLAN.stream().map(Name::toString).toList();
    Optional<String> foreign = names.stream().filter(name -> !ours.contains(name)).findFirst();
    if (foreign.isPresent()) {
      return new Found.Foreign(foreign.get());
    }
    return names.contains(LEDGERS.toString()) && hasLedgers(posix, root)
        ? new Found.Damaged(PLAN.toString())
        : new Found.Unfinished();
  }

  private static boolean hasLedgers(Posix posix, Dir root) throws PosixException {
    try (Dir ledgers = root.openChild(LEDGERS)) {
      return !DirectoryEntries.names(posix, ledgers.fd()).isEmpty();
    }
  }

  /**
   * Makes all inputs of a plan durable, then the plan. A crash before that leaves a directory that
   * is not empty and holds no campaign. An flock(2) on the directory keeps away who would begin one
   * at the same time; where storage gives none on directories, as NFS, the later one fails with
   * EEXIST.
   *
   * @param path an empty directory
   * @param seeded learns how many inputs are there
   * @param goOn asked between; what was made stays
   * @return whether the directory was empty, and nobody else at it; nothing was done otherwise
   */
  public static boolean begin(
      Posix posix,
      Durable durable,
      RawPath path,
      Plan plan,
      IntConsumer seeded,
      BooleanSupplier goOn)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    try (Dir root = Dir.open(posix, path)) {
      int locked = Eintr.again(() -> posix.flock(root.fd(), Flags.LOCK_EX | Flags.LOCK_NB));
      if (Errno.EAGAIN.is(locked) || !DirectoryEntries.names(posix, root.fd()).isEmpty()) {
        return false;
      }
      durable.makeDirs(root, List.of(PUBLIC));
      durable.makeDirs(root, List.of(LEDGERS));
      durable.makeDirs(root, List.of(STAGES));
      for (Name table : List.of(WORK, TARGETS)) {
        durable.makeDirs(root, List.of(EPOCHS, Name.of(plan.epoch()), table));
      }
      try (Dir publicRoot = root.openChild(PUBLIC)) {
        for (int from = 0; from < plan.items() && goOn.getAsBoolean(); from += SEEDED_AT_ONCE) {
          int end = Math.min(plan.items(), from + SEEDED_AT_ONCE);
          seed(durable, publicRoot, plan, from, end);
          seeded.accept(end);
        }
      }
      if (goOn.getAsBoolean()
          && durable.publish(root, PLAN, plan.toBytes()) != Publication.CREATED) {
        throw PosixException.of("publish", Errno.EEXIST.asResult(), PLAN.bytes());
      }
      return true;
    }
  }

  private static void seed(Durable durable, Dir publicRoot, Plan plan, int from, int end)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    try (DirectoryBarrierBatch batch = durable.batch(BarrierReason.BATCH)) {
      for (int number = from; number < end; number++) {
        byte[] content = Input.first(plan, number).toBytes();
        batch.create(publicRoot, Name.of(ContentHash.of(content).hex()), content);
      }
      batch.flush();
    }
  }

  public Plan plan() {
    return plan;
  }

  /** The campaign's directory, below which results are staged. */
  public Dir root() {
    return root;
  }

  public Dir publicRoot() {
    return publicRoot;
  }

  public Dir ledgers() {
    return ledgers;
  }

  /** A new reader of what is public. */
  public Corpus corpus() {
    return new Corpus(posix, publicRoot);
  }

  public RawPath workTable() {
    return table(WORK);
  }

  public RawPath targetTable() {
    return table(TARGETS);
  }

  private RawPath table(Name name) {
    return path.resolve(RawPath.of(EPOCHS.toString()))
        .resolve(RawPath.of(plan.epoch()))
        .resolve(RawPath.of(name.bytes()));
  }

  /**
   * Keeps other commands away from this campaign: who comes to its end removes the tables, under
   * whoever is still at work. An flock(2) on the plan, until this is closed or the process ends,
   * whatever ended that; on storage that gives no such lock nobody is kept away.
   *
   * @return whether no other command has it
   */
  public boolean claim() throws IOException {
    claim = new EpochFile(posix, path, PLAN).claim();
    return claim.isPresent();
  }

  /** Whether it was said that everything is done. */
  public boolean isDone() throws PosixException {
    return isThere(posix, root, DONE);
  }

  /** Says durably that everything is done. */
  public void sayThatAllIsDone(Durable durable)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    durable.publish(root, DONE, plan.epoch().getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * Looks whether both tables are where coordinators left them: one that is gone would be made anew
   * by the next coordinator, and what others hold forgotten.
   *
   * @param used whether anything was leased in them
   * @throws IOException one is missing, or no table
   */
  public void requireTables(boolean used) throws IOException {
    for (Name name : List.of(WORK, TARGETS)) {
      try (Dir table = Dir.open(posix, table(name))) {
        if (used && !isThere(posix, table, TABLE_MANIFEST)) {
          throw new IOException(table(name) + " has no " + TABLE_MANIFEST + " any more");
        }
      } catch (PosixException e) {
        throw new IOException(table(name) + " is no table: " + e.getMessage(), e);
      }
    }
  }

  /** Whether the path of the campaign still leads here. */
  public boolean isInPlace() throws PosixException {
    return root.isInPlace();
  }

  /**
   * Removes the tables of the epoch: nobody works any more, and everything is done.
   *
   * @return what is left below {@code epochs} and {@code stage}, by name; empty when all is gone
   */
  public List<String> retire(Durable durable)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    try (Dir epochs = root.openChild(EPOCHS)) {
      Name epoch = Name.of(plan.epoch());
      while (!durable.removeTree(epochs, epoch, REMOVED_AT_ONCE, () -> true).complete()) {
        // Once more.
      }
    }
    return leftovers();
  }

  private List<String> leftovers() throws PosixException {
    try (Dir epochs = root.openChild(EPOCHS);
        Dir stages = root.openChild(STAGES)) {
      List<String> left = DirectoryEntries.names(posix, epochs.fd());
      left.addAll(DirectoryEntries.names(posix, stages.fd()));
      return left;
    }
  }

  @Override
  public void close() {
    claim.ifPresent(Descriptor::close);
    ledgers.close();
    publicRoot.close();
    root.close();
  }
}
