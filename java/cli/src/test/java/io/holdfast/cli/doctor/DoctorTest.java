package io.holdfast.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.report.Paint;
import io.holdfast.lab.Facilities;
import io.holdfast.mount.MountFacts;
import io.holdfast.posix.Bindings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {

  @TempDir private Path root;

  @Test
  void showsWhatIsThereAndWhyTheRestIsNot() {
    String text = DoctorText.render(SampleDoctorReports.ready(), 80, Paint.PLAIN);
    assertThat(text)
        .contains("  ok       jni")
        .contains("  missing  ffm              needs Java 22 or later, this is 17")
        .contains("  user      uid 1000, umask 0022")
        .contains("  limits    1024 open files, 1048576 when raised")
        .endsWith("\nready, binding jni\n");
  }

  @Test
  void saysThatNothingCanBeDone() {
    assertThat(DoctorText.render(SampleDoctorReports.notReady(), 80, Paint.PLAIN))
        .contains("  missing  jni", "-Dholdfast.tmpdir=DIR")
        .endsWith("\nnot ready: no binding can be had; the reasons stand above\n");
  }

  @Test
  void aForcedBindingDecidesAlone() {
    assertThat(SampleDoctorReports.forced("jni").binding()).isEqualTo("jni");
    assertThat(SampleDoctorReports.forced("ffm").hasBinding()).isFalse();
    assertThat(DoctorText.render(SampleDoctorReports.forced("ffm"), 80, Paint.PLAIN))
        .endsWith("\nnot ready: -Dholdfast.binding=ffm asks for a binding that cannot be had\n");
  }

  @Test
  void showsEveryBindingThatThereIsWithItsReason() {
    List<Check> checks = Doctor.bindings(Bindings.find());

    assertThat(checks).extracting(Check::name).containsExactlyElementsOf(Bindings.ORDER);
    assertThat(checks).noneMatch(check -> check.detail().isBlank());
    assertThat(checks).element(0).satisfies(jni -> assertThat(jni.isThere()).isTrue());
  }

  @Test
  void showsMountsThatCanCarryStateWithWhatIsSwitchedOff() {
    String text = DoctorText.render(SampleDoctorReports.ready(), 80, Paint.PLAIN);
    assertThat(text)
        .contains("  ext4           / from /dev/vda1\n")
        .contains("accepted, not durable: tmpfs is memory")
        .contains("local_lock=all: flock stays on this client")
        .contains("local_lock=all: posix stays on this client")
        .contains("/mnt/\\x1b[2J from server:/x")
        .doesNotContain("/proc", "/media/cd", "\033");
  }

  @Test
  void neverTakesAPartOfAnOptionForIt() {
    List<MountCheck> checks =
        MountChecks.of(
            List.of(
                new MountFacts(
                    1,
                    "0:1",
                    "ocfs2",
                    "s",
                    "/",
                    "/l",
                    List.of("rw", "nolock", "localflocks_x", "volatile"))),
            new byte[0]);
    assertThat(checks)
        .singleElement()
        .satisfies(c -> assertThat(c.warnings()).noneMatch(w -> w.contains("localflocks")));
  }

  @Test
  void showsTheTopmostOfSeveralMountsOnOnePoint() {
    List<MountFacts> mounts =
        List.of(
            new MountFacts(1, "0:1", "tmpfs", "below", "/", "/dev/shm", List.of("rw")),
            new MountFacts(2, "0:2", "tmpfs", "above", "/", "/dev/shm", List.of("rw")),
            new MountFacts(3, "0:3", "ext4", "s", "/", "/srv", List.of("rw")),
            new MountFacts(4, "0:4", "proc", "p", "/", "/srv", List.of("rw")));
    assertThat(MountChecks.of(mounts, new byte[0]))
        .singleElement()
        .satisfies(check -> assertThat(check.mount().source()).isEqualTo("above"));
  }

  @Test
  void warnsOfAnNfsLeaseThatIsOver() {
    String stats =
        "device s:/a mounted on /a with fstype nfs4 statvers=1.1\n"
            + "\tnfsv4:\tacl=0x3,lease_time=90,lease_expired=0\n"
            + "device s:/b mounted on /b with fstype nfs4 statvers=1.1\n"
            + "\tnfsv4:\tacl=0x3,lease_time=90,lease_expired=7\n";
    List<MountFacts> mounts =
        List.of(
            new MountFacts(1, "0:1", "nfs4", "s:/a", "/", "/a", List.of("rw")),
            new MountFacts(2, "0:2", "nfs4", "s:/b", "/", "/b", List.of("rw")));
    List<MountCheck> checks = MountChecks.of(mounts, stats.getBytes(StandardCharsets.US_ASCII));
    assertThat(checks.get(0).warnings()).isEmpty();
    assertThat(checks.get(1).warnings())
        .singleElement()
        .satisfies(warning -> assertThat(warning).contains("(90 s) expired 7 s ago"));
  }

  @Test
  void readsTheHost() throws IOException {
    write("proc/self/status", "Name:\tjava\nUmask:\t0027\nUid:\t7\t8\t9\t10\n");
    write(
        "proc/self/limits",
        """
        Limit                     Soft Limit           Hard Limit           Units
        Max open files            1024                 unlimited            files
        """);
    Properties java = new Properties();
    java.setProperty("os.version", "6.1");
    HostFacts facts = HostReader.read(new ProcFiles(root.toFile()), java);
    assertThat(facts)
        .isEqualTo(
            new HostFacts("6.1", "unknown unknown", "unknown", "8", "0027", "1024", "unlimited"));
  }

  @Test
  void triesWhatTheRigsStandOn() {
    assertThat(FacilityChecks.of(Facilities.here()))
        .extracting(Check::name)
        .containsExactly("fuse", "loop devices", "namespaces");
    assertThat(FacilityChecks.of(Facilities.here())).noneMatch(c -> c.detail().isEmpty());
  }

  private void write(String path, String content) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }
}
