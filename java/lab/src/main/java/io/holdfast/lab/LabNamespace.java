package io.holdfast.lab;

import io.holdfast.natives.NativeFiles;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Starts a program of the lab as the first process of mount and pid namespaces of its own.
 *
 * <p>What a rig makes hangs on that one process: {@code unshare --kill-child} kills it when unshare
 * dies, it ends itself when its standard input ends, and with it the kernel kills every process of
 * its pid namespace and then drops the mounts that no process can see any more, the loop devices
 * behind them (autoclear) and the tmpfs on which all files were made.
 */
public final class LabNamespace {

  /** System properties that the process inside must share with the one outside. */
  private static final List<String> INHERITED_PROPERTIES =
      List.of("holdfast.binding", NativeFiles.DIRECTORY_PROPERTY, "java.library.path");

  /** Empty on most machines; the tmpfs is mounted over it where nobody else sees it. */
  private static final List<String> MOUNT_POINTS = List.of("/mnt", "/media", "/srv", "/dev/shm");

  /** With which a shell tells of SIGKILL, and timeout of its own. */
  static final int KILLED = 137;

  private LabNamespace() {}

  /** The argument vector that runs a program in new namespaces, as root of them. */
  static List<String> unshare(boolean root, Isolation isolation, List<String> program) {
    List<String> arguments = new ArrayList<>(List.of("unshare"));
    arguments.addAll(isolation.options());
    arguments.addAll(List.of("--fork", "--kill-child", "--mount-proc"));
    if (!root) {
      arguments.addAll(List.of("--user", "--map-root-user"));
    }
    arguments.add("--");
    arguments.addAll(program);
    return arguments;
  }

  /**
   * Starts a program inside. It calls {@link #enter} with its first argument; its two outputs are
   * one stream; it ends when its standard input ends.
   *
   * @param program a class with a main method
   * @param limitSeconds it is killed after this long: the kernel is stuck
   */
  public static Process start(
      Facilities machine,
      Isolation isolation,
      Class<?> program,
      List<String> arguments,
      long limitSeconds)
      throws IOException {
    List<String> inside = new ArrayList<>(List.of(mountPoint(arguments).toString()));
    inside.addAll(arguments);
    List<String> command =
        new ArrayList<>(
            List.of("timeout", "--foreground", "--signal=KILL", Long.toString(limitSeconds)));
    command.addAll(unshare(machine.isRoot(), isolation, java(program, inside)));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("PATH", Facilities.rigPath());
    return builder.start();
  }

  /**
   * To be called first by a program that was started inside: mounts the scratch tmpfs, and ends
   * this process when its standard input ends, which is when whoever started it is gone.
   *
   * @param mountPoint the program's first argument
   * @return the tmpfs
   */
  public static Path enter(String mountPoint) throws RigException {
    endWith(System.in);
    Command.run(
        Path.of("/"),
        List.of("mount", "-t", "tmpfs", "-o", "mode=0755", "holdfast-lab", mountPoint));
    // Copies of native files go there too, and with it.
    System.setProperty(NativeFiles.TMPDIR_PROPERTY, mountPoint);
    return Path.of(mountPoint);
  }

  /** The one thread besides the main one: it waits for the end of the input and halts the JVM. */
  private static void endWith(InputStream input) {
    Thread watch =
        new Thread(
            () -> {
              try {
                input.transferTo(OutputStream.nullOutputStream());
              } catch (IOException e) {
                // As good as its end.
              }
              Runtime.getRuntime().halt(KILLED);
            },
            "holdfast-lab-parent-watch");
    watch.setDaemon(true);
    watch.start();
  }

  /** A file name for a loop device's image by which its maker is known. */
  static String imageName(String kind) {
    return markedName(kind) + ".img";
  }

  /** A file name by which the maker of what lies below it is known, also to the host's sysfs. */
  public static String markedName(String kind) {
    return System.getProperty(LabMain.MARK_PROPERTY, "holdfast-lab") + "-" + kind;
  }

  /** The mark of this process' rigs: it is in the name of every image. */
  static String mark() {
    return "holdfast-lab-" + ProcessHandle.current().pid();
  }

  /** The argument vector that runs a class with this process' class path. */
  public static List<String> java(Class<?> program, List<String> arguments) {
    String temporary = System.getProperty(NativeFiles.TMPDIR_PROPERTY);
    return java(program, arguments, temporary == null ? null : Path.of(temporary));
  }

  /**
   * {@link #java(Class, List)} for a process that makes its copies of native files elsewhere.
   *
   * @param temporary below which directory; null for the JVM's own
   */
  public static List<String> java(
      Class<?> program, List<String> arguments, @Nullable Path temporary) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmOptions());
    command.add("-D" + LabMain.MARK_PROPERTY + "=" + mark());
    if (temporary != null) {
      command.add("-D" + NativeFiles.TMPDIR_PROPERTY + "=" + temporary);
    }
    command.add("-cp");
    command.add(absoluteClassPath());
    command.add(program.getName());
    command.addAll(arguments);
    return command;
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

  /** A directory that hides nothing that the process inside needs, absolute arguments included. */
  private static Path mountPoint(List<String> arguments) throws RigException {
    List<Path> needed = new ArrayList<>(classPath().toList());
    arguments.stream().filter(word -> word.startsWith("/")).map(Path::of).forEach(needed::add);
    needed.add(Path.of(System.getProperty("java.home")));
    needed.add(Path.of("").toAbsolutePath());
    String natives = System.getProperty(NativeFiles.DIRECTORY_PROPERTY);
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
