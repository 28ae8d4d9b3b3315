package io.holdfast.result;

import io.holdfast.durable.Dir;
import io.holdfast.durable.Durable;
import io.holdfast.durable.Name;
import io.holdfast.posix.Eintr;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.result.StageSight.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
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
   * @param unknown those of them that could not be looked at, or not be removed
   */
  public record Swept(int removed, Map<StageName, String> kept, Set<StageName> unknown) {}

  /** What is done with each stage. */
  @FunctionalInterface
  private interface Visitor {
    void visit(Dir stages, StageName stage);
  }

  /**
   * Looks at every stage once and changes nothing.
   *
   * @param goOn asked before each
   * @return in the order of their names
   * @throws PosixException the stages cannot be listed
   */
  public List<StageSight> look(BooleanSupplier goOn) throws PosixException {
    List<StageSight> sights = new ArrayList<>();
    walk(goOn, (stages, stage) -> sights.add(sight(stages, stage)));
    return sights;
  }

  /**
   * Looks at every stage once, and removes what is over.
   *
   * @param goOn asked before each; a sweep that ends early has told of what it saw
   * @throws PosixException the stages cannot be listed
   */
  public Swept sweep(BooleanSupplier goOn) throws PosixException {
    SortedMap<StageName, String> kept = new TreeMap<>();
    SortedSet<StageName> unknown = new TreeSet<>();
    int[] removed = new int[1];
    walk(
        goOn,
        (stages, stage) -> {
          StageSight after = remove(stages, sight(stages, stage));
          if (after.verdict() == Verdict.OVER) {
            removed[0]++;
            return;
          }
          kept.put(stage, after.reason());
          if (after.verdict() == Verdict.UNKNOWN) {
            unknown.add(stage);
          }
        });
    return new Swept(
        removed[0], Collections.unmodifiableMap(kept), Collections.unmodifiableSet(unknown));
  }

  private void walk(BooleanSupplier goOn, Visitor visitor) throws PosixException {
    try (@Nullable Dir stages = files.openChild(stagingRoot, StageFiles.STAGES).orElse(null)) {
      if (stages == null) {
        return;
      }
      for (String name : files.list(stages).stream().filter(StageName::isOne).sorted().toList()) {
        if (!goOn.getAsBoolean()) {
          return;
        }
        visitor.visit(stages, new StageName(name));
      }
    }
  }

  private StageSight sight(Dir stages, StageName stage) {
    StageSight nothing = new StageSight(stage, Optional.empty(), Verdict.OVER, "it is empty");
    try (@Nullable Dir dir = files.openChild(stages, stage.toName()).orElse(null)) {
      List<String> names = dir == null ? List.of() : files.list(dir);
      if (names.isEmpty()) {
        return nothing;
      }
      List<String> origins = names.stream().filter(StageOrigin::isMeant).toList();
      Optional<StageOrigin> origin =
          origins.size() == 1 ? StageOrigin.ofName(origins.get(0)) : Optional.empty();
      if (origin.isEmpty()) {
        return nothing.but(Verdict.KEPT, "it does not say for which lease it was made");
      }
      return claims
          .reasonToKeep(stage, origin.get())
          .map(reason -> new StageSight(stage, origin, Verdict.KEPT, reason))
          .orElse(new StageSight(stage, origin, Verdict.OVER, "no commit can name it any more"));
    } catch (Exception e) {
      return nothing.but(Verdict.UNKNOWN, String.valueOf(e.getMessage()));
    }
  }

  /** Removes what is over. @return how that ended */
  private StageSight remove(Dir stages, StageSight sight) {
    if (sight.verdict() != Verdict.OVER) {
      return sight;
    }
    if (sight.origin().isPresent()) {
      return removal
          .remove(stages, sight.stage())
          .map(reason -> sight.but(Verdict.UNKNOWN, reason))
          .orElse(sight);
    }
    try {
      return removeEmpty(stages, sight.stage().toName())
          .map(reason -> sight.but(Verdict.KEPT, reason))
          .orElse(sight);
    } catch (PosixException e) {
      return sight.but(Verdict.UNKNOWN, String.valueOf(e.getMessage()));
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
