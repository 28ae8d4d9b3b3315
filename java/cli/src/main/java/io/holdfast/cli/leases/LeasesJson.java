package io.holdfast.cli.leases;

import com.fasterxml.jackson.core.JsonGenerator;
import io.holdfast.cli.report.JsonDocument;
import io.holdfast.json.CanonicalJson;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.SessionSight;
import io.holdfast.lease.TableFinding;
import io.holdfast.lease.TableFinding.Severity;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What stands in a lease table as JSON documents; docs/json.md describes their fields. */
public final class LeasesJson {

  public static final String LIST_SCHEMA = "holdfast-leases-ls-v1";
  public static final String SHOW_SCHEMA = "holdfast-leases-show-v1";
  public static final String STATS_SCHEMA = "holdfast-leases-stats-v1";
  public static final String VERIFY_SCHEMA = "holdfast-leases-verify-v1";

  public static final String STAGES_SCHEMA = "holdfast-leases-stages-v1";

  private LeasesJson() {}

  /** Some ids, in the order in which they are given. */
  public static String list(TableHead head, List<LeaseRow> rows, String version) {
    return JsonDocument.render(
        LIST_SCHEMA,
        version,
        json -> {
          head(json, head);
          JsonDocument.objects(json, "leases", rows, LeasesJson::row);
        });
  }

  /** Everything that is known of one id. */
  public static String show(TableHead head, LeaseSheet sheet, String version) {
    return JsonDocument.render(
        SHOW_SCHEMA,
        version,
        json -> {
          head(json, head);
          row(json, sheet.row());
          LeaseRecord record = sheet.row().record();
          if (record != null) {
            json.writeFieldName("record");
            json.writeRawValue(CanonicalJson.text(record.fields()));
          }
          SessionSight session = sheet.session();
          if (session != null) {
            json.writeObjectFieldStart("session_seen");
            session(json, session);
            json.writeEndObject();
          }
          JsonDocument.objects(
              json,
              "files",
              sheet.files(),
              (fields, file) -> {
                JsonDocument.path(fields, "path", file.path());
                fields.writeNumberField("size", file.size());
                fields.writeStringField("mode", Integer.toOctalString(file.permissions()));
              });
          JsonDocument.objects(json, "findings", sheet.findings(), LeasesJson::finding);
        });
  }

  /** Totals. */
  public static String stats(TableHead head, TableStats stats, String version) {
    return JsonDocument.render(
        STATS_SCHEMA,
        version,
        json -> {
          head(json, head);
          json.writeNumberField("ids", stats.ids());
          for (LeaseStatus status : LeaseStatus.values()) {
            json.writeNumberField(status.word(), stats.of(status));
          }
          json.writeNumberField(LeaseRow.CORRUPT, stats.corrupt());
          json.writeNumberField(LeaseRow.UNAVAILABLE, stats.unavailable());
          json.writeNumberField("retired", stats.retired());
          json.writeNumberField("shards_in_use", stats.shardsInUse());
          json.writeNumberField("fullest_shard", stats.fullestShard());
          json.writeNumberField("open_sessions", stats.openSessions());
          json.writeNumberField("idle_sessions", stats.idleSessions());
          json.writeNumberField("dead_sessions", stats.deadSessions());
          oldest(json, "oldest_lease", stats.oldest(LeaseStatus.LEASED));
          oldest(json, "oldest_commit", stats.oldest(LeaseStatus.COMMITTING));
          JsonDocument.objects(
              json,
              "owners",
              stats.owners(),
              (fields, owner) -> {
                fields.writeStringField("owner", owner.name());
                fields.writeNumberField("leases", owner.leases());
              });
        });
  }

  /** The stages of a staging root. */
  public static String stages(TableHead head, StageList stages, String version) {
    return JsonDocument.render(
        STAGES_SCHEMA,
        version,
        json -> {
          head(json, head);
          JsonDocument.path(json, "staging", stages.root());
          json.writeNumberField("over", stages.over());
          json.writeNumberField("kept", stages.kept());
          json.writeNumberField("unknown", stages.unknown());
          if (stages.removed().isPresent()) {
            json.writeNumberField("removed", stages.removed().get());
          }
          JsonDocument.objects(json, "stages", stages.rows(), LeasesJson::stage);
        });
  }

  private static void stage(JsonGenerator json, StageList.Row row) throws IOException {
    json.writeStringField("stage", row.stage());
    if (row.origin().isPresent()) {
      json.writeStringField("id", row.origin().get().id().hex());
      json.writeNumberField("fence", row.origin().get().fence());
    }
    json.writeStringField("state", row.state());
    json.writeStringField("reason", row.reason());
  }

  private static void oldest(JsonGenerator json, String name, @Nullable LeaseRow row)
      throws IOException {
    if (row != null) {
      json.writeObjectFieldStart(name);
      json.writeStringField("id", row.id().hex());
      json.writeNumberField("age_seconds", row.ageSeconds());
      json.writeEndObject();
    }
  }

  /** What a verification found. */
  public static String verification(TableHead head, Verification verification, String version) {
    return JsonDocument.render(
        VERIFY_SCHEMA,
        version,
        json -> {
          head(json, head);
          verified(json, verification);
        });
  }

  /** A table whose manifest is none, so that nothing else can be looked at. */
  public static String unopened(RawPath path, Verification verification, String version) {
    return JsonDocument.render(
        VERIFY_SCHEMA,
        version,
        json -> {
          JsonDocument.path(json, "path", path);
          verified(json, verification);
        });
  }

  private static void verified(JsonGenerator json, Verification verification) throws IOException {
    json.writeNumberField("ids", verification.ids());
    json.writeNumberField("sessions", verification.sessions());
    json.writeNumberField("broken", verification.count(Severity.BROKEN));
    json.writeNumberField("unreadable", verification.count(Severity.UNREADABLE));
    json.writeNumberField("notes", verification.count(Severity.NOTE));
    JsonDocument.objects(json, "findings", verification.findings(), LeasesJson::finding);
  }

  private static void head(JsonGenerator json, TableHead head) throws IOException {
    JsonDocument.path(json, "path", head.path());
    json.writeStringField("kind", head.kind());
    json.writeStringField("protocol", head.protocol());
    json.writeNumberField("shard_count", head.manifest().shardCount());
    json.writeNumberField("table_ttl", head.manifest().ttlMillis() / 1e3);
    json.writeBooleanField("has_manifest", head.hasManifest());
  }

  private static void row(JsonGenerator json, LeaseRow row) throws IOException {
    json.writeStringField("id", row.id().hex());
    json.writeNumberField("shard", row.shard());
    json.writeStringField("state", row.state());
    JsonDocument.text(json, "corrupt_path", row.path());
    JsonDocument.text(json, "reason", row.problem());
    LeaseRecord record = row.record();
    if (record != null) {
      json.writeStringField("owner", record.owner());
      json.writeNumberField("worker", record.worker());
      json.writeNumberField("fence", record.fence());
      if (record.isRetired()) {
        json.writeBooleanField("retired", true);
        return;
      }
      json.writeNumberField("updated", record.updatedSeconds());
      json.writeNumberField("age_seconds", row.ageSeconds());
      if (record.session().isPresent()) {
        json.writeStringField("session", record.session().get());
      }
      if (row.target().isPresent()) {
        json.writeNumberField("target", row.target().get());
      }
    }
  }

  private static void session(JsonGenerator json, SessionSight session) throws IOException {
    json.writeBooleanField("dead", session.dead());
    json.writeNumberField("beat", session.beat());
    JsonDocument.text(json, "owner", session.owner().orElse(null));
    JsonDocument.text(json, "host", session.host().orElse(null));
    JsonDocument.text(json, "boot_id", session.bootId().orElse(null));
    if (session.pid().isPresent()) {
      json.writeNumberField("pid", session.pid().get());
    }
    if (session.startedSeconds().isPresent()) {
      json.writeNumberField("started", session.startedSeconds().getAsDouble());
    }
  }

  private static void finding(JsonGenerator json, TableFinding finding) throws IOException {
    json.writeStringField("severity", finding.severity().name().toLowerCase(Locale.ROOT));
    json.writeStringField("check", finding.check().id());
    JsonDocument.path(json, "path", finding.path());
    json.writeStringField("reason", finding.reason());
  }
}
