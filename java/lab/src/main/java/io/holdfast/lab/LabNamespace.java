package io.holdfast.lab;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Starts {@link LabMain} as the first process of mount and pid namespaces of its own.
 *
 * <p>What a rig makes hangs on that one process: {@code unshare --kill-child} kills it when unshare
 * dies, it ends itself when its standard input ends, and with it the kernel kills every process of
 * its pid namespace and then drops the mounts that no process can see any more, the loop devices
 * behind them (autoclear) and the tmpfs on which all files were made.
 */
final class LabNamespace {

  /** System properties that the process inside must share with the one outside. */
  private static final List<String> INHERITED_PROPERTIES =
      List.of("holdfast.binding", "holdfast.native.dir", "java.library.path");

  /** Empty on most machines; the tmpfs is mounted over it where nobody else sees it. */
  private static final List<String> MOUNT_POINTS = List.of("/mnt", "/media", "/srv", "/dev/shm");

  /** After this long the kernel is stuck; a case takes seconds. */
  private static final long SECONDS_PER_CASE = 60;

  private LabNamespace() {}

  /** The argument vector that runs a program in new namespaces, as root of them. */
  static List<String> unshare(boolean root, List<String> program) {
    List<String> arguments =
        new ArrayList<>(
            List.of("unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"));
    if (!root) {
      arguments.addAll(List.of("--user", "--map-root-user"));
    }
    arguments.add("--");
    arguments.addAll(program);
    return arguments;
  }

  /**
   * Starts the process for some cases. Its standard output carries {@link CaseResult} lines; it
   * ends when its standard input ends.
   */
  static Process start(Facilities machine, List<String> caseIds) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "timeout",
                "--foreground",
                "--signal=KILL",
                Long.toString(SECONDS_PER_CASE * (caseIds.size() + 1L))));
    arguments.addAll(unshare(machine.isRoot(), java(caseIds)));
    ProcessBuilder builder = new ProcessBuilder(arguments).redirectErrorStream(true);
    builder.environment().put("PATH", Facilities.rigPath());
    return builder.start();
  }

  /** A file name for a loop device's image by which its maker is known. */
  static String imageName(String kind) {
    return System.getProperty(LabMain.MARK_PROPERTY, "holdfast-lab") + "-" + kind + ".img";
  }

  /** The mark of this process' rigs: it is in the name of every image. */
  static String mark() {
    return "holdfast-lab-" + ProcessHandle.current().pid();
  }

  private static List<String> java(List<String> caseIds) throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    arguments.addAll(jvmOptions());
    arguments.add("-D" + LabMain.MARK_PROPERTY + "=" + mark());
    arguments.add("-cp");
    arguments.add(absoluteClassPath());
    arguments.add(LabMain.class.getName());
    arguments.add(mountPoint().toString());
    arguments.addAll(caseIds);
    return arguments;
  }

  /** Options of the JVM of a rig: quick to start, and no file in the host's /tmp. */
  static List<String> jvmOptions() {
    List<String> options =
        new ArrayList<>(
            List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-XX:+DisplayVMOutputToStderr",
                "-Xshare:auto"));
    if (Runtime.version().feature() >= 24) {
      options.add("--enable-native-access=ALL-UNNAMED");
    }
    for (String property : INHERITED_PROPERTIES) {
      String value = System.getProperty(property);
      if (value != null) {
        options.add("-D" + property + "=" + value);
      }
    }
    return options;
  }

  private static String absoluteClassPath() {
    return String.join(File.pathSeparator, classPath().map(Path::toString).toList());
  }

  private static Stream<Path> classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !entry.isEmpty())
        .map(entry -> Path.of(entry).toAbsolutePath());
  }

  /** A directory that hides nothing that the process inside needs. */
  private static Path mountPoint() throws RigException {
    List<Path> needed = new ArrayList<>(classPath().toList());
    needed.add(Path.of(System.getProperty("java.home")));
    needed.add(Path.of("").toAbsolutePath());
    String natives = System.getProperty("holdfast.native.dir");
    if (natives != null) {
      needed.add(Path.of(natives).toAbsolutePath());
    }
    return MOUNT_POINTS.stream()
        .map(Path::of)
        .filter(Files::isDirectory)
        .filter(place -> needed.stream().noneMatch(path -> path.startsWith(place)))
        .findFirst()
        .orElseThrow(() -> new RigException("no place to mount a tmpfs on: tried " + MOUNT_POINTS));
  }
}
