package io.holdfast.cli.doctor;

import com.fasterxml.jackson.core.JsonGenerator;
import io.holdfast.cli.report.JsonDocument;
import io.holdfast.posix.Platform;
import java.io.IOException;

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
          JsonDocument.thisHost(json, report.host().kernel());
          json.writeStringField("platform", platform.toString());
          json.writeBooleanField("ready", report.hasBinding());
          if (report.binding() != null) {
            json.writeStringField("binding", report.binding());
          }
          host(json, report.host());
          JsonDocument.objects(json, "bindings", report.bindings(), DoctorJson::check);
          JsonDocument.objects(json, "native_files", report.nativeFiles(), DoctorJson::check);
          JsonDocument.objects(json, "facilities", report.facilities(), DoctorJson::check);
          JsonDocument.objects(json, "mounts", report.mounts(), DoctorJson::mount);
        });
  }

  private static void host(JsonGenerator json, HostFacts host) throws IOException {
    json.writeStringField("java", host.java());
    json.writeStringField("java_home", host.javaHome());
    json.writeStringField("uid", host.uid());
    json.writeStringField("umask", host.umask());
    json.writeStringField("open_files", host.openFiles());
    json.writeStringField("open_files_hard", host.openFilesHard());
  }

  private static void check(JsonGenerator json, Check check) throws IOException {
    json.writeStringField("name", check.name());
    json.writeBooleanField("available", check.isThere());
    json.writeStringField("detail", check.detail());
  }

  private static void mount(JsonGenerator json, MountCheck check) throws IOException {
    JsonDocument.mount(json, check.mount());
    JsonDocument.texts(json, "warnings", check.warnings());
  }
}
