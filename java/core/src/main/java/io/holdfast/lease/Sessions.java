package io.holdfast.lease;

import io.holdfast.durable.BarrierReason;
import io.holdfast.durable.Dir;
import io.holdfast.durable.DirectoryBarrierBatch;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.Name;
import io.holdfast.durable.PoisonedException;
import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of a table: opens one's own, and judges those of others by their beats, with the
 * observer's own clock. Any thread may use it.
 */
final class Sessions implements AutoCloseable {

  /** The directory below the table's root. */
  static final String DIRECTORY = "sessions";

  static final String SCHEMA = "holdfast-session-v1";

  private final Posix posix;
  private final Durable durable;
  private final ShardFiles files;
  private final LeaseOptions options;
  private final Nonces nonces;
  private final Map<String, Observation> observations = new ConcurrentHashMap<>();

  /** The beat that was seen, empty where no file was, and since when it is unchanged. */
  private record Observation(Optional<SessionName> seen, long sinceNanos) {}

  private Sessions(
      Posix posix, Durable durable, ShardFiles files, LeaseOptions options, Nonces nonces) {
    this.posix = posix;
    this.durable = durable;
    this.files = files;
    this.options = options;
    this.nonces = nonces;
  }

  /** Opens the directory of sessions in a table's root, and makes it where it is not there. */
  static Sessions open(
      Posix posix,
      Durable durable,
      Dir root,
      TableManifest manifest,
      LeaseOptions options,
      Nonces nonces)
      throws PosixException, DurabilityUnknownException, PoisonedException, TableRefusedException {
    durable.makeDirs(root, List.of(Name.of(DIRECTORY)));
    return of(posix, durable, root, manifest, options, nonces);
  }

  private static Sessions of(
      Posix posix,
      Durable durable,
      Dir root,
      TableManifest manifest,
      LeaseOptions options,
      Nonces nonces)
      throws PosixException, TableRefusedException {
    Dir dir = root.openChild(Name.of(DIRECTORY));
    try {
      TableRoot.requireOwn(posix, dir, manifest.directoryMode());
    } catch (TableRefusedException e) {
      dir.close();
      throw e;
    }
    return new Sessions(posix, durable, new ShardFiles(posix, dir, DIRECTORY), options, nonces);
  }

  /**
   * The sessions of a table that has a directory of them, for whoever opens none.
   *
   * @throws TableRefusedException as for {@link #open}
   */
  static Optional<Sessions> existing(
      Posix posix, Durable durable, Dir root, TableManifest manifest, LeaseOptions options)
      throws PosixException, TableRefusedException {
    if (manifest.protocol() != TableManifest.Protocol.FENCE) {
      return Optional.empty();
    }
    try {
      return Optional.of(of(posix, durable, root, manifest, options, new Nonces(options.random())));
    } catch (PosixException e) {
      if (e.errno().equals(Errno.ENOENT)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Begins a session: its file is durable when this returns. */
  Session begin(String owner, long ttlNanos)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    SessionName first = new SessionName(nonces.next(), 0);
    long started = options.clocks().boot().nanoTime();
    if (durable.publish(files.dir(), first.name(), content(owner, ttlNanos))
        == Durable.Publication.ALREADY_THERE) {
      throw PosixException.of("linkat", Errno.EEXIST.asResult(), first.name().bytes());
    }
    Optional<FileStat> identity = files.look(first.name());
    if (identity.isEmpty()) {
      throw PosixException.of("statx", Errno.ENOENT.asResult(), first.name().bytes());
    }
    return new Session(this, options, first, identity.get(), ttlNanos, started);
  }

  private byte[] content(String owner, long ttlNanos) throws PosixException {
    ProcessIdentity process = ProcessIdentity.of(posix);
    Map<String, JsonValue> fields = new TreeMap<>();
    fields.put("schema", new JsonString(SCHEMA));
    fields.put("owner", new JsonString(owner));
    fields.put("host", new JsonString(process.host()));
    fields.put("boot_id", new JsonString(process.bootId()));
    fields.put("pid", JsonNumber.of(process.pid()));
    fields.put("ttl", JsonNumber.of(ttlNanos / 1e9));
    fields.put("started", JsonNumber.of(options.clocks().wallSeconds()));
    return (CanonicalJson.text(new JsonObject(fields)) + "\n").getBytes(StandardCharsets.US_ASCII);
  }

  /** What is known of another session. */
  sealed interface Judgement {

    /** It beats, or it was not watched for long enough: so long it counts as alive. */
    record Alive(long remainingNanos) implements Judgement {}

    /** Its beat did not change for the whole time; {@link #declareDead} may follow. */
    record Silent() implements Judgement {}

    record Dead() implements Judgement {}
  }

  /**
   * Judges a session by whether its beat changed since this process saw it first.
   *
   * @param ttlNanos for how long it must be unchanged
   */
  Judgement judge(String session, long ttlNanos) throws PosixException {
    Observation before = observations.get(session);
    Optional<SessionName> now = seenNow(session, before);
    if (now.isPresent() && now.get().isDead()) {
      return new Judgement.Dead();
    }
    long nanos = options.clocks().boot().nanoTime();
    if (before == null || !before.seen().equals(now)) {
      observations.put(session, new Observation(now, nanos));
      return new Judgement.Alive(ttlNanos);
    }
    long silent = nanos - before.sinceNanos();
    return silent >= ttlNanos ? new Judgement.Silent() : new Judgement.Alive(ttlNanos - silent);
  }

  private Optional<SessionName> seenNow(String session, @Nullable Observation before)
      throws PosixException {
    if (before != null && before.seen().isPresent()) {
      if (files.look(before.seen().get().name()).isPresent()) {
        return before.seen();
      }
    }
    return seen(session);
  }

  /** What a listing shows of a session: that it is dead, else its highest beat, else nothing. */
  Optional<SessionName> seen(String session) throws PosixException {
    SessionName best = null;
    for (String name : files.list()) {
      SessionName found = SessionName.of(name).filter(s -> s.id().equals(session)).orElse(null);
      if (found != null) {
        if (found.isDead()) {
          return Optional.of(found);
        }
        best = best == null || found.beat() > best.beat() ? found : best;
      }
    }
    return Optional.ofNullable(best);
  }

  /**
   * Declares a silent session dead, durably. Its own next beat and this race for one name; the
   * server lets one of them win.
   *
   * @return false when it has beaten meanwhile: it lives
   */
  boolean declareDead(String session)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    Observation silent = observations.get(session);
    if (silent == null) {
      return false;
    }
    SessionName dead = new SessionName(session, SessionName.DEAD);
    if (silent.seen().isPresent()) {
      int moved = files.rename(silent.seen().get().name(), dead.name());
      if (moved < 0) {
        refresh();
      }
    } else {
      refresh();
      if (seen(session).isPresent()) {
        observations.remove(session, silent);
        return false;
      }
      byte[] gone = "its file was gone\n".getBytes(StandardCharsets.US_ASCII);
      durable.publish(files.dir(), dead.name(), gone);
    }
    try (DirectoryBarrierBatch batch = durable.batch(BarrierReason.BATCH)) {
      batch.changed(files.dir());
      batch.flush();
    }
    boolean isDead = files.look(dead.name()).isPresent();
    if (!isDead) {
      observations.remove(session, silent);
    }
    return isDead;
  }

  ShardFiles files() {
    return files;
  }

  /** Makes the mount look at the directory anew. */
  void refresh() {
    files.refresh(Name.of(nonces.next() + ".look"));
  }

  @Override
  public void close() {
    files.dir().close();
  }
}
