package io.holdfast.durable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The directories in which a batch has changed names, each held by descriptor until its barrier:
 * one barrier for each directory, however many names and however often it was opened.
 */
final class ChangedDirectories {

  private final DurableContext context;
  private final BarrierReason reason;
  private final Map<FileId, Changed> directories = new LinkedHashMap<>();

  ChangedDirectories(DurableContext context, BarrierReason reason) {
    this.context = context;
    this.reason = reason;
  }

  boolean isEmpty() {
    return directories.isEmpty();
  }

  int count() {
    return directories.size();
  }

  /** Notes one changed name. */
  void add(Dir.Hold dir) {
    directories.computeIfAbsent(dir.dir().id(), any -> new Changed()).add(dir);
  }

  /**
   * Makes the barriers beside each other, then forgets the directories.
   *
   * @throws DurabilityUnknownException the first that failed, in the order of their first changes,
   *     later ones suppressed
   */
  void makeDurable() throws DurabilityUnknownException {
    List<Changed> all = List.copyOf(directories.values());
    try {
      context.fanOut().run(all);
      DurabilityUnknownException first = null;
      for (Changed one : all) {
        first = firstOf(first, one.failure);
      }
      if (first != null) {
        throw first;
      }
    } finally {
      all.forEach(Changed::letGo);
      directories.clear();
    }
  }

  private static @Nullable DurabilityUnknownException firstOf(
      @Nullable DurabilityUnknownException first, @Nullable DurabilityUnknownException next) {
    if (first == null) {
      return next;
    }
    if (next != null) {
      first.addSuppressed(next);
    }
    return first;
  }

  /** One directory, under every name by which the batch came to it. */
  private final class Changed implements Runnable {

    private final List<Dir.Hold> holds = new ArrayList<>();
    private int changes;
    private @Nullable DurabilityUnknownException failure;

    void add(Dir.Hold dir) {
      changes++;
      if (holds.stream().noneMatch(hold -> hold.dir() == dir.dir())) {
        holds.add(dir.again());
      }
    }

    @Override
    public void run() {
      try {
        Dir.Hold any = holds.get(0);
        context.barrier(any).await(any, reason, changes);
        for (Dir.Hold hold : holds) {
          context.requireInPlace(hold);
        }
      } catch (DurabilityUnknownException e) {
        failure = e;
      }
    }

    void letGo() {
      holds.forEach(Dir.Hold::close);
    }
  }
}
