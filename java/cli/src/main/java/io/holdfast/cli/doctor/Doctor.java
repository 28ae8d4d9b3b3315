package io.holdfast.cli.doctor;

import io.holdfast.jni.JniProvider;
import io.holdfast.lab.Facilities;
import io.holdfast.litmus.LocalAgentLauncher;
import io.holdfast.mount.MountInfo;
import io.holdfast.mount.NfsLease;
import io.holdfast.natives.NativeFile;
import io.holdfast.natives.NativeFiles;
import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Bindings;
import java.io.File;
import java.io.IOException;
import java.util.List;

/** Looks around on this machine. Changes nothing, and asks no mounted file system anything. */
public final class Doctor {

  private Doctor() {}

  /** Looks at everything. */
  public static DoctorReport examine() {
    ProcFiles proc = new ProcFiles(new File("/"));
    return new DoctorReport(
        HostReader.read(proc, System.getProperties()),
        Bindings.find().candidates().stream().map(Doctor::binding).toList(),
        List.of(agent()),
        FacilityChecks.of(Facilities.here()),
        MountChecks.of(
            MountInfo.parse(proc.bytes("/proc/self/mountinfo").orElse(new byte[0])).mounts(),
            proc.bytes(NfsLease.FILE).orElse(new byte[0])));
  }

  private static Check binding(Bindings.Candidate candidate) {
    String cause = candidate.cause();
    return cause == null
        ? new Check(candidate.name(), true, origin(candidate.name()))
        : new Check(candidate.name(), false, cause);
  }

  private static String origin(String binding) {
    if (!binding.equals("jni")) {
      return "";
    }
    try {
      return JniProvider.libraryOrigin();
    } catch (BindingUnavailableException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static Check agent() {
    try (NativeFile file = NativeFiles.find(LocalAgentLauncher.PROGRAM)) {
      return new Check(LocalAgentLauncher.PROGRAM, true, file.whereabouts());
    } catch (IOException e) {
      return new Check(LocalAgentLauncher.PROGRAM, false, String.valueOf(e.getMessage()));
    }
  }
}
