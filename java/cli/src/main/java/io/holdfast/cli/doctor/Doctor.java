package io.holdfast.cli.doctor;

import io.holdfast.lab.Facilities;
import io.holdfast.litmus.LocalAgentLauncher;
import io.holdfast.mount.MountInfo;
import io.holdfast.mount.NfsLease;
import io.holdfast.natives.NativeFile;
import io.holdfast.natives.NativeFiles;
import io.holdfast.posix.Bindings;
import java.io.File;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Looks around on this machine. Changes nothing, and asks no mounted file system anything. */
public final class Doctor {

  private Doctor() {}

  /** Looks at everything. */
  public static DoctorReport examine() {
    ProcFiles proc = new ProcFiles(new File("/"));
    return new DoctorReport(
        HostReader.read(proc, System.getProperties()),
        bindings(Bindings.find()),
        System.getProperty(Bindings.BINDING_PROPERTY),
        List.of(agent()),
        FacilityChecks.of(Facilities.here()),
        MountChecks.of(
            MountInfo.parse(proc.bytes("/proc/self/mountinfo").orElse(new byte[0])).mounts(),
            proc.bytes(NfsLease.FILE).orElse(new byte[0])));
  }

  /** All that there can be, in order of preference, and what else was found behind them. */
  static List<Check> bindings(Bindings bindings) {
    Map<String, Check> checks = new LinkedHashMap<>();
    for (String name : Bindings.ORDER) {
      checks.put(name, new Check(name, false, String.valueOf(bindings.unavailabilityCause(name))));
    }
    for (Bindings.Candidate candidate : bindings.candidates()) {
      String detail = candidate.isAvailable() ? candidate.origin() : candidate.cause();
      checks.put(
          candidate.name(),
          new Check(candidate.name(), candidate.isAvailable(), String.valueOf(detail)));
    }
    return List.copyOf(checks.values());
  }

  private static Check agent() {
    try (NativeFile file = NativeFiles.find(LocalAgentLauncher.PROGRAM)) {
      return new Check(LocalAgentLauncher.PROGRAM, true, file.whereabouts());
    } catch (IOException e) {
      return new Check(LocalAgentLauncher.PROGRAM, false, String.valueOf(e.getMessage()));
    }
  }
}
