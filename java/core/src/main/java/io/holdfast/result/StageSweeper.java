package io.holdfast.result;

import io.holdfast.durable.Dir;
import io.holdfast.durable.Durable;
import io.holdfast.durable.Name;
import io.holdfast.posix.Eintr;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Removes stages that can never be committed any more: of workers that died, of leases that were
 * taken over, of publishers that died behind their last barrier. Names that are no stage's are left
 * alone.
 *
 * <p>A stage that does not say yet for which lease it was made goes when it is empty: its worker,
 * if it lives, finds it gone before anything is in it.
 *
 * <p>Any number of sweepers and workers may be at work at the same time.
 */
public final class StageSweeper {

  private final Posix posix;
  private final Dir stagingRoot;
  private final StageClaims claims;
  private final StageFiles files;
  private final StageRemoval removal;

  /** A sweeper of one staging root, which stays the caller's. */
  public StageSweeper(Posix posix, Durable durable, Dir stagingRoot, StageClaims claims) {
    this.posix = posix;
    this.stagingRoot = stagingRoot;
    this.claims = claims;
    this.files = new StageFiles(posix);
    this.removal = new StageRemoval(files, durable);
  }

  /**
   * What a sweep did.
   *
   * @param removed stages that are gone
   * @param kept why the others stay
   */
  public record Swept(int removed, Map<StageName, String> kept) {}

  /**
   * Looks at every stage once.
   *
   * @param goOn asked before each; a sweep that ends early has told of what it saw
   * @throws PosixException the stages cannot be listed
   */
  public Swept sweep(BooleanSupplier goOn) throws PosixException {
    TreeMap<StageName, String> kept = new TreeMap<>();
    int removed = 0;
    try (@Nullable Dir stages = files.openChild(stagingRoot, StageFiles.STAGES).orElse(null)) {
      if (stages == null) {
        return new Swept(0, Map.of());
      }
      for (String name : files.list(stages)) {
        if (!StageName.isOne(name)) {
          continue;
        }
        if (!goOn.getAsBoolean()) {
          break;
        }
        StageName stage = new StageName(name);
        Optional<String> reason = sweepOne(stages, stage);
        if (reason.isPresent()) {
          kept.put(stage, reason.get());
        } else {
          removed++;
        }
      }
    }
    return new Swept(removed, Collections.unmodifiableMap(kept));
  }

  private Optional<String> sweepOne(Dir stages, StageName stage) {
    try (@Nullable Dir dir = files.openChild(stages, stage.toName()).orElse(null)) {
      if (dir == null) {
        return Optional.empty();
      }
      List<String> names = files.list(dir);
      List<String> origins = names.stream().filter(StageOrigin::isMeant).toList();
      if (names.isEmpty()) {
        return removeEmpty(stages, stage.toName());
      }
      Optional<StageOrigin> origin =
          origins.size() == 1 ? StageOrigin.ofName(origins.get(0)) : Optional.empty();
      if (origin.isEmpty()) {
        return Optional.of("it does not say for which lease it was made");
      }
      Optional<String> reason = claims.reasonToKeep(stage, origin.get());
      return reason.isPresent() ? reason : removal.remove(stages, stage);
    } catch (Exception e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** rmdir(2) does what a look cannot: it takes the directory only if it is empty. */
  private Optional<String> removeEmpty(Dir stages, Name name) throws PosixException {
    int result = Eintr.again(() -> posix.unlinkat(stages.fd(), name.bytes(), Flags.AT_REMOVEDIR));
    if (Errno.ENOTEMPTY.is(result) || Errno.EEXIST.is(result)) {
      return Optional.of("it is being filled");
    }
    if (!Errno.ENOENT.is(result)) {
      PosixException.check(result, "unlinkat", name.bytes());
    }
    return Optional.empty();
  }
}
