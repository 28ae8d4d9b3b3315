package io.holdfast.lease;

import io.holdfast.durable.Dir;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.PoisonedException;
import io.holdfast.lease.Sessions.Judgement;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Ends the sessions that no record names and whose owners are gone. Nobody waits for them, so that
 * nobody else finds them silent.
 *
 * <p>As every observer does, it declares dead whose beat did not change for the whole ttl on its
 * own CLOCK_BOOTTIME: that of the table or of the session's file, whichever is longer. No age of a
 * file counts. An owner that lives and has no lease yet beats meanwhile; one that was frozen for so
 * long loses the race for the one name at its next beat, before it is acknowledged anything. One
 * thread.
 */
public final class IdleSessions implements AutoCloseable {

  private static final double NANOS_PER_SECOND = 1e9;
  private static final long NANOS_PER_MILLI = 1_000_000L;

  private final Dir root;
  private final Durable durable;
  private final Shards shards;
  private final Optional<Sessions> sessions;
  private final Map<SessionName, Long> watched = new LinkedHashMap<>();
  private final long ttlNanos;
  private boolean begun;

  private IdleSessions(Posix posix, Dir root, TableManifest manifest, LeaseOptions options)
      throws PosixException, TableRefusedException {
    this.root = root;
    this.ttlNanos = manifest.ttlMillis() * NANOS_PER_MILLI;
    this.durable = new Durable(posix, manifest.modes(options.durable()));
    this.shards = new Shards(posix, durable, root, manifest);
    this.sessions = Sessions.existing(posix, durable, root, manifest, options);
  }

  /**
   * Opens a table that is there; a table with update locks has no sessions.
   *
   * @throws TableRefusedException as a coordinator would be refused; nothing was changed
   */
  public static IdleSessions open(
      Posix posix, RawPath path, Optional<TableManifest> assumed, LeaseOptions options)
      throws PosixException, TableRefusedException {
    Dir root = TableRoot.open(posix, path);
    try {
      TableManifest manifest = TableRoot.existing(posix, root, assumed);
      TableRoot.requireWritable(posix, root);
      TableRoot.requireOwn(posix, root, manifest.directoryMode());
      return new IdleSessions(posix, root, manifest, options);
    } catch (PosixException | TableRefusedException | RuntimeException e) {
      root.close();
      throw e;
    }
  }

  /**
   * What one look saw.
   *
   * @param silent sessions that have not beaten since the first look
   * @param ended those that were declared dead by this look, durably
   * @param remainingNanos how long the silent ones are still to be watched at most
   */
  public record Outlook(int silent, int ended, long remainingNanos) {}

  /**
   * Looks at the sessions that no record named at the first look, which begins to watch them; none
   * where a record could not be read, which may name any. A session whose file tells nothing is
   * left to people.
   */
  public Outlook look() throws PosixException, DurabilityUnknownException, PoisonedException {
    if (sessions.isEmpty()) {
      return new Outlook(0, 0, 0);
    }
    if (!begun) {
      begin(sessions.get());
    }
    int ended = 0;
    long remaining = 0;
    for (Iterator<Map.Entry<SessionName, Long>> all = watched.entrySet().iterator();
        all.hasNext(); ) {
      Map.Entry<SessionName, Long> entry = all.next();
      Judgement judgement = sessions.get().judge(entry.getKey().id(), entry.getValue());
      if (judgement instanceof Judgement.Alive alive
          && sessions.get().seen(entry.getKey().id()).equals(Optional.of(entry.getKey()))) {
        remaining = Math.max(remaining, alive.remainingNanos());
      } else {
        boolean dies =
            judgement instanceof Judgement.Silent
                && sessions.get().declareDead(entry.getKey().id());
        ended += dies ? 1 : 0;
        all.remove();
      }
    }
    return new Outlook(watched.size(), ended, remaining);
  }

  /** Sessions are listed before records are read: one that is named later is watched as well. */
  private void begin(Sessions all) throws PosixException {
    List<SessionName> open = new ArrayList<>();
    for (String name : all.files().list()) {
      SessionName.of(name).filter(session -> !session.isDead()).ifPresent(open::add);
    }
    SessionSweeper named = new SessionSweeper(all.files());
    named.read(shards);
    for (SessionName session : open) {
      SessionSight sight = SessionSight.of(session, all.files().read(session.name()));
      if (named.isUnnamed(session) && sight.ttlSeconds().isPresent()) {
        double own = sight.ttlSeconds().getAsDouble() * NANOS_PER_SECOND;
        watched.put(session, Math.max(ttlNanos, Math.round(own)));
      }
    }
    begun = true;
  }

  @Override
  public void close() {
    sessions.ifPresent(Sessions::close);
    shards.close();
    durable.close();
    root.close();
  }
}
