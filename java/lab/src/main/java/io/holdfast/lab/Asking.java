package io.holdfast.lab;

import com.fasterxml.jackson.core.JsonFactory;
import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.KernelHostIdentity;
import io.holdfast.litmus.LitmusException;
import io.holdfast.litmus.LocalAgentLauncher;
import io.holdfast.litmus.LocalQualifier;
import io.holdfast.litmus.LocalRequest;
import io.holdfast.litmus.Profile;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks the local litmus about a place, as the lab's process or as a user without rights. */
final class Asking {

  private static final String NOBODY = "65534";

  private final Posix posix;

  Asking(Posix posix) {
    this.posix = posix;
  }

  /** Asks in this process. Costs are not measured: a rig's figures mean nothing. */
  Observation ask(
      RawPath directory, @Nullable RawPath also, Profile profile, long probeTimeoutNanos)
      throws PosixException {
    NanoClock clock = NanoClock.system();
    long start = clock.nanoTime();
    LocalRequest request =
        new LocalRequest(directory, also, null, profile, probeTimeoutNanos, false);
    try {
      LocalQualifier qualifier =
          new LocalQualifier(
              posix,
              new LocalAgentLauncher(),
              KernelHostIdentity.read(posix),
              clock,
              EpochClock.system());
      return Observation.of(qualifier.qualify(request, answer -> {}));
    } catch (LitmusException e) {
      return Observation.refused(String.valueOf(e.getMessage()), clock.nanoTime() - start);
    }
  }

  /**
   * Asks in a process of user {@value #NOBODY}, which sees this project's classes as copies: their
   * origins may lie in a home directory that only root can enter.
   */
  Observation askAsNobody(Site site, LabCase labCase, RawPath directory) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "setpriv",
                "--reuid=" + NOBODY,
                "--regid=" + NOBODY,
                "--clear-groups",
                "--no-new-privs",
                Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    arguments.addAll(LabNamespace.jvmOptions());
    arguments.addAll(ClassCopies.make(site.directory("classes"), classes()));
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

  private List<Class<?>> classes() {
    return List.of(Asking.class, Posix.class, posix.getClass(), JsonFactory.class);
  }
}
