package io.holdfast.lab;

import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A user without rights, who asks in a process of his own ({@link AskMain}). */
final class Nobody {

  private static final String ID = "65534";

  private Nobody() {}

  /**
   * Asks as user {@value #ID}, who sees this project's classes as copies: the originals may lie in
   * a home directory that only root can enter.
   *
   * @param classes one of each jar that asking needs
   */
  static Observation ask(Site site, List<Class<?>> classes, LabCase labCase, RawPath directory)
      throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "setpriv",
                "--reuid=" + ID,
                "--regid=" + ID,
                "--clear-groups",
                "--no-new-privs",
                Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    arguments.addAll(LabNamespace.jvmOptions());
    arguments.addAll(ClassCopies.make(site.directory("classes"), classes));
    arguments.addAll(
        List.of(
            AskMain.class.getName(),
            directory.hex(),
            labCase.profile().id(),
            Long.toString(labCase.probeTimeoutNanos())));
    String printed = Command.run(Path.of("/"), arguments);
    if (LabLines.read(printed) instanceof LabEvent.Finished finished) {
      return finished.result().observed();
    }
    throw new RigException("the process of another user printed: " + printed);
  }
}
