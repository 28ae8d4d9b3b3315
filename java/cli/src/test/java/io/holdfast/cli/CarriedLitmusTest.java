package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.report.SampleLitmus;
import io.holdfast.litmus.LitmusReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast litmus} by the members of a group. */
@Timeout(120)
class CarriedLitmusTest {

  @TempDir private Path directory;

  private String[] litmus(String... more) {
    List<String> arguments = new ArrayList<>(List.of("litmus", directory.toString()));
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  private static List<CliRun> run(FakeGroup group, Object answer, String... arguments)
      throws Exception {
    return group.together(
        (rank, member, exchange) -> CliRun.of(machine(member, answer), arguments));
  }

  private static FakeMachine machine(Membership member, Object answer) {
    if (answer instanceof LitmusReport report) {
      return FakeMachine.joining(member, report);
    }
    return FakeMachine.joining(member, (String) answer);
  }

  @Test
  void allQuestionsAreAskedBetweenTheMembersHosts() throws Exception {
    List<String> hosts = List.of("node01", "node02", "node02");
    Path json = directory.resolve("litmus.json");
    Path junit = directory.resolve("litmus.xml");
    Path state = Files.createDirectory(directory.resolve("state"));
    List<CliRun> runs =
        FakeGroup.inRealTime(hosts.toArray(String[]::new))
            .together(
                (rank, member, exchange) ->
                    CliRun.of(
                        FakeMachine.joining(member, hosts),
                        "litmus",
                        state.toString(),
                        "--json",
                        json.toString(),
                        "--junit",
                        junit.toString()));
    assertThat(runs.get(0).out())
        .as(runs.get(0).err())
        .contains("member      node01: ", "member      node02/1: ", "member      node02/2: ")
        .containsPattern("qualified     same_place ")
        .containsPattern("qualified     clock_skew ")
        .contains("3 members on 2 hosts");
    assertThat(runs).extracting(CliRun::status).containsOnly(runs.get(0).status());
    assertThat(Files.readString(json))
        .contains("\"scope_reached\" : \"cross-host\"", "\"question\" : \"ofd_release_kill\"");
    assertThat(Files.readString(junit))
        .containsPattern(
            "name=\"flock_cross_host\"[^>]*>\\s*<system-out>2 rounds, 4 tries busy while another");
    for (CliRun quiet : runs.subList(1, runs.size())) {
      assertThat(quiet.out() + quiet.err()).isEmpty();
    }
    assertThat(state).isEmptyDirectory();
  }

  @Test
  void allEndAsTheVerdictSays() throws Exception {
    List<CliRun> refuted = run(new FakeGroup("a", "b", "c"), SampleLitmus.refuted(), litmus());
    assertThat(refuted).extracting(CliRun::status).containsExactly(1, 1, 1);
    assertThat(refuted.get(0).out()).contains("REFUTED");
    assertThat(refuted.get(2).out() + refuted.get(2).err()).isEmpty();
    assertThat(run(new FakeGroup("a", "b"), SampleLitmus.qualified(), litmus("--tap")))
        .extracting(CliRun::status)
        .containsExactly(0, 0);
  }

  @Test
  void whatCannotBeAskedEndsAllAndIsToldOnce() throws Exception {
    List<CliRun> runs = run(new FakeGroup("a", "b"), "b:/d: there is no such directory", litmus());
    assertThat(runs).extracting(CliRun::status).containsExactly(4, 4);
    assertThat(runs.get(0).err())
        .contains("holdfast: b:/d: there is no such directory")
        .hasLineCount(1);
    assertThat(runs.get(1).out() + runs.get(1).err()).isEmpty();
  }

  @Test
  void aMissingDirectoryIsToldWithTheMembersName() throws Exception {
    List<String> hosts = List.of("node01", "node02");
    List<CliRun> runs =
        FakeGroup.inRealTime("node01", "node02")
            .together(
                (rank, member, exchange) ->
                    CliRun.of(
                        FakeMachine.joining(member, hosts),
                        "litmus",
                        directory.resolve(rank == 0 ? "" : "none").toString()));
    assertThat(runs).extracting(CliRun::status).containsExactly(4, 4);
    assertThat(runs.get(0).err()).contains("node02:" + directory.resolve("none"));
  }

  @Test
  void namesNobodyWhereItRedacts() throws Exception {
    List<CliRun> runs =
        run(new FakeGroup("a-host", "b-host"), "b-host: it is not there", litmus("--redact"));
    assertThat(runs.get(0).err()).doesNotContain("b-host").contains("it is not there");
  }

  @Test
  void aGroupOfOneIsNoLitmus() throws Exception {
    CliRun alone = run(new FakeGroup("a"), SampleLitmus.qualified(), litmus()).get(0);
    assertThat(alone.status()).isEqualTo(2);
    assertThat(alone.err()).contains("a litmus has 2 to 64 members, not 1");
  }
}
