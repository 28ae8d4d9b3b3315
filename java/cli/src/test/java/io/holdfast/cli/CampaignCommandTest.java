package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.holdfast.campaign.CampaignEnd;
import io.holdfast.campaign.CampaignProgress;
import io.holdfast.campaign.CampaignRequest;
import io.holdfast.campaign.CampaignResult;
import io.holdfast.campaign.Chaos;
import io.holdfast.campaign.Elsewhere;
import io.holdfast.cli.campaign.SampleCampaigns;
import io.holdfast.cli.plot.PlotDrawer;
import io.holdfast.cli.report.SampleReports;
import io.holdfast.durable.Dir;
import io.holdfast.json.JsonFormatException;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast campaign} up to the processes that it would start. */
class CampaignCommandTest {

  @TempDir private Path directory;
  @TempDir private Path pages;
  private final List<CampaignRequest> asked = new ArrayList<>();

  private FakeMachine machine(CampaignResult result) {
    Campaigns campaigns =
        (request, progress, ending) -> {
          asked.add(request);
          progress.accept(new CampaignProgress(1, 13, 2, 3, 0, 4_000_000_000L));
          return result;
        };
    return FakeMachine.running(campaigns, SampleReports.qualified());
  }

  private CliRun run(CampaignResult result, String... options) {
    List<String> words = new ArrayList<>(List.of("campaign", directory.toString()));
    words.addAll(List.of(options));
    return CliRun.of(machine(result), words.toArray(String[]::new));
  }

  private static CampaignResult ending(CampaignEnd end) {
    CampaignResult done = SampleCampaigns.done();
    return new CampaignResult(
        done.request(),
        done.plan(),
        end,
        "the reason",
        done.audit(),
        done.troubles(),
        done.restarts(),
        done.nanos(),
        done.leftovers(),
        done.lines());
  }

  @Test
  void beginsAPlanAndRunsIt() {
    CliRun run = run(SampleCampaigns.done(), "--items=12", "--coordinators=2", "--chaos=kill,eio");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out())
        .contains(
            "12 inputs and 1 that come out of them, 3 targets",
            "2 coordinators with 4 workers each",
            "kill, eio",
            "26 solves, 2 of them while another was at it; 1.00 s of 4.00 s of work wasted",
            "6 of 6 said that they end",
            "done: each of the inputs was done once");
    assertThat(directory.resolve("campaign.json")).exists();
    assertThat(directory.resolve("public").toFile().list()).hasSize(12);
    assertThat(asked).singleElement().satisfies(this::isAsAsked);
  }

  private void isAsAsked(CampaignRequest request) {
    assertThat(request.coordinators()).isEqualTo(2);
    assertThat(request.chaos()).containsExactlyInAnyOrder(Chaos.KILL, Chaos.EIO);
  }

  @Test
  void endsAsTheCampaignDid() {
    assertThat(run(ending(CampaignEnd.VIOLATED)).status()).isEqualTo(1);
    assertThat(run(ending(CampaignEnd.FAILED)).status()).isEqualTo(4);
    CliRun distrusted = run(ending(CampaignEnd.DISTRUSTED));
    assertThat(distrusted.status()).isEqualTo(70);
    assertThat(distrusted.out()).contains("not trusted: the reason");
  }

  @Test
  void goesOnAsItWasBegun() {
    assertThat(run(SampleCampaigns.done(), "--items=5").status()).isZero();
    assertThat(run(SampleCampaigns.done()).out()).contains("5 inputs");
    CliRun other = run(SampleCampaigns.done(), "--items=6");
    assertThat(other.status()).isEqualTo(2);
    assertThat(other.err()).contains("--items is not as this campaign was begun");
    assertThat(asked).hasSize(2);
  }

  @Test
  void touchesNoDirectoryThatHoldsSomethingElse() throws Exception {
    Files.writeString(directory.resolve("mine"), "precious");
    CliRun run = run(SampleCampaigns.done());
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.err()).contains("is neither empty nor a campaign's: 'mine'");
    assertThat(directory.toFile().list()).containsExactly("mine");
  }

  @Test
  void saysThatACampaignWasInterruptedBeforeItWasBegun() throws Exception {
    Files.createDirectory(directory.resolve("ledgers"));
    Files.createDirectory(directory.resolve("public"));
    CliRun run = run(SampleCampaigns.done());
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.err())
        .contains("interrupted while its inputs were made", "give an empty directory")
        .hasLineCount(1);
    assertThat(directory.toFile().list()).containsExactlyInAnyOrder("ledgers", "public");
  }

  @Test
  void saysWhatOfACampaignIsMissing() throws Exception {
    assertThat(run(SampleCampaigns.done(), "--items=1").status()).isZero();
    String epoch = directory.resolve("epochs").toFile().list()[0];
    Files.move(directory.resolve("epochs").resolve(epoch), pages.resolve("epoch"));
    CliRun run = run(SampleCampaigns.done());
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.err())
        .contains("a campaign of which epochs/" + epoch + " is missing; a person has to look")
        .hasLineCount(1);
  }

  @Test
  void nobodyIsKilledWhoLeavesLocksThatOnlyAPersonBreaks() {
    CliRun run = run(SampleCampaigns.done(), "--protocol=mkdir", "--chaos=kill");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("--chaos stop,skew").hasLineCount(1);
    assertThat(directory.toFile().list()).isEmpty();
  }

  @Test
  void saysThatSomethingOfACampaignIsMissing() throws Exception {
    assertThat(run(SampleCampaigns.done(), "--items=1").status()).isZero();
    Files.move(directory.resolve("epochs"), pages.resolve("epochs"));
    CliRun run = run(SampleCampaigns.done());
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.err()).contains("epochs", "nothing may be missing").hasLineCount(1);
  }

  @Test
  void whoBeginsAtTheSameMomentAsAnotherIsToldOfIt() throws Exception {
    Posix posix = Bindings.load();
    try (Dir other = Dir.open(posix, RawPath.of(directory.toString()))) {
      assertThat(posix.flock(other.fd(), Flags.LOCK_EX | Flags.LOCK_NB)).isZero();
      CliRun run = run(SampleCampaigns.done());
      assertThat(run.status()).isEqualTo(4);
      assertThat(run.err()).contains("another command has begun a campaign in it").hasLineCount(1);
    }
    assertThat(directory.toFile().list()).isEmpty();
    assertThat(asked).isEmpty();
  }

  private CliRun runThatFails(Exception failure) {
    Campaigns campaigns =
        (request, progress, ending) -> {
          throw failure;
        };
    FakeMachine machine = FakeMachine.running(campaigns, SampleReports.qualified());
    return CliRun.of(machine, "campaign", directory.toString(), "--items=1");
  }

  @Test
  void aDirectoryThatWasRemovedUnderWayIsNotTrusted() {
    CliRun run = runThatFails(PosixException.of("getdents64", Errno.ENOENT.asResult()));
    assertThat(run.status()).isEqualTo(70);
    assertThat(run.err())
        .contains("cannot be relied on any more: getdents64: ENOENT (2)")
        .hasLineCount(1);
  }

  @Test
  void aBrokenLedgerIsNamed() {
    CliRun run = runThatFails(new JsonFormatException("the ledger x is no regular file"));
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.err())
        .contains("the ledger x is no regular file; a person has to look")
        .hasLineCount(1);
  }

  @Test
  void nobodyElsewhereIsFrozen() {
    CliRun run = run(SampleCampaigns.done(), "--coordinator", "a=env", "--chaos=kill,stop");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("stop freezes processes of this host").hasLineCount(1);
  }

  @Test
  void aPlanThatIsNoFileIsNamed() throws Exception {
    Files.createDirectory(directory.resolve("campaign.json"));
    CliRun run = run(SampleCampaigns.done());
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.err()).contains("its campaign.json is broken: is no regular file");
  }

  @Test
  void twoCampaignsAreComparedWhereNothingElseIs() {
    assertThat(run(SampleCampaigns.done(), "--items=1").status()).isZero();
    CliRun run = run(SampleCampaigns.done(), "--ablation");
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.err()).contains("which is none of the two campaigns").hasLineCount(1);
    assertThat(asked).hasSize(1);
  }

  @Test
  void storageThatIsNotQualifiedIsNotBuiltOn() {
    FakeMachine machine =
        FakeMachine.running(
            (request, progress, ending) -> {
              throw new AssertionError("coordinators were started");
            },
            SampleReports.refuted());
    CliRun run = CliRun.of(machine, "campaign", directory.toString(), "--items=1");
    assertThat(run.status()).isEqualTo(65);
    assertThat(run.err()).contains("is refuted for", "holdfast qualify shows why");
  }

  @Test
  void comparesTwoCampaigns() {
    CliRun run = run(SampleCampaigns.done(), "--ablation", "--items=2", "--json=-");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out())
        .startsWith("{")
        .contains("holdfast-campaign-ablation-v1", "\"without_target_leases\" : {");
    assertThat(asked)
        .extracting(request -> request.directory().toString())
        .containsExactly(directory + "/with-target-leases", directory + "/without-target-leases");
  }

  @Test
  void writesAPageAsWell() {
    assumeThat(PlotDrawer.obstacle()).as("this Java cannot draw").isEmpty();
    Path page = pages.resolve("a page.html");
    CliRun run = run(SampleCampaigns.done(), "--items=2", "--html", page.toString());
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).contains("done: each of the inputs was done once");
    assertThat(page).content().startsWith("<!DOCTYPE html>").contains("<svg", "</html>");
    CliRun broken = run(ending(CampaignEnd.FAILED), "--html", page.toString());
    assertThat(broken.status()).isEqualTo(4);
    assertThat(page).content().contains("failed: the reason");
  }

  @Test
  void beginsNothingWhosePageCouldNotBeKept() {
    CliRun run = run(SampleCampaigns.done(), "--html", pages.resolve("missing/f").toString());
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.err())
        .startsWith("holdfast: the report cannot be written: openat ")
        .hasLineCount(1);
    assertThat(run(SampleCampaigns.done(), "--html", pages.toString()).err())
        .contains("is no regular file and is not replaced");
    assertThat(asked).isEmpty();
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void coordinatorsAreStartedWhereTheCommandLineSaysAndRenewTogether() {
    CliRun run =
        run(
            SampleCampaigns.done(),
            "--items=1",
            "--renew=2s",
            "--coordinator=a=ssh node1 --",
            "--coordinator=b=env");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).contains("2 coordinators", "a, b", "by all of them together, every 2");
    assertThat(asked).singleElement().satisfies(this::hasPlaces);
  }

  private void hasPlaces(CampaignRequest request) {
    assertThat(request.coordinators()).isEqualTo(2);
    assertThat(request.elsewhere())
        .containsExactly(new Elsewhere("a", "ssh node1 --"), new Elsewhere("b", "env"));
    assertThat(request.renewMillis()).hasValue(2_000);
  }

  @Test
  void coordinatorsThatDidNotQualifyItAreAnErrorOfTheStart() {
    CliRun run = run(ending(CampaignEnd.UNQUALIFIED), "--items=1", "--renew=2s");
    assertThat(run.status()).isEqualTo(65);
    assertThat(run.out()).contains("not qualified: the reason");
  }

  @Test
  void refusesWhatDoesNotGoTogether() {
    assertThat(run(SampleCampaigns.done(), "--renew=2s", "--chaos=skew").err())
        .contains("a coordinator that is lost ends a qualification for all");
    assertThat(run(SampleCampaigns.done(), "--renew=0").err())
        .contains("milliseconds between two renewals: 1 to");
    assertThat(run(SampleCampaigns.done(), "--coordinator=a=env", "--coordinators=1").err())
        .contains("--coordinator names them all");
    assertThat(run(SampleCampaigns.done(), "--coordinator=a=x", "--coordinator=a=y").err())
        .contains("a name of its own");
    assertThat(run(SampleCampaigns.done(), "--coordinator=ssh").err()).contains("NAME=CMDLINE");
    assertThat(asked).isEmpty();
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void refusesWhatCannotBeRun() {
    assertThat(run(SampleCampaigns.done(), "--items=0").err())
        .contains("items: 1 to 1000000, not 0");
    assertThat(run(SampleCampaigns.done(), "--workers=0").status()).isEqualTo(2);
    assertThat(run(SampleCampaigns.done(), "--chaos=fire").err()).contains("kill", "fire");
    assertThat(run(SampleCampaigns.done(), "--ttl=0.5s").err()).contains("milliseconds of ttl");
    assertThat(asked).isEmpty();
    assertThat(directory).isEmptyDirectory();
  }
}
