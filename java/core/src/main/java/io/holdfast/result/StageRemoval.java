package io.holdfast.result;

import io.holdfast.durable.BarrierReason;
import io.holdfast.durable.Dir;
import io.holdfast.durable.DirectoryBarrierBatch;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.Name;
import io.holdfast.durable.PoisonedException;
import io.holdfast.posix.PosixException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Removes a stage that nobody needs any more: its contents, and the names that were moved away,
 * durably; then the name that says for which lease it was made, with the directory. So no crash
 * leaves contents of which nobody can say whose they are.
 */
final class StageRemoval {

  /** Names of one call: more than a stage has that was filled through {@link ResultStage}. */
  private static final int ENTRY_LIMIT = 2 * ResultManifest.HASH_LIMIT;

  private final StageFiles files;
  private final Durable durable;

  StageRemoval(StageFiles files, Durable durable) {
    this.files = files;
    this.durable = durable;
  }

  /**
   * Removes it, as far as one call goes.
   *
   * @param stages the directory of all stages
   * @return empty, or why something is left; a later call goes on with it
   */
  Optional<String> remove(Dir stages, StageName stage) {
    try (@Nullable Dir dir = files.openChild(stages, stage.toName()).orElse(null)) {
      if (dir == null) {
        return Optional.empty();
      }
      if (!removeContents(dir)) {
        return Optional.of("it has more than " + ENTRY_LIMIT + " names");
      }
      boolean complete =
          durable.removeTree(stages, stage.toName(), ENTRY_LIMIT, () -> true).complete();
      return complete ? Optional.empty() : Optional.of("others keep filling it");
    } catch (PosixException | DurabilityUnknownException | PoisonedException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private boolean removeContents(Dir dir)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    try (DirectoryBarrierBatch batch = durable.batch(BarrierReason.REMOVE)) {
      batch.changed(dir);
      int removed = 0;
      for (String name : files.list(dir)) {
        if (StageOrigin.isMeant(name)) {
          continue;
        }
        if (removed == ENTRY_LIMIT) {
          break;
        }
        batch.remove(dir, Name.of(name.getBytes(StandardCharsets.ISO_8859_1)));
        removed++;
      }
      batch.flush();
      return removed < ENTRY_LIMIT;
    }
  }
}
