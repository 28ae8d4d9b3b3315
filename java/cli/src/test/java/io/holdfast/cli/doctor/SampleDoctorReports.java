package io.holdfast.cli.doctor;

import io.holdfast.mount.MountFacts;
import java.util.List;

/** Made-up reports of a doctor. */
public final class SampleDoctorReports {

  private SampleDoctorReports() {}

  /** A machine on which everything but loop devices can be had. */
  public static DoctorReport ready() {
    return new DoctorReport(
        host(),
        List.of(
            new Check("jni", true, "copied from jar:file:/opt/holdfast/lib/holdfast-native.jar!/x"),
            new Check("ffm", false, "needs Java 22 or later, this is 17")),
        null,
        List.of(new Check("holdfast-agent", true, "copied from jar:file:/opt/holdfast/lib/x")),
        List.of(
            new Check("fuse", true, "/dev/fuse and fusermount3"),
            new Check("loop devices", false, "/dev/loop-control may not be opened by this user")),
        MountChecks.of(
            List.of(
                mount(20, "proc", "proc", "/proc", "rw"),
                mount(21, "ext4", "/dev/vda1", "/", "rw", "relatime"),
                mount(22, "tmpfs", "tmpfs", "/dev/shm", "rw"),
                mount(23, "nfs4", "server:/x", "/mnt/\u001b[2J", "rw", "local_lock=all", "nolock"),
                mount(24, "iso9660", "/dev/sr0", "/media/cd", "ro")),
            new byte[0]));
  }

  /** A machine on which nothing can be had. */
  public static DoctorReport notReady() {
    return new DoctorReport(
        host(),
        List.of(
            new Check(
                "jni",
                false,
                "no usable libholdfast_jni.so for linux-x86_64; tried: /tmp is noexec. Set"
                    + " -Dholdfast.tmpdir=DIR")),
        null,
        List.of(new Check("holdfast-agent", false, "no usable holdfast-agent")),
        List.of(),
        List.of());
  }

  /** The machine of {@link #ready}, asked for one binding and no other. */
  public static DoctorReport forced(String binding) {
    DoctorReport ready = ready();
    return new DoctorReport(
        ready.host(),
        ready.bindings(),
        binding,
        ready.nativeFiles(),
        ready.facilities(),
        ready.mounts());
  }

  private static HostFacts host() {
    return new HostFacts(
        "6.1.0-41-amd64",
        "OpenJDK 64-Bit Server VM 17.0.15",
        "/usr/lib/jvm/java-17-openjdk-amd64",
        "1000",
        "0022",
        "1024",
        "1048576");
  }

  private static MountFacts mount(
      long id, String type, String source, String mountPoint, String... options) {
    return new MountFacts(id, "0:" + id, type, source, "/", mountPoint, List.of(options));
  }
}
