package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.report.SampleReports;
import io.holdfast.durable.Name;
import io.holdfast.litmus.LocalRequest;
import io.holdfast.litmus.cluster.Act;
import io.holdfast.litmus.cluster.LockObject;
import io.holdfast.litmus.cluster.Observation;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.qualification.ConfigurationFile;
import io.holdfast.qualification.EpochFile;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.FaultPosix;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.litmus.TamperedHand.Tampering;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code holdfast watch}, by its members on one clock. */
@Timeout(60)
class WatchCommandTest {

  /** Says that it got a lock that is held. */
  private static final Tampering LYING =
      (act, real) -> act == Act.TRY ? Observation.ACQUIRED : real.get();

  @TempDir private Path directory;

  private String[] watch(String... more) {
    List<String> arguments = new ArrayList<>(List.of("watch", directory.toString()));
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  // ---- as long as it holds

  @Test
  void tellsEachGenerationInALineAndEndsAsAsked() throws Exception {
    List<CliRun> runs = new FakeGroup("a", "b").run(watch("--generations", "3"));
    for (CliRun run : runs) {
      assertThat(run.status()).as(run.toString()).isZero();
      assertThat(run.out().lines())
          .hasSize(6)
          .anyMatch(line -> line.contains("generation 0  qualified  flock excludes, rename and"))
          .anyMatch(line -> line.contains("generation 3  qualified"));
      assertThat(run.out()).endsWith("generation 3  ended  as asked\n");
    }
    assertThat(runs.get(0).out())
        .startsWith(
            "member 0 of 2, carrier in-process, renewed every 60.0 s (jitter 0.1), timeout 30.0 s\n"
                + "2026-11-30T00:53:20Z  generation 0  qualified");
  }

  @Test
  void goesOnWithTheEpochThatTheRootKeeps() throws Exception {
    assertThat(new FakeGroup("a", "b").run(watch("--generations", "1")))
        .allMatch(run -> run.status() == 0);
    String epoch = Files.readString(directory.resolve(EpochFile.NAME));
    assertThat(directory).isDirectoryContaining("glob:**" + LockObject.NAME);
    assertThat(directory).isDirectoryContaining("glob:**" + ConfigurationFile.NAME);
    assertThat(new FakeGroup("a", "b").run(watch("--generations", "2")))
        .allMatch(run -> run.status() == 0);
    assertThat(new FakeGroup("a", "b").run(watch("--generations", "1", "--epoch", epoch.strip())))
        .allMatch(run -> run.status() == 0);
  }

  @Test
  void aJobIsToldWhoseDirectoryItIs() throws Exception {
    new FakeGroup("a", "b").run(watch("--generations", "1"));
    String first = Files.readString(directory.resolve(EpochFile.NAME)).strip();
    String second = "2".repeat(first.length());
    assertThat(toldTo(second))
        .contains(
            "FAILED  inconclusive: member 0 (a): the directory belongs to epoch " + first,
            "this job has 222222222222…: give it a directory of its own",
            "go on with that epoch (--epoch), or, when no job uses this one, remove "
                + LockObject.NAME);
    Files.delete(directory.resolve(EpochFile.NAME));
    assertThat(toldTo(second)).contains("belongs to epoch " + first);
    Files.delete(directory.resolve(LockObject.NAME));
    assertThat(toldTo(second)).contains("belongs to epoch " + first);
    Files.writeString(directory.resolve(LockObject.NAME), "symcc-cross-host-lock-v1\n0\n");
    Files.delete(directory.resolve(ConfigurationFile.NAME));
    assertThat(toldTo(second))
        .contains("belongs to another epoch, which it does not name")
        .doesNotContain("--epoch");
  }

  @Test
  void twoJobsThatGoOnWithOneEpochAreToldOfEachOther() throws Exception {
    RawPath root = RawPath.of(directory.toString());
    Posix posix = Bindings.load();
    EpochFile file = new EpochFile(posix, root, Name.of(EpochFile.NAME));
    String epoch = file.epoch(new SecureRandom()).hex();
    try (Descriptor other = file.claim().orElseThrow()) {
      assertThat(file.claim()).isEmpty();
      assertThat(told())
          .contains("another job is at work in the directory: it holds a lock on .holdfast-epoch");
      assertThat(new FakeGroup("a", "b").run(watch("--generations", "1", "--epoch", epoch)))
          .allMatch(run -> run.status() == 0);
      assertThat(other.isClosed()).isFalse();
    }
    assertThat(new FakeGroup("a", "b").run(watch("--generations", "1")))
        .allMatch(run -> run.status() == 0);
    try (Descriptor free = file.claim().orElseThrow()) {
      assertThat(free.isClosed()).isFalse();
    }
  }

  @Test
  void aLockThatSmbRefusesAsHeldIsHeld() throws Exception {
    FaultPosix smb = new FaultPosix(Bindings.load());
    EpochFile file = new EpochFile(smb, RawPath.of(directory.toString()), Name.of(EpochFile.NAME));
    file.epoch(new SecureRandom());
    smb.inject(Fault.of(PosixCall.FLOCK, Errno.EACCES));
    assertThat(file.claim()).isEmpty();
  }

  private String toldTo(String epoch) throws Exception {
    return told("--epoch", epoch);
  }

  /** What a job is told that is not qualified at its start, the same by all members. */
  private String told(String... more) throws Exception {
    List<CliRun> others = new FakeGroup("a", "b").run(watch(more));
    assertThat(others).extracting(CliRun::status).containsExactly(65, 65);
    assertThat(others.get(1).out().substring(others.get(1).out().indexOf("FAILED")))
        .isEqualTo(others.get(0).out().substring(others.get(0).out().indexOf("FAILED")));
    return others.get(0).out();
  }

  @Test
  void asksOnceWithoutAnInterval() throws Exception {
    List<CliRun> runs = new FakeGroup("a", "b", "b").run(watch("--interval", "0"));
    assertThat(runs).allMatch(run -> run.status() == 0);
    assertThat(runs.get(2).out())
        .contains("not renewed", "generation 0  qualified")
        .hasLineCount(2);
    assertThat(directory.resolve(ConfigurationFile.NAME)).doesNotExist();
  }

  @Test
  void aThirdOfTheLeasesTtlIsTheLongestTimeout() throws Exception {
    List<CliRun> runs = new FakeGroup("a", "b").run(watch("--interval", "0", "--ttl", "60s"));
    assertThat(runs.get(0).out()).contains("timeout 20.0 s");
  }

  // ---- when it does not

  @Test
  void aMemberThatGetsAHeldLockEndsAllAtRunTime() throws Exception {
    List<CliRun> runs = new FakeGroup("a", "b").lying(0, 2, LYING).run(watch("--require", "flock"));
    for (int rank = 0; rank < 2; rank++) {
      CliRun run = runs.get(rank);
      assertThat(run.status()).as(run.toString()).isEqualTo(70);
      assertThat(run.out())
          .contains("generation 1  qualified")
          .contains(
              "generation 2  FAILED  generation 2 refuted: member 0 (a) acquired the flock while"
                  + " member 1 (b) held it, generation 2, phase held")
          .containsOnlyOnce(
              "member "
                  + rank
                  + ": generation=2 in_flight_generation=0 attempts=2 successes=1"
                  + " failures=1 ");
    }
  }

  @Test
  void aMemberThatGetsAHeldLockAtTheStartQualifiesNobody() throws Exception {
    for (CliRun run : new FakeGroup("a", "b").lying(0, 0, LYING).run(watch())) {
      assertThat(run.status()).isEqualTo(65);
      assertThat(run.out()).contains("generation 0  FAILED  refuted: member 0 (a) acquired");
    }
  }

  @Test
  void storageThatFailsLocallyAtOneMemberQualifiesNobody() throws Exception {
    for (CliRun run :
        new FakeGroup("a", "b").locally(1, SampleReports.refuted()).run(watch("--jitter", "0"))) {
      assertThat(run.status()).isEqualTo(65);
      assertThat(run.out()).contains("FAILED", "local probe: refuted: ");
    }
  }

  @Test
  void whatKeepsMember0FromAnEpochIsToldToAll() throws Exception {
    Path notOurs = Files.writeString(directory.resolve("epoch"), "0123\n");
    for (CliRun run : new FakeGroup("a", "b").run(watch("--epoch", notOurs.toString()))) {
      assertThat(run.status()).isEqualTo(65);
      assertThat(run.out()).contains("no epoch: epoch holds no epoch of 64 lower-case hex digits");
    }
    assertThat(notOurs).hasContent("0123\n");
  }

  @Test
  void oneHostIsEnoughOnlyWhereItIsDeclared() throws Exception {
    CliRun undeclared = CliRun.of(FakeMachine.answering(SampleReports.qualified()), watch());
    assertThat(undeclared.status()).isEqualTo(65);
    assertThat(undeclared.out())
        .contains(
            "member 0 of 1", "on one host: start a member on every host, or declare --one-host");
    CliRun declared =
        CliRun.of(FakeMachine.answering(SampleReports.qualified()), watch("--one-host"));
    assertThat(declared.status()).isZero();
    assertThat(declared.out()).contains("generation 0  one-host  all members are on one host, as");
    assertThat(directory.resolve(LockObject.NAME)).doesNotExist();
  }

  // ---- for programs

  @Test
  void printsALineOfJsonForEachGeneration() throws Exception {
    Path file = directory.resolve("last-%r.json");
    List<CliRun> runs = new FakeGroup("a", "b").run(watch("--generations", "2", "--json", "-"));
    assertThat(runs.get(0).out().lines())
        .hasSize(4)
        .allMatch(line -> line.startsWith("{\"schema\":\"holdfast-watch-v1\",\"version\":"))
        .anyMatch(
            line -> line.contains("\"outcome\":\"qualified\"") && line.contains("\"rank\":0"));
    new FakeGroup("a", "b").run(watch("--generations", "2", "--json", file.toString()));
    assertThat(Files.readString(directory.resolve("last-1.json")))
        .contains("\"outcome\" : \"ended\"", "\"generation\" : 2", "\"rank\" : 1");
  }

  @Test
  void keepsCountersForPrometheus() throws Exception {
    Path file = directory.resolve("holdfast-%r.prom");
    new FakeGroup("a", "b")
        .lying(1, 1, LYING)
        .run(watch("--require", "flock", "--metrics", file.toString()));
    assertThat(Files.readString(directory.resolve("holdfast-1.prom")))
        .contains(
            "# TYPE holdfast_qualification_generation gauge\n"
                + "holdfast_qualification_generation{rank=\"1\"} 1\n",
            "holdfast_qualification_qualified{rank=\"1\"} 0\n",
            "holdfast_qualification_failures_total{rank=\"1\"} 1\n");
  }

  @Test
  void keepsTheEvidenceOfWhatHoldsAndTakesItAwayWhenItDoesNot() throws Exception {
    Path file = directory.resolve("evidence-%r.json");
    new FakeGroup("a", "b").run(watch("--interval", "0", "--evidence", file.toString()));
    assertThat(Files.readString(directory.resolve("evidence-1.json")))
        .contains("\"valid_until\" : null")
        .contains("\"synthetic_topology\" : true", "\"deployment_evidence\" : false")
        .contains("\"schema\":\"symcc-filesystem-capability-v3\"")
        .contains("\"cluster_lock_rounds\":2", "\"probe_scope\":\"cross-host-lock-v2\"");
    new FakeGroup("a", "b")
        .lying(0, 1, LYING)
        .run(watch("--require", "flock", "--evidence", file.toString()));
    assertThat(directory.resolve("evidence-0.json")).doesNotExist();
    assertThat(directory.resolve("evidence-1.json")).doesNotExist();
  }

  @Test
  void saysUntilWhenItHolds() throws Exception {
    List<CliRun> runs =
        new FakeGroup("a", "b").run(watch("--generations", "1", "--jitter", "0", "--json", "-"));
    List<String> lines = runs.get(0).out().lines().toList();
    assertThat(lines.get(0))
        .contains("\"at\":\"2026-11-30T00:53:20Z\",\"valid_until\":\"2026-11-30T00:54:50Z\"");
    assertThat(lines.get(2)).contains("\"outcome\":\"ended\"", "\"valid_until\":null");
  }

  @Test
  void evidenceOfAnEarlierWatchGoesBeforeAGroupIsJoined() throws Exception {
    Path file = Files.writeString(directory.resolve("evidence.json"), "{}");
    CliRun run =
        CliRun.of(
            FakeMachine.answering(SampleReports.qualified()),
            watch(
                "--group",
                "none",
                "--name",
                "a",
                "--secret",
                "none",
                "--evidence",
                file.toString()));
    assertThat(run.status()).isEqualTo(4);
    assertThat(file).doesNotExist();
  }

  @Test
  void asksTheOwnStorageForAsLongAsAGenerationMayTake() {
    FakeMachine machine = FakeMachine.answering(SampleReports.qualified());
    CliRun.of(machine, watch("--one-host", "--timeout", "20s"));
    assertThat(machine.asked().probeTimeoutNanos()).isEqualTo(20_000_000_000L);
    CliRun.of(machine, watch("--one-host", "--timeout", "1s"));
    assertThat(machine.asked().probeTimeoutNanos())
        .isEqualTo(LocalRequest.DEFAULT_PROBE_TIMEOUT_NANOS);
  }

  @Test
  void namesTheOptionWhoseFileCannotBeWritten() {
    for (String option : List.of("--json", "--metrics", "--evidence")) {
      CliRun run =
          CliRun.of(
              FakeMachine.answering(SampleReports.qualified()),
              watch("--one-host", option, directory.resolve("none/file").toString()));
      assertThat(run.status()).isEqualTo(4);
      assertThat(run.err()).contains(option + " cannot be written", "ENOENT").hasLineCount(1);
    }
  }

  @Test
  void leavesWhatIsNoFileOfOurs() throws Exception {
    Files.createDirectory(directory.resolve(EpochFile.NAME));
    for (CliRun run : new FakeGroup("a", "b").run(watch("--interval", "0"))) {
      assertThat(run.status()).isEqualTo(65);
      assertThat(run.out()).contains(EpochFile.NAME, "is no regular file; it is left as it is");
    }
    assertThat(directory.resolve(EpochFile.NAME)).isDirectory();
  }

  // ---- usage

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--interval x | 'x' is no length of time",
        "--timeout 0 | the timeout is 0.001 to 3600.0: 0.0",
        "--jitter 0.6 | the jitter is 0.0 to 0.5: 0.6",
        "--require ofd | --require is names, flock or both",
        "--generations 0 | --generations is 1 or more",
        "--group f | --group, --name and --secret go together",
        "--join-timeout 1s | --group, --name and --secret go together",
        "--group f --name a --secret s --join-timeout 0 | --join-timeout is 0.1s to 1h",
        "--group f --name a --secret s --join-timeout 61m | --join-timeout is 0.1s to 1h",
        "--group f --name a --secret s --tls-key k | a --secret or a --tls-key, not both",
        "--group f --name a --secret s --tls-trust t | a --secret or a --tls-key, not both",
        "--group f --name a --tls-key k | --tls-key and --tls-password go together",
      })
  void refusesWhatMakesNoSense(String arguments, String message) {
    CliRun run =
        CliRun.of(FakeMachine.answering(SampleReports.qualified()), watch(arguments.split(" ")));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains(message).hasLineCount(1);
  }
}
