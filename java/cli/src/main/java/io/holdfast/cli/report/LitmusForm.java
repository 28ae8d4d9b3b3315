package io.holdfast.cli.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.holdfast.litmus.Answer;
import io.holdfast.litmus.LitmusReport;
import io.holdfast.litmus.MemberFacts;
import io.holdfast.litmus.Profile;
import io.holdfast.litmus.ProtocolVerdict;
import io.holdfast.litmus.Verdict;
import java.io.IOException;
import java.time.Instant;

/** The report of {@code holdfast litmus} for programs: JSON, TAP, JUnit. */
public final class LitmusForm {

  public static final String SCHEMA = "holdfast-litmus-v1";

  private LitmusForm() {}

  /**
   * The JSON document; docs/json.md describes its fields.
   *
   * @param version of Holdfast
   * @param redacted whether {@link Redaction} was applied, told in the document
   */
  public static String json(LitmusReport report, String version, boolean redacted) {
    return JsonDocument.render(
        SCHEMA,
        version,
        json -> {
          subject(json, report, redacted);
          JsonDocument.objects(json, "protocols", report.protocols(), LitmusForm::protocol);
          JsonDocument.objects(json, "members", report.members(), LitmusForm::member);
          JsonDocument.objects(
              json,
              "answers",
              report.answers(),
              (fields, answer) -> QualifyJson.answer(fields, report.profile(), answer));
          JsonDocument.objects(json, "locks", report.locks(), QualifyJson::lock);
          JsonDocument.objects(json, "findings", report.findings(), QualifyJson::finding);
        });
  }

  /**
   * The document where no verdict came about.
   *
   * @param why as the command says it on standard error
   */
  public static String jsonFailure(Profile profile, String why, String version, boolean redacted) {
    return JsonDocument.render(
        SCHEMA,
        version,
        json -> {
          json.writeBooleanField("redacted", redacted);
          json.writeStringField("profile", profile.id());
          json.writeStringField("error", why);
        });
  }

  private static void subject(JsonGenerator json, LitmusReport report, boolean redacted)
      throws IOException {
    json.writeBooleanField("redacted", redacted);
    json.writeStringField("scope", report.asked().id());
    json.writeStringField("scope_reached", report.reached().id());
    json.writeNumberField("hosts", report.hosts());
    json.writeBooleanField("synthetic_topology", report.syntheticTopology());
    json.writeStringField("profile", report.profile().id());
    QualifyJson.required(json, report.profile());
    QualifyJson.verdict(json, report.verdict());
    json.writeStringField("started", Instant.ofEpochMilli(report.startedMillis()).toString());
    json.writeNumberField("elapsed_nanos", report.elapsedNanos());
  }

  private static void protocol(JsonGenerator json, ProtocolVerdict protocol) throws IOException {
    json.writeStringField("protocol", protocol.protocol());
    json.writeStringField("profile", protocol.profile().id());
    QualifyJson.required(json, protocol.profile());
    QualifyJson.verdict(json, protocol.verdict());
  }

  private static void member(JsonGenerator json, MemberFacts member) throws IOException {
    json.writeStringField("name", member.name());
    JsonDocument.path(json, "path", member.directory());
    json.writeStringField("host", member.hostName());
    json.writeStringField("boot_id", member.bootId());
    json.writeStringField("kernel", member.kernel());
    json.writeStringField("machine", member.machine());
    json.writeNumberField("dev", member.dev());
    QualifyJson.mount(json, "mount", member.mount());
    json.writeNumberField("clock_offset_nanos", member.clock().nanos());
    json.writeNumberField("clock_uncertainty_nanos", member.clock().uncertaintyNanos());
  }

  /** TAP version 14, as of {@code holdfast qualify}. */
  public static String tap(LitmusReport report) {
    return QualifyTap.render(
        report.answers(), report.profile(), report.asked(), report.verdict(), Summary.of(report));
  }

  /** What TAP says where no verdict came about. */
  public static String tapFailure(String message) {
    return QualifyTap.renderFailure(message);
  }

  /**
   * JUnit XML: a required question fails where it is refuted and is an error where it is
   * inconclusive; any other that is not qualified is skipped; the last case is the verdict.
   */
  public static String junit(LitmusReport report) {
    int failures = isRefuted(report.verdict()) ? 1 : 0;
    int errors = isInconclusive(report.verdict()) ? 1 : 0;
    int skipped = 0;
    StringBuilder cases = new StringBuilder();
    for (Answer answer : report.answers()) {
      boolean required = report.profile().required().contains(answer.question());
      failures += required && isRefuted(answer.verdict()) ? 1 : 0;
      errors += required && isInconclusive(answer.verdict()) ? 1 : 0;
      skipped += !required && !(answer.verdict() instanceof Verdict.Qualified) ? 1 : 0;
      testCase(
          cases,
          answer.question().id(),
          answer.nanos(),
          required,
          answer.verdict(),
          Evidence.of(answer));
    }
    testCase(cases, "verdict", report.elapsedNanos(), true, report.verdict(), Summary.of(report));
    String counts =
        counts(report.answers().size() + 1, failures, errors, skipped)
            + " time=\""
            + Units.seconds(report.elapsedNanos())
            + "\" timestamp=\""
            + Instant.ofEpochMilli(report.startedMillis())
            + "\"";
    return suite(counts, cases);
  }

  /** The JUnit file where no verdict came about: one case, which is an error. */
  public static String junitFailure(String why) {
    StringBuilder cases = new StringBuilder();
    testCase(cases, "verdict", 0, true, Verdict.inconclusive(why), why);
    return suite(counts(1, 0, 1, 0), cases);
  }

  private static String counts(int tests, int failures, int errors, int skipped) {
    return "tests=\""
        + tests
        + "\" failures=\""
        + failures
        + "\" errors=\""
        + errors
        + "\" skipped=\""
        + skipped
        + "\"";
  }

  private static String suite(String counts, StringBuilder cases) {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        + "<testsuite name=\"holdfast litmus\" "
        + counts
        + ">\n"
        + cases
        + "</testsuite>\n";
  }

  private static void testCase(
      StringBuilder xml,
      String name,
      long nanos,
      boolean required,
      Verdict verdict,
      String evidence) {
    xml.append("  <testcase classname=\"holdfast.litmus\" name=\"")
        .append(escaped(name))
        .append("\" time=\"")
        .append(Units.seconds(nanos))
        .append("\">\n");
    String text = escaped(evidence);
    if (verdict instanceof Verdict.Qualified) {
      xml.append("    <system-out>").append(text).append("</system-out>\n");
    } else if (required) {
      String element = isRefuted(verdict) ? "failure" : "error";
      xml.append("    <").append(element).append(" message=\"").append(text).append("\"/>\n");
    } else {
      String message = escaped("not required, " + verdict.word() + ": ") + text;
      xml.append("    <skipped message=\"").append(message).append("\"/>\n");
    }
    xml.append("  </testcase>\n");
  }

  private static boolean isRefuted(Verdict verdict) {
    return verdict instanceof Verdict.Refuted;
  }

  private static boolean isInconclusive(Verdict verdict) {
    return verdict instanceof Verdict.Inconclusive;
  }

  private static String escaped(String text) {
    return Printable.line(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
