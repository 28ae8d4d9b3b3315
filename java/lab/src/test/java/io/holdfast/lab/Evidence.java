package io.holdfast.lab;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes what a run has shown to {@code target/evidence/<group>.json}, one file a group. */
final class Evidence {

  private static final Path DIRECTORY = Path.of("target", "evidence");

  private Evidence() {}

  static void write(List<LabEvent> ends) throws IOException {
    Map<String, List<LabEvent>> groups = new TreeMap<>();
    for (LabEvent end : ends) {
      String group = LabCases.named(end.caseId()).group();
      groups.computeIfAbsent(group, name -> new ArrayList<>()).add(end);
    }
    Files.createDirectories(DIRECTORY);
    for (Map.Entry<String, List<LabEvent>> group : groups.entrySet()) {
      Files.writeString(
          DIRECTORY.resolve(group.getKey() + ".json"), document(group.getKey(), group.getValue()));
    }
  }

  private static String document(String group, List<LabEvent> ends) throws IOException {
    java.io.StringWriter text = new java.io.StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("schema", "holdfast-lab-evidence-1");
      json.writeStringField("group", group);
      json.writeStringField("at", Instant.now().toString());
      json.writeStringField("kernel", System.getProperty("os.version"));
      json.writeStringField("java", System.getProperty("java.version"));
      json.writeBooleanField("actual_multi_host", false);
      json.writeArrayFieldStart("cases");
      for (LabEvent end : ends) {
        json.writeRawValue("\n" + LabLines.write(end));
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    return text.append("\n").toString();
  }
}
