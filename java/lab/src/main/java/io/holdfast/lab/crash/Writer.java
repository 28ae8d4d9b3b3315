package io.holdfast.lab.crash;

import io.holdfast.durable.BarrierReason;
import io.holdfast.durable.DirectoryBarrierBatch;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.PoisonedException;
import io.holdfast.posix.PosixException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * One thread that changes names by durable verbs, and says before each what it starts and after
 * each what it was promised. Names that it replaces or removes are its own.
 */
final class Writer {

  private final Durable durable;
  private final Shards shards;
  private final Marks marks;
  private final Content content;
  private final Random random;
  private final Map<String, Integer> last = new HashMap<>();
  private final Set<String> present = new HashSet<>();

  Writer(Durable durable, Shards shards, Marks marks, Content content, long seed) {
    this.durable = durable;
    this.shards = shards;
    this.marks = marks;
    this.content = content;
    this.random = new Random(seed);
  }

  /** Any of the names. */
  String any(List<String> names) {
    return names.get(random.nextInt(names.size()));
  }

  private int startNext(String path) throws PosixException {
    int version = last.merge(path, 1, Integer::sum);
    marks.started(path, version);
    return version;
  }

  void replace(String path) throws PosixException, DurabilityUnknownException, PoisonedException {
    int version = startNext(path);
    durable.replace(shards.dirOf(path), Shards.nameOf(path), content.of(path, version));
    marks.acknowledged(path, version);
  }

  /** Replaces one to all of the names by one batch. */
  void replaceTogether(List<String> names)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    List<String> some = new ArrayList<>(names);
    Collections.shuffle(some, random);
    some = some.subList(0, 1 + random.nextInt(some.size()));
    Map<String, Integer> versions = new HashMap<>();
    try (DirectoryBarrierBatch batch = durable.batch(BarrierReason.BATCH)) {
      for (String path : some) {
        int version = startNext(path);
        versions.put(path, version);
        batch.replace(shards.dirOf(path), Shards.nameOf(path), content.of(path, version));
      }
      batch.flush();
    }
    for (Map.Entry<String, Integer> done : versions.entrySet()) {
      marks.acknowledged(done.getKey(), done.getValue());
    }
  }

  /** Publishes a name that others publish as well; their versions are others. */
  void publish(String path, int version)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    marks.started(path, version);
    Durable.Publication answer =
        durable.publish(shards.dirOf(path), Shards.nameOf(path), content.of(path, version));
    if (answer == Durable.Publication.CREATED) {
      marks.published(path, version);
    } else {
      marks.present(path);
    }
  }

  /** Publishes an own name that is absent, removes one that is there. */
  void toggle(String path) throws PosixException, DurabilityUnknownException, PoisonedException {
    if (present.add(path)) {
      int version = startNext(path);
      durable.publish(shards.dirOf(path), Shards.nameOf(path), content.of(path, version));
      marks.acknowledged(path, version);
    } else {
      present.remove(path);
      marks.started(path, Content.ABSENT);
      durable.remove(shards.dirOf(path), Shards.nameOf(path));
      marks.acknowledged(path, Content.ABSENT);
    }
  }
}
