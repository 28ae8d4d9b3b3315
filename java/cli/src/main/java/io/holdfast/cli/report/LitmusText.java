package io.holdfast.cli.report;

import io.holdfast.litmus.LitmusReport;
import io.holdfast.litmus.MemberFacts;
import io.holdfast.litmus.ProtocolVerdict;
import io.holdfast.litmus.Scope;
import io.holdfast.litmus.Verdict;

/** The report of {@code holdfast litmus} for a person. */
public final class LitmusText {

  private final LitmusReport report;
  private final Page page;

  private LitmusText(LitmusReport report, int columns, Paint paint) {
    this.report = report;
    this.page = new Page(columns, paint);
  }

  /** The whole report. */
  public static String render(LitmusReport report, int columns, Paint paint) {
    LitmusText text = new LitmusText(report, columns, paint);
    report.members().forEach(text::member);
    text.page.field("profile", report.profile().id() + ", scope " + report.asked().id());
    AnswerList.render(report.answers(), report.profile(), report.locks(), text.page);
    AnswerList.findings(report.findings(), text.page);
    text.page.heading("What it means for lease tables");
    report.protocols().forEach(text::protocol);
    text.page.raw("");
    text.verdict();
    return text.page.toString();
  }

  /** The verdict and its scope alone. */
  public static String renderVerdict(LitmusReport report, int columns, Paint paint) {
    LitmusText text = new LitmusText(report, columns, paint);
    text.verdict();
    return text.page.toString();
  }

  private void member(MemberFacts member) {
    page.field(
        "member",
        member.name()
            + ": "
            + member.hostName()
            + ", Linux "
            + member.kernel()
            + " "
            + member.machine()
            + ", boot id "
            + member.bootId());
    page.field("", member.directory() + ": " + QualifyText.inWords(member.mount()));
    page.field(
        "",
        "clock "
            + (member.clock().nanos() < 0 ? "-" : "+")
            + Units.duration(Math.abs(member.clock().nanos()))
            + " ± "
            + Units.duration(member.clock().uncertaintyNanos())
            + " beside the first member's");
  }

  private void protocol(ProtocolVerdict protocol) {
    Verdict verdict = protocol.verdict();
    String word = Page.padded(AnswerList.shown(verdict), 14);
    String why = verdict.explanation().isEmpty() ? "" : ": " + verdict.explanation();
    page.hanging(
        "  " + page.paint().by(verdict, word),
        16,
        "tables with " + inWords(protocol.protocol()) + why);
  }

  private static String inWords(String protocol) {
    return protocol.equals("moved-fence") ? "moved fences, which take no lock" : "update locks";
  }

  private void verdict() {
    String rest = " for " + report.profile().id() + ": " + Summary.of(report);
    AnswerList.verdict(report.verdict(), rest, page);
    page.paragraph(0, "Scope " + report.asked().id() + ": " + scope() + ".");
  }

  private String scope() {
    String who = report.members().size() + " members on ";
    String made = report.syntheticTopology() ? "; who they are was made up by a test" : "";
    return report.reached() == Scope.CROSS_HOST
        ? who
            + report.hosts()
            + " hosts, through these mounts; other hosts, and what becomes of a lock when a host"
            + " is cut off, were not tested"
            + made
        : who + "one host; nothing was shown between hosts" + made;
  }
}
