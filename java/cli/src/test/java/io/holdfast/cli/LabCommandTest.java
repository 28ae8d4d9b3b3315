package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.holdfast.cli.report.SampleReports;
import io.holdfast.lab.Facilities;
import io.holdfast.lab.LabCase;
import io.holdfast.lab.LabCases;
import io.holdfast.lab.shared.CampaignCase;
import io.holdfast.lab.shared.CutCase;
import io.holdfast.lab.shared.RenewalCase;
import io.holdfast.lab.shared.StorageCase;
import io.holdfast.lab.shared.StorageKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class LabCommandTest {

  /** Commands that run no case of the lab's own kernel. */
  private static final List<String> OTHERS =
      List.of("list", "renewal", "campaign", "long", "crash", "eio", "leases");

  private final Machine machine = FakeMachine.answering(SampleReports.qualified());

  static Stream<String> kinds() {
    CommandLine lab = Cli.parser(new HoldfastCommand()).getSubcommands().get("lab");
    return lab.getSubcommands().keySet().stream();
  }

  @Test
  void hasACommandForEveryGroupOfCases() {
    List<String> groups = new ArrayList<>(LabCases.GROUPS);
    Arrays.stream(StorageKind.values()).map(StorageKind::id).forEach(groups::add);
    assertThat(kinds().filter(kind -> !OTHERS.contains(kind)).toList())
        .containsExactlyInAnyOrderElementsOf(groups);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void explainsEveryKind(String kind) {
    CliRun run = CliRun.of(machine, "lab", kind, "--help");
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("Usage: holdfast lab " + kind);
  }

  @Test
  void answersNoKindWithTheHelpAndStatusTwo() {
    CliRun run = CliRun.of(machine, "lab");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("Usage: holdfast lab");
  }

  @Test
  void listsEveryCase() {
    CliRun run = CliRun.of(machine, "lab", "list");
    assertThat(run.status()).isZero();
    for (LabCase labCase : LabCases.ALL) {
      assertThat(run.out()).contains(" " + labCase.id() + ": ");
    }
    for (StorageCase shared : StorageKind.allCases()) {
      assertThat(run.out()).contains(" " + shared.id() + ": ");
    }
    for (RenewalCase renewal : RenewalCase.ALL) {
      assertThat(run.out()).contains(" " + renewal.id() + ": ");
    }
    for (CampaignCase campaign : CampaignCase.ALL) {
      assertThat(run.out()).contains(" " + campaign.id() + ": ");
    }
    for (CutCase cut : CutCase.ALL) {
      assertThat(run.out()).contains(" " + cut.id() + ": ");
    }
  }

  @Test
  void namesTheWaysToMountWhereThereIsNoSuchOne() {
    CliRun run = CliRun.of(machine, "lab", "nfs", "--cases", "3,5");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .startsWith("holdfast: there is no --cases '5'; known: 3, 4.0, 4.1, 4.2, 3-and-4.2,");
  }

  @ParameterizedTest
  @EnumSource(StorageKind.class)
  void theHelpNamesEveryWayToMount(StorageKind kind) {
    String help = CliRun.of(machine, "lab", kind.id(), "--help").out();
    assertThat(kind.cases()).allMatch(shared -> help.contains(" " + shared.shortId()));
  }

  @Test
  void theHelpNamesEveryCaseOfACutClient() {
    String help = CliRun.of(machine, "lab", "long", "--help").out();
    assertThat(CutCase.ALL).allMatch(cut -> help.contains(" " + cut.shortId()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bogus", "two-mounts", "fuse", ""})
  void namesTheModesWhereThereIsNoSuchOne(String mode) {
    CliRun run = CliRun.of(machine, "lab", "fuse", "--mode", mode);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .startsWith("holdfast: there is no --mode '" + mode + "'; known: forwarded, local, granted")
        .hasLineCount(1);
  }

  @Test
  void showsExpectedBesideObserved() {
    assumeRunnable("tmpfs/plain");
    CliRun run = CliRun.of(machine, "lab", "tmpfs");
    assertThat(run.out())
        .startsWith("agrees   tmpfs/plain ")
        .contains(" expected  inconclusive", " observed  inconclusive")
        .endsWith("1 case agrees\n");
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
  }

  @Test
  void writesOneDocumentToTheOutputOrToAFile(@TempDir Path directory) throws Exception {
    assumeRunnable("tmpfs/plain");
    CliRun output = CliRun.of(machine, "lab", "tmpfs", "--json", "-");
    assertThat(output.status()).isZero();
    assertThat(schema(output.out())).isEqualTo("holdfast-lab-v1");

    Path file = directory.resolve("lab.json");
    CliRun text = CliRun.of(machine, "lab", "tmpfs", "--json", file.toString());
    assertThat(text.status()).isZero();
    assertThat(text.out()).endsWith("1 case agrees\n");
    assertThat(schema(Files.readString(file))).isEqualTo("holdfast-lab-v1");
  }

  private static String schema(String document) throws Exception {
    try (JsonParser json = new JsonFactory().createParser(document)) {
      assertThat(List.of(json.nextToken().asString(), json.nextFieldName()))
          .containsExactly("{", "schema");
      return json.nextTextValue();
    }
  }

  private static void assumeRunnable(String caseId) {
    LabCases.named(caseId)
        .unavailabilityReason(Facilities.here())
        .ifPresent(reason -> Assumptions.abort(caseId + ": " + reason));
  }
}
