package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.holdfast.campaign.CampaignResult;
import io.holdfast.cli.bench.Baseline;
import io.holdfast.cli.bench.BenchReportJson;
import io.holdfast.cli.bench.ClientsReportJson;
import io.holdfast.cli.bench.Comparison;
import io.holdfast.cli.bench.SampleBenches;
import io.holdfast.cli.bench.Thresholds;
import io.holdfast.cli.campaign.CampaignReportJson;
import io.holdfast.cli.campaign.SampleCampaigns;
import io.holdfast.cli.doctor.DoctorJson;
import io.holdfast.cli.doctor.SampleDoctorReports;
import io.holdfast.cli.lab.CrashReportJson;
import io.holdfast.cli.lab.EioReportJson;
import io.holdfast.cli.lab.LabJson;
import io.holdfast.cli.lab.LeaseRunReportJson;
import io.holdfast.cli.lab.SampleCrashes;
import io.holdfast.cli.lab.SampleLabEvents;
import io.holdfast.cli.lab.SampleLeaseRuns;
import io.holdfast.cli.leases.LeasesJson;
import io.holdfast.cli.leases.SampleLeases;
import io.holdfast.cli.leases.TableHead;
import io.holdfast.cli.report.LitmusForm;
import io.holdfast.cli.report.QualifyJson;
import io.holdfast.cli.report.SampleLitmus;
import io.holdfast.cli.report.SampleReports;
import io.holdfast.cli.watch.SampleWatch;
import io.holdfast.cli.watch.WatchJson;
import io.holdfast.cli.watch.Watched;
import io.holdfast.gauge.GaugeReport;
import io.holdfast.litmus.LocalRequest;
import io.holdfast.litmus.Profile;
import io.holdfast.posix.Platform;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/json.md lists exactly the fields that reports with everything in them produce. */
class JsonDocumentationTest {

  private static final Pattern FIELD_ROW = Pattern.compile("(?m)^\\| `([a-z0-9_.\\[\\]]+)` \\|");

  @Test
  void everyFieldOfAQualificationIsDescribed() throws IOException {
    String document = QualifyJson.render(SampleReports.complete(), "1.2.3", false);
    Set<String> all = produced(document);
    LocalRequest request =
        new LocalRequest(
            RawPath.of("/d"),
            null,
            null,
            Profile.FENCE_TABLE,
            LocalRequest.DEFAULT_PROBE_TIMEOUT_NANOS,
            true);
    all.addAll(produced(QualifyJson.renderFailure(request, "there is none", "1.2.3", false)));
    assertThat(all).isEqualTo(described(QualifyJson.SCHEMA));
  }

  @Test
  void everyFieldOfALitmusIsDescribed() throws IOException {
    Set<String> all = produced(LitmusForm.json(SampleLitmus.refuted(), "1.2.3", false));
    all.addAll(produced(LitmusForm.jsonFailure(Profile.FENCE_TABLE, "no agent", "1.2.3", false)));
    assertThat(all).isEqualTo(described(LitmusForm.SCHEMA));
  }

  @Test
  void everyFieldOfAWatchedGenerationIsDescribed() throws IOException {
    Set<String> fields = produced(WatchJson.document(SampleWatch.qualifiedBytes(), "1.2.3"));
    fields.addAll(produced(WatchJson.document(SampleWatch.failed(), "1.2.3")));
    assertThat(fields).isEqualTo(described(WatchJson.SCHEMA));
    Watched watched = SampleWatch.qualifiedBytes();
    String evidence = WatchJson.evidence(watched, watched.capability().orElseThrow(), "1.2.3");
    assertThat(produced(evidence)).isEqualTo(described(WatchJson.EVIDENCE_SCHEMA));
  }

  @Test
  void everyFieldOfADoctorsReportIsDescribed() throws IOException {
    String document = DoctorJson.render(SampleDoctorReports.ready(), "1.2.3", Platform.current());
    assertThat(produced(document)).isEqualTo(described(DoctorJson.SCHEMA));
  }

  @Test
  void everyFieldOfALabRunIsDescribed() throws IOException {
    String document = LabJson.render("1.2.3", "6.1", SampleLabEvents.ALL, SampleLabEvents.tally());
    assertThat(produced(document)).isEqualTo(described(LabJson.SCHEMA));
  }

  @Test
  void everyFieldOfPowerCutsIsDescribed() throws IOException {
    String document = CrashReportJson.render(SampleCrashes.complete(), "1.2.3", "6.1");
    assertThat(produced(document)).isEqualTo(described(CrashReportJson.SCHEMA));
  }

  @Test
  void everyFieldOfFailingDisksIsDescribed() throws IOException {
    String document = EioReportJson.render(SampleCrashes.completeEio(), "1.2.3", "6.1");
    assertThat(produced(document)).isEqualTo(described(EioReportJson.SCHEMA));
  }

  @Test
  void everyFieldOfALookAtLeasesIsDescribed() throws IOException {
    TableHead head = SampleLeases.HEAD;
    assertThat(produced(LeasesJson.list(head, SampleLeases.rows(), "1.2.3")))
        .isEqualTo(described(LeasesJson.LIST_SCHEMA));
    Set<String> shown = produced(LeasesJson.show(head, SampleLeases.sheet(), "1.2.3"));
    shown.addAll(produced(LeasesJson.show(head, SampleLeases.corruptSheet(), "1.2.3")));
    shown.addAll(produced(LeasesJson.show(head, SampleLeases.retiredSheet(), "1.2.3")));
    assertThat(shown).isEqualTo(described(LeasesJson.SHOW_SCHEMA));
    assertThat(produced(LeasesJson.stats(head, SampleLeases.stats(), "1.2.3")))
        .isEqualTo(described(LeasesJson.STATS_SCHEMA));
    assertThat(produced(LeasesJson.stages(head, SampleLeases.stages(), "1.2.3")))
        .isEqualTo(described(LeasesJson.STAGES_SCHEMA));
    assertThat(produced(LeasesJson.verification(head, SampleLeases.verification(), "1.2.3")))
        .isEqualTo(described(LeasesJson.VERIFY_SCHEMA));
  }

  @Test
  void everyFieldOfACampaignIsDescribed() throws IOException {
    CampaignResult result = SampleCampaigns.violated();
    assertThat(produced(CampaignReportJson.render(result, "1.2.3", "6.1")))
        .isEqualTo(described(CampaignReportJson.SCHEMA));
    assertThat(produced(CampaignReportJson.compare(result, result, "1.2.3", "6.1")))
        .contains("with_target_leases.epoch", "without_target_leases.epoch");
  }

  @Test
  void everyFieldOfMeasurementsIsDescribed() throws IOException {
    GaugeReport report = SampleBenches.complete();
    String alone = BenchReportJson.render(report, Optional.empty(), "1.2.3");
    Comparison comparison =
        Comparison.of(
            Baseline.read(alone.getBytes(StandardCharsets.UTF_8)),
            report,
            "1.2.3",
            new Thresholds(Thresholds.DEFAULT_SOFT, Thresholds.DEFAULT_HARD));
    String document = BenchReportJson.render(report, Optional.of(comparison), "1.2.3");
    assertThat(produced(document)).isEqualTo(described(BenchReportJson.SCHEMA));
  }

  @Test
  void everyFieldOfMeasurementsOfClientsIsDescribed() throws IOException {
    String document = ClientsReportJson.render(SampleBenches.clients(), "1.2.3");
    assertThat(produced(document)).isEqualTo(described(ClientsReportJson.SCHEMA));
  }

  @Test
  void everyFieldOfLeasesUnderChaosIsDescribed() throws IOException {
    String document = LeaseRunReportJson.render(SampleLeaseRuns.complete(), "1.2.3", "6.1");
    assertThat(produced(document)).isEqualTo(described(LeaseRunReportJson.SCHEMA));
  }

  private static Set<String> described(String schema) throws IOException {
    String page = Repository.text(Repository.root().resolve("docs/json.md"));
    int start = page.indexOf("## `" + schema + "`");
    assertThat(start).as("a section on " + schema).isNotNegative();
    Matcher rows = FIELD_ROW.matcher(page).region(start, page.indexOf("\n## ", start + 1));
    Set<String> fields = new TreeSet<>();
    while (rows.find()) {
      fields.add(rows.group(1));
    }
    return fields;
  }

  /** Dotted names of all fields; an element of a list is {@code []}. */
  private static Set<String> produced(String document) throws IOException {
    Set<String> fields = new TreeSet<>();
    try (JsonParser json = new JsonFactory().createParser(document)) {
      assertThat(json.nextToken()).isEqualTo(JsonToken.START_OBJECT);
      object(json, "", fields);
      assertThat(json.nextToken()).isNull();
    }
    return fields;
  }

  private static void object(JsonParser json, String prefix, Set<String> fields)
      throws IOException {
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String field = prefix + json.currentName();
      fields.add(field);
      json.nextToken();
      value(json, field, fields);
    }
  }

  private static void value(JsonParser json, String field, Set<String> fields) throws IOException {
    if (json.currentToken() == JsonToken.START_OBJECT) {
      object(json, field + ".", fields);
    } else if (json.currentToken() == JsonToken.START_ARRAY) {
      while (json.nextToken() != JsonToken.END_ARRAY) {
        value(json, field + "[]", fields);
      }
    }
  }
}
