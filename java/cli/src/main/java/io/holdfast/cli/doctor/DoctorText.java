package io.holdfast.cli.doctor;

import io.holdfast.cli.report.Page;
import io.holdfast.cli.report.Paint;
import io.holdfast.cli.report.Printable;
import io.holdfast.mount.MountFacts;
import io.holdfast.posix.Bindings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A doctor's report for a person, without its first line. */
public final class DoctorText {

  private static final int STATE_WIDTH = 9;
  private static final int NAME_WIDTH = 17;
  private static final int TYPE_WIDTH = 14;

  private DoctorText() {}

  public static String render(DoctorReport report, int columns, Paint paint) {
    Page page = new Page(columns, paint);
    checks(page, "Bindings", report.bindings());
    checks(page, "Native files", report.nativeFiles());
    host(page, report.host());
    checks(page, "What the lab stands on", report.facilities());
    if (!report.mounts().isEmpty()) {
      page.heading("Mounts that can carry state");
      report.mounts().forEach(mount -> mount(page, mount));
    }
    page.raw("");
    page.raw(
        report.hasBinding()
            ? paint.good("ready") + ", binding " + report.binding()
            : paint.bad("not ready") + ": " + refusal(report.forced()));
    return page.toString();
  }

  private static String refusal(@Nullable String forced) {
    return forced == null
        ? "no binding can be had; the reasons stand above"
        : "-D"
            + Bindings.BINDING_PROPERTY
            + "="
            + Printable.line(forced)
            + " asks for a binding that cannot be had";
  }

  private static void checks(Page page, String heading, List<Check> checks) {
    page.heading(heading);
    for (Check check : checks) {
      String state = Page.padded(check.isThere() ? "ok" : "missing", STATE_WIDTH);
      String painted = check.isThere() ? page.paint().good(state) : page.paint().doubtful(state);
      page.hanging(
          "  " + painted + Page.padded(Printable.line(check.name()), NAME_WIDTH),
          2 + STATE_WIDTH + NAME_WIDTH,
          check.detail());
    }
  }

  private static void host(Page page, HostFacts host) {
    page.heading("Host");
    page.field("  kernel", host.kernel());
    page.field("  java", host.java() + ", " + host.javaHome());
    page.field("  user", "uid " + host.uid() + ", umask " + host.umask());
    page.field(
        "  limits", host.openFiles() + " open files, " + host.openFilesHard() + " when raised");
  }

  private static void mount(Page page, MountCheck check) {
    MountFacts mount = check.mount();
    page.hanging(
        "  " + Page.padded(Printable.line(mount.type()), TYPE_WIDTH) + " ",
        2 + TYPE_WIDTH + 1,
        mount.mountPoint() + " from " + mount.source());
    for (String warning : check.warnings()) {
      page.raw("    " + page.paint().doubtful(Printable.line(warning)));
    }
  }
}
