package io.holdfast.lease;

import io.holdfast.durable.Durable;
import io.holdfast.durable.Name;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.json.StrictJson;
import io.holdfast.lease.TableFinding.Check;
import io.holdfast.posix.PosixException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Looks at the sessions of a table. Changes nothing. */
final class SessionAudit {

  private static final String PASSING = ".look";

  private final ShardFiles files;

  SessionAudit(ShardFiles files) {
    this.files = files;
  }

  /** The sessions of a listing, by id; a session that beats meanwhile is seen before or after. */
  List<SessionSight> sights() throws PosixException {
    List<SessionSight> sights = new ArrayList<>();
    for (List<SessionName> names : byId(files.list()).values()) {
      SessionName best = best(names);
      FileContent content = files.read(best.name());
      if (content instanceof FileContent.Absent) {
        List<SessionName> anew = byId(files.list()).getOrDefault(best.id(), List.of());
        best = anew.isEmpty() ? best : best(anew);
        content = files.read(best.name());
      }
      sights.add(SessionSight.of(best, content));
    }
    return sights;
  }

  /** Dead counts before every beat. */
  private static SessionName best(List<SessionName> names) {
    return names.stream()
        .filter(SessionName::isDead)
        .findFirst()
        .orElseGet(() -> Collections.max(names, (a, b) -> Long.compare(a.beat(), b.beat())));
  }

  private static Map<String, List<SessionName>> byId(List<String> names) {
    Map<String, List<SessionName>> byId = new TreeMap<>();
    for (String name : names) {
      SessionName.of(name)
          .ifPresent(found -> byId.computeIfAbsent(found.id(), i -> new ArrayList<>()).add(found));
    }
    return byId;
  }

  /**
   * Holds every session to its rules.
   *
   * @param named sessions that records name
   */
  List<TableFinding> run(Set<String> named) throws PosixException {
    List<TableFinding> findings = new ArrayList<>();
    List<String> names = files.list();
    names.sort(null);
    for (String name : names) {
      Optional<SessionName> session = SessionName.of(name);
      if (session.isPresent()) {
        content(session.get(), named).ifPresent(findings::add);
      } else if (isPassing(name)) {
        findings.add(of(Check.PENDING, name, "a name that was to live for a moment"));
      } else {
        findings.add(of(Check.FOREIGN, name, "no name of a session"));
      }
    }
    for (List<SessionName> same : byId(names).values()) {
      if (same.size() > 1 && allStand(same)) {
        String reason = "the session has " + same.size() + " files: of beat and death one wins";
        findings.add(of(Check.SESSION, same.get(0).name().toString(), reason));
      }
    }
    return findings;
  }

  private boolean allStand(List<SessionName> names) throws PosixException {
    for (int look = 0; look < 2; look++) {
      for (SessionName name : names) {
        if (files.look(name.name()).isEmpty()) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean isPassing(String name) {
    boolean look =
        name.endsWith(PASSING) && Nonces.isOne(name.substring(0, name.length() - PASSING.length()));
    return look || isLeftover(name);
  }

  /** Whether a name is one that a durable verb uses for a moment. */
  static boolean isLeftover(String name) {
    return Durable.isLeftoverName(Name.of(name.getBytes(StandardCharsets.ISO_8859_1)));
  }

  private Optional<TableFinding> content(SessionName session, Set<String> named)
      throws PosixException {
    String name = session.name().toString();
    FileContent content = files.read(session.name());
    if (content instanceof FileContent.Refused refused) {
      return Optional.of(of(Check.SESSION, name, refused.reason()));
    }
    if (content instanceof FileContent.Bytes bytes && !session.isDead()) {
      try {
        JsonObject object = StrictJson.readObject(bytes.bytes());
        if (!object.get("schema").equals(Optional.of(new JsonString(Sessions.SCHEMA)))) {
          return Optional.of(of(Check.SESSION, name, "not of schema " + Sessions.SCHEMA));
        }
      } catch (JsonFormatException e) {
        return Optional.of(of(Check.SESSION, name, "no JSON of a session: " + e.getMessage()));
      }
    }
    if (named.contains(session.id())) {
      return Optional.empty();
    }
    return Optional.of(
        session.isDead()
            ? of(Check.LEFTOVER, name, "dead, and no record names it")
            : of(
                Check.IDLE_SESSION,
                name,
                "no record names it: no lease yet, or its owner is gone"));
  }

  private TableFinding of(Check check, String name, String reason) {
    return TableFinding.of(check, files.label(), name, reason);
  }
}
