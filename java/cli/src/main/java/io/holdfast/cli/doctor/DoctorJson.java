package io.holdfast.cli.doctor;

import com.fasterxml.jackson.core.JsonGenerator;
import io.holdfast.cli.report.JsonDocument;
import io.holdfast.posix.Platform;
import java.io.IOException;
import java.util.List;

/** A doctor's report as a JSON document; docs/json.md describes its fields. */
public final class DoctorJson {

  public static final String SCHEMA = "holdfast-doctor-v1";

  private DoctorJson() {}

  /**
   * The whole document.
   *
   * @param version of Holdfast
   */
  public static String render(DoctorReport report, String version, Platform platform) {
    return JsonDocument.render(
        SCHEMA,
        version,
        json -> {
          json.writeStringField("scope", "this-host");
          json.writeStringField("platform", platform.toString());
          json.writeBooleanField("ready", report.hasBinding());
          if (report.binding() != null) {
            json.writeStringField("binding", report.binding());
          }
          host(json, report.host());
          checks(json, "bindings", report.bindings());
          checks(json, "native_files", report.nativeFiles());
          checks(json, "facilities", report.facilities());
          mounts(json, report.mounts());
        });
  }

  private static void host(JsonGenerator json, HostFacts host) throws IOException {
    json.writeStringField("kernel", host.kernel());
    json.writeStringField("java", host.java());
    json.writeStringField("java_home", host.javaHome());
    json.writeStringField("uid", host.uid());
    json.writeStringField("umask", host.umask());
    json.writeStringField("open_files", host.openFiles());
    json.writeStringField("open_files_hard", host.openFilesHard());
  }

  private static void checks(JsonGenerator json, String name, List<Check> checks)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (Check check : checks) {
      json.writeStartObject();
      json.writeStringField("name", check.name());
      json.writeBooleanField("available", check.isThere());
      json.writeStringField("detail", check.detail());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void mounts(JsonGenerator json, List<MountCheck> mounts) throws IOException {
    json.writeArrayFieldStart("mounts");
    for (MountCheck check : mounts) {
      json.writeStartObject();
      JsonDocument.mount(json, check.mount());
      json.writeArrayFieldStart("warnings");
      for (String warning : check.warnings()) {
        json.writeString(warning);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
