package io.holdfast.cli;

import io.holdfast.cli.leases.LeaseRow;
import io.holdfast.cli.leases.LeaseSheet;
import io.holdfast.cli.leases.LeasesJson;
import io.holdfast.cli.leases.LeasesText;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.Reading;
import io.holdfast.lease.SessionSight;
import io.holdfast.lease.TableFinding;
import io.holdfast.lease.TableFinding.Check;
import io.holdfast.lease.TableFinding.Severity;
import io.holdfast.lease.TableInspection;
import io.holdfast.lease.TableManifest.Kind;
import io.holdfast.lease.WorkId;
import io.holdfast.posix.PosixException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code holdfast leases DIR show ID}. */
@Command(
    name = "show",
    description = "Shows everything that is known of one id: record, session, files, findings.")
final class LeasesShowCommand extends LeasesReading {

  private static final int TOLD = 5;
  private static final String TARGET = "target:";
  private static final Set<LeaseStatus> HELD =
      EnumSet.of(LeaseStatus.LEASED, LeaseStatus.COMMITTING);

  @Parameters(
      paramLabel = "ID",
      description = "The id, or enough of its first digits; or target:NUMBER.")
  private String prefix = "";

  @Override
  ExitCode look(CommandContext context) throws Exception {
    String digits = digits();
    ReportFile file = reportFile(context);
    try (TableInspection table = table().inspect(context)) {
      if (prefix.startsWith(TARGET) && table.manifest().kind() != Kind.TARGET) {
        throw CommandFailure.usage(
            table().path() + " is a table of work: only those of targets know " + prefix, null);
      }
      LeaseSheet sheet = sheet(table, only(table.find(digits, TOLD + 1)));
      if (textIsWanted()) {
        LeasesText text = new LeasesText(context.columns(), context.paint(), true);
        context.out().print(text.shown(sheet));
      }
      deliver(context, LeasesJson.show(table().head(table), sheet, Version.current()), file);
      return exitCode(sheet);
    }
  }

  private String digits() throws CommandFailure {
    if (prefix.matches(TARGET + "[1-9][0-9]{0,17}")) {
      return WorkId.ofTarget(Long.parseLong(prefix.substring(TARGET.length()))).hex();
    }
    if (!prefix.matches("[0-9a-f]{1,64}")) {
      throw CommandFailure.usage("ID is 1 to 64 lower-case hex digits, or target:NUMBER", null);
    }
    return prefix;
  }

  private WorkId only(List<WorkId> found) throws CommandFailure {
    if (found.isEmpty()) {
      throw CommandFailure.inconclusive("no id begins with " + prefix, null);
    }
    if (found.size() > 1) {
      String some = found.stream().limit(TOLD).map(WorkId::hex).collect(Collectors.joining(", "));
      String more = found.size() > TOLD ? ", …" : "";
      throw CommandFailure.usage("several ids begin with " + prefix, some + more);
    }
    return found.get(0);
  }

  private static LeaseSheet sheet(TableInspection table, WorkId id) throws PosixException {
    int shard = id.shard(table.manifest().shardCount());
    Reading reading = table.read(id);
    LeaseRow row = LeaseRow.of(id, shard, reading, nowSeconds());
    List<LeaseSheet.File> files =
        table.files(id).stream()
            .map(f -> new LeaseSheet.File(f.path(), f.stat().size(), f.stat().permissions()))
            .toList();
    List<TableFinding> findings = new ArrayList<>(table.verify(id));
    LeaseRecord record = row.record();
    SessionSight session = null;
    if (record != null && record.session().isPresent()) {
      boolean held = HELD.contains(record.status());
      table.verifySession(record.session().get()).stream()
          .filter(finding -> held || finding.check() != Check.MISSING_SESSION)
          .forEach(findings::add);
      session = session(table, record.session().get());
    }
    return new LeaseSheet(row, session, files, findings);
  }

  /** What its file says; null where it has none or none can be read, which is a finding. */
  private static @Nullable SessionSight session(TableInspection table, String session) {
    try {
      return table.sessions().stream().filter(s -> s.id().equals(session)).findFirst().orElse(null);
    } catch (PosixException e) {
      return null;
    }
  }

  private static ExitCode exitCode(LeaseSheet sheet) {
    Walk walk = new Walk();
    walk.see(sheet.row());
    if (has(sheet, Severity.UNREADABLE)) {
      walk.incomplete();
    }
    return has(sheet, Severity.BROKEN) ? ExitCode.REFUTED : walk.exitCode();
  }

  private static boolean has(LeaseSheet sheet, Severity severity) {
    return sheet.findings().stream().map(TableFinding::severity).anyMatch(severity::equals);
  }
}
