package io.holdfast.cli.doctor;

import java.io.File;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What the rigs of the lab stand on: FUSE, loop devices, user namespaces. */
final class Facilities {

  private final ProcFiles proc;
  private final String searchPath;

  /**
   * @param searchPath as the variable PATH
   */
  Facilities(ProcFiles proc, String searchPath) {
    this.proc = proc;
    this.searchPath = searchPath;
  }

  List<Check> all() {
    return List.of(fuse(), loop(), userNamespaces());
  }

  private Check fuse() {
    String problem =
        device("/dev/fuse")
            .or(
                () ->
                    program("fusermount3")
                        ? Optional.empty()
                        : Optional.of("fusermount3 is not on the PATH (Debian: fuse3)"))
            .orElse("");
    return check("fuse", problem, "/dev/fuse and fusermount3");
  }

  private Check loop() {
    return check("loop devices", device("/dev/loop-control").orElse(""), "/dev/loop-control");
  }

  private Check userNamespaces() {
    String problem = "";
    if (isZero("/proc/sys/user/max_user_namespaces")) {
      problem = "user.max_user_namespaces is 0";
    } else if (isZero("/proc/sys/kernel/unprivileged_userns_clone")) {
      problem = "kernel.unprivileged_userns_clone is 0: root only";
    } else if (proc.text("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")
        .filter("1"::equals)
        .isPresent()) {
      problem = "kernel.apparmor_restrict_unprivileged_userns is 1: root only";
    }
    return check("user namespaces", problem, "for everybody");
  }

  private static Check check(String name, String problem, String detail) {
    return new Check(name, problem.isEmpty(), problem.isEmpty() ? detail : problem);
  }

  private Optional<String> device(String path) {
    File file = proc.file(path);
    if (!file.exists()) {
      return Optional.of("no " + path);
    }
    return file.canRead() && file.canWrite()
        ? Optional.empty()
        : Optional.of(path + " may not be opened by this user");
  }

  private boolean program(String name) {
    return Arrays.stream(searchPath.split(File.pathSeparator, -1))
        .anyMatch(directory -> new File(directory, name).canExecute());
  }

  private boolean isZero(String path) {
    return proc.text(path).filter("0"::equals).isPresent();
  }
}
