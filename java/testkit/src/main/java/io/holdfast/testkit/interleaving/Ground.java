package io.holdfast.testkit.interleaving;

import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.WorkId;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** What the clients of one run share: the storage, the ids that they fight for, each other. */
final class Ground {

  private final SplittableRandom random;
  private final SharedStorage storage;
  private final @Nullable FenceMutant mutant;
  private final List<Client> clients = new ArrayList<>();
  private final List<WorkId> ids = new ArrayList<>();
  private final List<WorkId> current = new ArrayList<>();
  private long acknowledged;
  private long retired;

  /**
   * @param idCount how many ids are fought for at any time
   */
  Ground(
      SplittableRandom random, SharedStorage storage, int idCount, @Nullable FenceMutant mutant) {
    this.random = random;
    this.storage = storage;
    this.mutant = mutant;
    for (int i = 0; i < idCount; i++) {
      current.add(nextId());
    }
  }

  private WorkId nextId() {
    WorkId id = WorkId.ofTarget(ids.size() + 1L);
    ids.add(id);
    return id;
  }

  SplittableRandom random() {
    return random;
  }

  SharedStorage storage() {
    return storage;
  }

  boolean makes(FenceMutant mistake) {
    return mutant == mistake;
  }

  List<Client> clients() {
    return clients;
  }

  /** Every id that anybody ever fought for. */
  List<WorkId> ids() {
    return List.copyOf(ids);
  }

  /** The ids that are fought for now. */
  List<WorkId> current() {
    return List.copyOf(current);
  }

  WorkId anyId() {
    return current.get(random.nextInt(current.size()));
  }

  /** An id is done for ever: another takes its place. */
  void replace(WorkId done) {
    current.replaceAll(id -> id.equals(done) ? nextId() : id);
  }

  long acknowledged() {
    return acknowledged;
  }

  long retired() {
    return retired;
  }

  /** A client was told that it has retired so many ids. */
  void retired(int count) {
    retired += count;
  }

  /** A client was told that it has made this record. */
  void acknowledge(LeaseRecord record) {
    acknowledged++;
    String nonce = ((JsonString) record.fields().get("nonce").orElseThrow()).text();
    storage.truth(record.id().hex()).acknowledged(record, nonce);
  }

  /** A client was told that a lease is its own: nobody else may trust in an older one. */
  void requireNobodyElseTrusts(Client holder, WorkId id, long fence) {
    for (Client other : clients) {
      if (other != holder && other.trusts(id, fence)) {
        throw new Violation(id + ": two coordinators trust in their lease");
      }
    }
  }
}
