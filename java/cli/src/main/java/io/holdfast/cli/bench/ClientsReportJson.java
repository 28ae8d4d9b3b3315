package io.holdfast.cli.bench;

import com.fasterxml.jackson.core.JsonGenerator;
import io.holdfast.cli.report.JsonDocument;
import io.holdfast.gauge.ClientsReport;
import io.holdfast.gauge.ClientsRequest;
import io.holdfast.gauge.ClientsRow;
import io.holdfast.gauge.GaugeRequest;
import io.holdfast.gauge.Row;
import io.holdfast.gauge.RowKind;
import io.holdfast.litmus.MemberFacts;
import java.io.IOException;
import java.time.Instant;

/** What several clients measured as a JSON document; docs/json.md describes its fields. */
public final class ClientsReportJson {

  public static final String SCHEMA = "holdfast-bench-clients-v1";

  private ClientsReportJson() {}

  /**
   * The document.
   *
   * @param version of Holdfast
   */
  public static String render(ClientsReport report, String version) {
    GaugeRequest measured = report.request().measured();
    return JsonDocument.render(
        SCHEMA,
        version,
        json -> {
          JsonDocument.path(json, "path", measured.directory());
          json.writeStringField(
              BenchReportJson.STARTED, Instant.ofEpochMilli(report.startedMillis()).toString());
          json.writeNumberField("seconds", measured.seconds());
          json.writeNumberField(BenchReportJson.BLOCK_BYTES, measured.blockBytes());
          json.writeNumberField("hosts", report.hosts());
          JsonDocument.objects(json, "clients", report.clients(), ClientsReportJson::client);
          JsonDocument.objects(
              json, BenchReportJson.ROWS, report.rows(), (fields, row) -> row(fields, report, row));
          JsonDocument.texts(
              json,
              "not_measured",
              ClientsRequest.rowsOfOneProcess().stream().map(RowKind::id).toList());
          JsonDocument.texts(json, "findings", report.findings());
          json.writeNumberField("elapsed_nanos", report.elapsedNanos());
        });
  }

  private static void client(JsonGenerator json, MemberFacts client) throws IOException {
    json.writeStringField("name", client.name());
    json.writeStringField("host", client.hostName());
    json.writeStringField("boot_id", client.bootId());
    json.writeStringField(BenchReportJson.KERNEL, client.kernel());
    json.writeStringField("machine", client.machine());
    JsonDocument.path(json, "path", client.directory());
    json.writeObjectFieldStart(BenchReportJson.MOUNT);
    JsonDocument.mount(json, client.mount());
    json.writeEndObject();
    json.writeNumberField("clock_offset_nanos", client.clock().nanos());
    json.writeNumberField("clock_uncertainty_nanos", client.clock().uncertaintyNanos());
  }

  private static void row(JsonGenerator json, ClientsReport report, ClientsRow row)
      throws IOException {
    BenchReportJson.operation(json, row.kind());
    BenchReportJson.voided(json, row.voided());
    if (row.alone().isEmpty()) {
      return;
    }
    json.writeObjectFieldStart("alone");
    measured(json, report.clients().get(0).name(), row.alone().get());
    json.writeEndObject();
    json.writeArrayFieldStart("clients");
    for (int i = 0; i < row.clients().size(); i++) {
      json.writeStartObject();
      measured(json, report.clients().get(i).name(), row.clients().get(i));
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeObjectFieldStart("total");
    BenchReportJson.times(json, row.totalPerSecond(), row.merged());
    json.writeEndObject();
    json.writeNumberField("ratio", row.ratio());
    json.writeNumberField("together", row.together());
  }

  private static void measured(JsonGenerator json, String client, Row row) throws IOException {
    json.writeStringField("client", client);
    BenchReportJson.measured(json, row);
    BenchReportJson.calls(json, row);
  }
}
