package io.holdfast.lab;

import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.CrossHostQualifier;
import io.holdfast.litmus.Finding;
import io.holdfast.litmus.LitmusException;
import io.holdfast.litmus.LitmusMember;
import io.holdfast.litmus.LitmusReport;
import io.holdfast.litmus.LitmusRequest;
import io.holdfast.litmus.LocalAgentLauncher;
import io.holdfast.litmus.LocalRequest;
import io.holdfast.litmus.Profile;
import io.holdfast.litmus.ProtocolVerdict;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.FakeHostIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Inside of the lab's namespaces: two mounts of one lying file system play two hosts, for each mode
 * in turn. Prints one line a mode, its parts between bars.
 */
final class LyingHostsMain {

  private LyingHostsMain() {}

  /**
   * The program.
   *
   * @param arguments a directory to mount the scratch tmpfs over, and modes
   */
  public static void main(String[] arguments) throws IOException, PosixException, LitmusException {
    Path scratch = LabNamespace.enter(arguments[0]);
    for (String mode : Arrays.asList(arguments).subList(1, arguments.length)) {
      try (Site site = new Site(scratch.resolve("rig"))) {
        Place place = new LyingRig(mode, true).raise(site);
        System.out.println("{" + mode + "|" + line(ask(place)));
        System.out.flush();
      }
    }
  }

  private static LitmusReport ask(Place place) throws LitmusException {
    RawPath also = Objects.requireNonNull(place.also());
    LitmusRequest request =
        new LitmusRequest(
            List.of(member("a", place.directory()), member("b", also), member("c", also)),
            Profile.FENCE_TABLE,
            true,
            LocalRequest.MAX_PROBE_TIMEOUT_NANOS,
            LitmusRequest.DEFAULT_DEADLINE_NANOS);
    return new CrossHostQualifier(NanoClock.system(), EpochClock.system())
        .run(request, event -> {});
  }

  private static LitmusMember member(String name, RawPath directory) {
    FakeHostIdentity identity = FakeHostIdentity.named(name.equals("a") ? "host-a" : "host-b");
    return new LitmusMember(name, new LocalAgentLauncher(), directory, identity);
  }

  private static String line(LitmusReport report) {
    String locks =
        report.locks().stream()
            .map(lock -> lock.kind().id() + " " + lock.observed())
            .collect(Collectors.joining(" "));
    String protocols =
        report.protocols().stream().map(LyingHostsMain::word).collect(Collectors.joining(" "));
    String findings = report.findings().stream().map(Finding::id).collect(Collectors.joining(" "));
    return String.join(
        "|", report.verdict().word(), locks, protocols, findings, report.verdict().explanation());
  }

  private static String word(ProtocolVerdict protocol) {
    return protocol.protocol() + " " + protocol.verdict().word();
  }
}
