package io.holdfast.cli.leases;

import io.holdfast.cli.report.Page;
import io.holdfast.cli.report.Paint;
import io.holdfast.cli.report.Printable;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.SessionSight;
import io.holdfast.lease.TableFinding;
import io.holdfast.lease.TableFinding.Severity;
import io.holdfast.lease.WorkId;
import io.holdfast.result.StageName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What stands in a lease table, for people. Everything that a record says is escaped. Paths are
 * never broken, so that they can be copied.
 */
public final class LeasesText {

  private static final int SHORT_ID = 16;
  private static final int STATE_WIDTH = 12;
  private static final int CHECK_WIDTH = 17;
  private static final int SEVERITY_WIDTH = 12;

  private final int columns;
  private final Paint paint;
  private final int idDigits;

  /**
   * @param fullIds whether ids are shown with all their digits
   */
  public LeasesText(int columns, Paint paint, boolean fullIds) {
    this.columns = columns;
    this.paint = paint;
    this.idDigits = fullIds ? WorkId.LENGTH : SHORT_ID;
  }

  // ---- lists

  /** The head of a list. */
  public String listHead() {
    return line(paint.bold(row("id", "state", "fence", "age", "worker", "owner")));
  }

  /** One id. */
  public String listed(LeaseRow row) {
    String id = row.id().hex().substring(0, idDigits);
    LeaseRecord record = row.record();
    if (record == null) {
      Page page = new Page(columns, paint);
      String where = row.path() == null ? "" : Printable.line(row.path());
      page.raw(
          Page.padded(id, idDigits + 2) + paint.bad(Page.padded(row.state(), STATE_WIDTH)) + where);
      page.paragraph(idDigits + 2 + STATE_WIDTH, String.valueOf(row.problem()));
      return page.toString();
    }
    String target = row.target().map(number -> "  target " + number).orElse("");
    return line(
        row(
            id,
            row.state(),
            Long.toString(record.fence()),
            Ages.text(row.ageSeconds()),
            Long.toString(record.worker()),
            Printable.line(record.owner()) + target));
  }

  private String row(
      String id, String state, String fence, String age, String worker, String owner) {
    String fixed =
        Page.padded(id, idDigits + 2)
            + Page.padded(state, STATE_WIDTH)
            + String.format(Locale.ROOT, "%8s%10s%8s  ", fence, age, worker);
    int room = Math.max(STATE_WIDTH, columns - fixed.length());
    int length = owner.codePointCount(0, owner.length());
    return fixed + owner.substring(0, owner.offsetByCodePoints(0, Math.min(length, room)));
  }

  private static String line(String text) {
    return text.stripTrailing() + "\n";
  }

  // ---- one id

  /** Everything that is known of one id. */
  public String shown(LeaseSheet sheet) {
    Page page = new Page(columns, paint);
    page.field("id", sheet.row().id().hex());
    page.field("state", sheet.row().state());
    LeaseRecord record = sheet.row().record();
    if (record == null) {
      if (sheet.row().path() != null) {
        page.field("path", String.valueOf(sheet.row().path()));
      }
      page.field("reason", String.valueOf(sheet.row().problem()));
    } else {
      addRecord(page, sheet.row(), record, sheet.session());
    }
    page.heading("Files");
    for (LeaseSheet.File file : sheet.files()) {
      page.raw(
          String.format(
              Locale.ROOT, "  %10d  %4o  %s", file.size(), file.permissions(), file.path()));
    }
    if (!sheet.findings().isEmpty()) {
      page.heading("Findings");
      sheet.findings().forEach(finding -> addFinding(page, finding));
    }
    return page.toString();
  }

  private static void addRecord(
      Page page, LeaseRow row, LeaseRecord record, @Nullable SessionSight session) {
    if (record.isRetired()) {
      page.field("fence", Long.toString(record.fence()));
      page.field("retired", "a tombstone keeps state and number, and nothing else is left");
      return;
    }
    row.target().ifPresent(target -> page.field("target", Long.toString(target)));
    page.field("owner", record.owner() + ", worker " + record.worker());
    if (!record.previousOwner().isEmpty()) {
      page.field("before", record.previousOwner());
    }
    page.field("token", record.token().text());
    page.field("fence", Long.toString(record.fence()));
    page.field(
        "updated",
        Ages.date(record.updatedSeconds()) + ", " + Ages.text(row.ageSeconds()) + " ago");
    record.completedSeconds().ifPresent(when -> page.field("completed", Ages.date(when)));
    record.ttlSeconds().ifPresent(ttl -> page.field("ttl", Ages.text(ttl)));
    page.field("attempts", record.attempts() + ", steals " + record.steals());
    record.session().ifPresent(id -> page.field("session", id));
    if (session != null) {
      addSession(page, session);
    }
    page.field("payload", CanonicalText.of(record.payload()));
    record.commit().ifPresent(commit -> page.field("commit", CanonicalText.of(commit)));
  }

  private static void addSession(Page page, SessionSight session) {
    List<String> words = new ArrayList<>();
    words.add(session.dead() ? "dead" : "beat " + session.beat());
    session.owner().ifPresent(owner -> words.add("owner " + owner));
    session.host().ifPresent(host -> words.add("host " + host));
    session.pid().ifPresent(pid -> words.add("pid " + pid));
    page.field("", String.join(", ", words));
  }

  // ---- totals

  /** What there is in a table. */
  public String totals(TableHead head, TableStats stats) {
    Page page = new Page(columns, paint);
    page.field("table", head.path() + ", " + head.inWords());
    page.field("ids", stats.ids() + ": " + states(stats));
    if (stats.retired() > 0) {
      page.field("retired", LeasesText.counted(stats.retired(), "time"));
    }
    page.field(
        "shards",
        stats.shardsInUse()
            + " of "
            + head.manifest().shardCount()
            + " hold ids, the fullest "
            + stats.fullestShard());
    if (stats.openSessions() + stats.deadSessions() > 0) {
      String idle =
          stats.idleSessions() == 0 ? "" : " (" + stats.idleSessions() + " that no record names)";
      page.field(
          "sessions",
          stats.openSessions() + " open" + idle + ", " + stats.deadSessions() + " dead");
    }
    addOldest(page, stats, LeaseStatus.LEASED);
    addOldest(page, stats, LeaseStatus.COMMITTING);
    String label = "owners";
    for (TableStats.Owner owner : stats.owners()) {
      page.field(label, owner.leases() + "  " + owner.name());
      label = "";
    }
    if (stats.corrupt() + stats.unavailable() > 0) {
      page.raw("");
      page.paragraph(0, "'holdfast leases DIR verify' says what is the matter with them.");
    }
    return page.toString();
  }

  /** The counts in one line. */
  public static String states(TableStats stats) {
    List<String> words = new ArrayList<>();
    for (LeaseStatus status : LeaseStatus.values()) {
      words.add(stats.of(status) + " " + status.word());
    }
    addWhereAny(words, stats.corrupt(), LeaseRow.CORRUPT);
    addWhereAny(words, stats.unavailable(), LeaseRow.UNAVAILABLE);
    return String.join(", ", words);
  }

  private static void addWhereAny(List<String> words, long count, String what) {
    if (count > 0) {
      words.add(count + " " + what);
    }
  }

  private void addOldest(Page page, TableStats stats, LeaseStatus status) {
    LeaseRow row = stats.oldest(status);
    if (row != null) {
      page.field(
          status == LeaseStatus.LEASED ? "oldest" : "",
          status.word()
              + " "
              + Ages.text(row.ageSeconds())
              + ", "
              + row.id().hex().substring(0, idDigits));
    }
  }

  // ---- stages

  /** Each stage: for which lease it was made, and why it goes or stays. */
  public String stages(StageList stages) {
    Page page = new Page(columns, paint);
    stages.rows().forEach(row -> addStage(page, row));
    return page.toString();
  }

  /** Those that could not be looked at, or not be removed. */
  public String failedStages(StageList stages) {
    Page page = new Page(columns, paint);
    stages.rows().stream().filter(StageList.Row::isUnknown).forEach(row -> addStage(page, row));
    return page.toString();
  }

  private void addStage(Page page, StageList.Row row) {
    String lease =
        row.origin()
            .map(of -> of.id().hex().substring(0, SHORT_ID) + ", number " + of.fence())
            .orElse("");
    String state = Page.padded(row.state(), STATE_WIDTH);
    page.raw((row.stage() + "  " + (row.isUnknown() ? paint.doubtful(state) : state) + lease));
    page.paragraph(StageName.LENGTH + 2, row.reason());
  }

  /** How many there are, and what became of them. */
  public String stageTotals(StageList stages) {
    String what =
        stages
            .removed()
            .map(removed -> removed + " removed, " + stages.kept() + " kept")
            .orElse(stages.over() + " over, " + stages.kept() + " kept");
    String unknown = stages.unknown() == 0 ? "" : ", " + stages.unknown() + " unknown";
    String changed = stages.removed().isPresent() ? "" : "; nothing was changed";
    return counted(stages.rows().size(), "stage") + ": " + what + unknown + changed + "\n";
  }

  // ---- findings

  /** One finding: how bad, what, where, and why. */
  public String found(TableFinding finding) {
    Page page = new Page(columns, paint);
    addFinding(page, finding);
    return page.toString();
  }

  private void addFinding(Page page, TableFinding finding) {
    String severity =
        Page.padded(finding.severity().name().toLowerCase(Locale.ROOT), SEVERITY_WIDTH);
    page.raw(
        painted(finding.severity(), severity)
            + Page.padded(finding.check().id(), CHECK_WIDTH)
            + finding.path());
    page.paragraph(SEVERITY_WIDTH, finding.reason());
  }

  private String painted(Severity severity, String text) {
    return switch (severity) {
      case BROKEN -> paint.bad(text);
      case UNREADABLE -> paint.doubtful(text);
      case NOTE -> text;
    };
  }

  /** What it all comes to. */
  public String verdict(Verification verification) {
    Page page = new Page(columns, paint);
    long broken = verification.count(Severity.BROKEN);
    long unreadable = verification.count(Severity.UNREADABLE);
    String word =
        broken > 0
            ? paint.bad("BROKEN")
            : unreadable > 0 ? paint.doubtful("INCOMPLETE") : paint.good("VERIFIED");
    StringBuilder words = new StringBuilder();
    words.append(counted(verification.ids(), "id"));
    words.append(", ").append(counted(verification.sessions(), "session"));
    words.append("; ").append(broken).append(" broken, ").append(unreadable);
    words.append(" unreadable, ");
    words.append(counted(verification.count(Severity.NOTE), "note"));
    page.raw(word + ": " + words);
    return page.toString();
  }

  /** {@code 1 id}, {@code 2 ids}. */
  public static String counted(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }
}
