package io.holdfast.cli.doctor;

import java.util.Properties;

/** Reads {@link HostFacts}. */
final class HostReader {

  private static final String UNKNOWN = "unknown";

  private HostReader() {}

  static HostFacts read(ProcFiles proc, Properties java) {
    return new HostFacts(
        java.getProperty("os.version", UNKNOWN),
        java.getProperty("java.vm.name", UNKNOWN) + " " + java.getProperty("java.version", UNKNOWN),
        java.getProperty("java.home", UNKNOWN),
        field(proc, "/proc/self/status", "Uid:", 1),
        field(proc, "/proc/self/status", "Umask:", 0),
        field(proc, "/proc/self/limits", "Max open files", 0),
        field(proc, "/proc/self/limits", "Max open files", 1));
  }

  private static String field(ProcFiles proc, String path, String label, int index) {
    return proc.fields(path, label)
        .filter(fields -> fields.length > index)
        .map(fields -> fields[index])
        .orElse(UNKNOWN);
  }
}
