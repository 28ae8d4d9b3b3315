package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.durable.Dir;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.lease.WorkId;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.result.ResultStage;
import io.holdfast.result.StageOrigin;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast leases DIR stages ROOT} on real directories. */
class LeasesStagesTest {

  private static final WorkId UNKNOWN = new WorkId("00000001" + "00".repeat(28));

  @TempDir private Path directory;
  private Path table;
  private Path staging;

  @BeforeEach
  void makeDirectories() throws Exception {
    table = Files.createDirectory(directory.resolve("table"));
    staging = Files.createDirectory(directory.resolve("staging"));
  }

  private CliRun stages(String input, String... words) {
    List<String> all =
        new ArrayList<>(List.of("leases", table.toString(), "stages", staging.toString()));
    all.addAll(List.of(words));
    return CliRun.on(FakeMachine.failing("nothing is qualified here"))
        .input(input)
        .run(all.toArray(String[]::new));
  }

  /** Makes a stage with a content. @return its name */
  private String stage(WorkId id, long fence) throws Exception {
    Posix posix = Bindings.load();
    try (Dir root = Dir.open(posix, RawPath.of(staging.toString()));
        Durable durable = new Durable(posix, DurableOptions.defaults());
        ResultStage stage = ResultStage.open(posix, durable, root, new StageOrigin(id, fence))) {
      stage.add("made".getBytes(StandardCharsets.US_ASCII));
      stage.seal(1, 1);
      return stage.name().hex();
    }
  }

  private String everything() throws Exception {
    return new SampleTable(directory).everything();
  }

  @Test
  void showsWhatIsOverAndWhyTheRestStaysAndChangesNothing() throws Exception {
    SampleTable.made(table, SampleTable.FENCE);
    String over = stage(SampleTable.DONE, 1);
    String held = stage(SampleTable.LEASED, 1);
    String committing = stage(SampleTable.COMMITTING, 1);
    String unknown = stage(UNKNOWN, 1);
    String before = everything();

    CliRun run = stages("", "--dry-run");

    assertThat(run.status()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains(over + "  over        0000000200000000, number 1\n")
        .contains(held + "  kept        0000000a00000000, number 1\n")
        .contains("no commit can name it any more", "may still commit it", "a commit names it")
        .contains(committing + "  kept", unknown + "  kept", "there is no record of its work")
        .endsWith("4 stages: 1 over, 3 kept; nothing was changed\n");
    assertThat(everything()).isEqualTo(before);
  }

  @Test
  void removesWhatIsOverAndNothingElseAfterAYes() throws Exception {
    SampleTable.made(table, SampleTable.FENCE);
    String released = stage(SampleTable.RELEASED, 1);
    String held = stage(SampleTable.LEASED, 1);
    Files.createDirectory(staging.resolve("stage/" + "0".repeat(32)));
    Files.createDirectory(staging.resolve("stage/of-somebody-else"));
    String before = everything();

    CliRun no = stages("n\n");
    assertThat(no.status()).isEqualTo(3);
    assertThat(no.err()).isEqualTo("Remove 2 stages for ever? [y/N] ");
    assertThat(no.out()).endsWith("nothing was changed\n");
    assertThat(everything()).isEqualTo(before);

    CliRun run = stages("y\n");
    assertThat(run.status()).isZero();
    assertThat(run.out()).endsWith("3 stages: 2 removed, 1 kept\n");
    assertThat(staging.resolve("stage/" + released)).doesNotExist();
    assertThat(staging.resolve("stage"))
        .isDirectoryContaining(path -> path.endsWith(held))
        .isDirectoryContaining(path -> path.endsWith("of-somebody-else"));
    assertThat(stages("").out()).endsWith("1 stage: 0 over, 1 kept; nothing was changed\n");
  }

  @Test
  void documentTellsWhatBecameOfEachStage() throws Exception {
    SampleTable.made(table, SampleTable.FENCE);
    String over = stage(SampleTable.DONE, 1);
    stage(SampleTable.LEASED, 1);

    CliRun dry = stages("", "--dry-run", "--json", "-");
    assertThat(dry.out())
        .startsWith("{\n  \"schema\" : \"holdfast-leases-stages-v1\",")
        .contains("\"over\" : 1", "\"kept\" : 1", "\"unknown\" : 0", "\"state\" : \"over\"")
        .contains("\"stage\" : \"" + over + "\"", "\"id\" : \"" + SampleTable.DONE + "\"")
        .contains("\"fence\" : 1")
        .doesNotContain("removed");

    Path file = directory.resolve("report.json");
    CliRun run = stages("", "--yes", "--json", file.toString());
    assertThat(run.out()).endsWith("2 stages: 1 removed, 1 kept\n");
    assertThat(Files.readString(file))
        .contains("\"removed\" : 1", "\"over\" : 0", "\"state\" : \"removed\"");
  }

  @Test
  void recordThatIsCorruptKeepsItsStagesAndIsOne() throws Exception {
    SampleTable sample = SampleTable.made(table, SampleTable.FENCE);
    stage(SampleTable.DONE, 1);
    sample.shell("for f in 002/*.rec.* 002/*.json; do echo x > $f; done");

    CliRun run = stages("", "--yes");

    assertThat(run.out()).contains("the record of its work is corrupt:\n");
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void stageThatCannotBeRemovedIsToldAndIsThree() throws Exception {
    SampleTable.made(table, SampleTable.FENCE);
    String over = stage(SampleTable.DONE, 1);
    Path inside = Files.createDirectory(staging.resolve("stage/" + over + "/directory"));

    CliRun run = stages("", "--yes");

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.out())
        .contains(over + "  unknown")
        .endsWith("1 stage: 0 removed, 0 kept, 1 unknown\n");
    assertThat(inside).exists();
  }

  @Test
  void tablesInWhichNoNumberSaysThatSomethingIsPastAreRefused() throws Exception {
    TableManifest flock = SampleTable.FENCE.withProtocol(Protocol.FLOCK);
    SampleTable.made(table, flock);
    CliRun run = stages("", "--yes");
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.err()).contains("its numbers begin anew");

    table = Files.createDirectory(directory.resolve("targets"));
    SampleTable.ofTargets(table, Protocol.FENCE);
    CliRun targets = stages("", "--yes");
    assertThat(targets.status()).isEqualTo(4);
    assertThat(targets.err()).contains("nothing is ever committed by a table of targets");
  }

  @Test
  void rootThatIsNotThereIsSaid() throws Exception {
    SampleTable.made(table, SampleTable.FENCE);
    staging = directory.resolve("nowhere");
    CliRun run = stages("");
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.err()).isEqualTo("holdfast: " + staging + ": there is no such directory\n");
    staging = Files.createDirectory(directory.resolve("empty"));
    assertThat(stages("").out()).isEqualTo("0 stages: 0 over, 0 kept; nothing was changed\n");
  }
}
