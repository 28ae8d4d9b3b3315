package io.holdfast.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.campaign.item.Ground;
import io.holdfast.campaign.item.Ground.Found;
import io.holdfast.campaign.item.Plan;
import io.holdfast.campaign.ledger.LedgerLine;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Campaigns of real processes on a real directory. */
@Tag("campaign")
class CampaignTest {

  private static final long SEED = 20261130;
  private static final long TTL_MILLIS = 1_000;

  @TempDir private Path place;
  private Posix posix;
  private Path directory;

  @BeforeEach
  void open() throws Exception {
    posix = Bindings.load();
    directory = Files.createDirectory(place.resolve("campaign"));
  }

  private static Plan plan(int items, int targets, long workMillis, Protocol protocol) {
    return new Plan(
        "0123456789abcdef".repeat(2),
        items,
        1,
        targets,
        1024,
        workMillis,
        TTL_MILLIS,
        4,
        protocol,
        true);
  }

  private void begin(Plan plan) throws Exception {
    try (Durable durable = new Durable(posix, DurableOptions.defaults())) {
      Ground.begin(posix, durable, RawPath.of(directory.toString()), plan, made -> {}, () -> true);
    }
  }

  private CampaignRequest request(int coordinators, int workers, Chaos... chaos) {
    RawPath path = RawPath.of(directory.toString());
    return new CampaignRequest(path, coordinators, workers, Set.of(chaos), 1_500, SEED);
  }

  private CampaignResult run(CampaignRequest request) throws Exception {
    return Campaign.run(posix, request, far -> {}, () -> false);
  }

  private static long figure(CampaignResult result, String name) {
    return result.audit().figures().getOrDefault(name, -1L);
  }

  @Test
  void twoCoordinatorsDoEverythingOnceAndLeaveNothing() throws Exception {
    begin(plan(12, 12, 1_200, Protocol.FLOCK));
    CampaignResult result = run(request(2, 3));
    assertThat(result.audit().violations()).isEmpty();
    assertThat(result.end()).as(result.reason()).isEqualTo(CampaignEnd.DONE);
    assertThat(result.audit().results()).as("twelve, and the one that came of them").isEqualTo(13);
    assertThat(figure(result, "committed")).isEqualTo(13);
    assertThat(result.audit().acknowledged()).isEqualTo(6);
    assertThat(result.leftovers()).isEmpty();
    for (String table : List.of("work_", "target_")) {
      assertThat(figure(result, table + "heartbeat_renewals"))
          .as(table)
          .isPositive()
          .isEqualTo(
              figure(result, table + "heartbeat_directory_syncs")
                  + figure(result, table + "directory_syncs_avoided"));
      assertThat(figure(result, table + "heartbeat_failures")).isZero();
    }
    assertThat(Ground.look(posix, RawPath.of(directory.toString()))).isInstanceOf(Found.Over.class);
  }

  @Test
  void tablesThatAKilledCommandHadBegunToRemoveAreRemovedByTheNext() throws Exception {
    Plan plan = plan(2, 1, 5, Protocol.FENCE);
    begin(plan);
    assertThat(run(request(1, 1)).end()).isEqualTo(CampaignEnd.DONE);
    Path left = directory.resolve("epochs").resolve(plan.epoch()).resolve("work").resolve("000");
    Files.createDirectories(left);
    Files.writeString(left.resolve("half-a-table"), "without its table.json");
    assertThat(Ground.look(posix, RawPath.of(directory.toString())))
        .isInstanceOf(Found.Begun.class);

    CampaignResult result = run(request(1, 1));

    assertThat(result.end()).as(result.reason()).isEqualTo(CampaignEnd.DONE);
    assertThat(result.leftovers()).isEmpty();
    assertThat(Ground.look(posix, RawPath.of(directory.toString()))).isInstanceOf(Found.Over.class);
  }

  @Test
  void aTableThatIsRefusedEndsItAtOnce() throws Exception {
    Plan plan = plan(2, 1, 5, Protocol.FENCE);
    begin(plan);
    Path work = directory.resolve("epochs").resolve(plan.epoch()).resolve("work");
    Files.writeString(work.resolve("table.json"), "{");

    CampaignResult result = run(request(1, 1));

    assertThat(result.end()).isEqualTo(CampaignEnd.FAILED);
    assertThat(result.reason()).contains("cannot work", "table.json is corrupt");
    assertThat(result.restarts()).isZero();
  }

  @Test
  void whatHappensToCoordinatorsCostsNoResultAndMakesNoneTwice() throws Exception {
    begin(plan(150, 150, 5, Protocol.FENCE));
    CampaignResult result = run(request(3, 2, Chaos.values()));
    assertThat(result.audit().violations()).as("seed " + SEED).isEmpty();
    assertThat(result.end()).as(result.reason()).isEqualTo(CampaignEnd.DONE);
    assertThat(result.audit().results()).isEqualTo(151);
    assertThat(result.troubles().keySet()).containsExactlyInAnyOrder(Chaos.values());
    assertThat(result.restarts()).isPositive();
    assertThat(result.leftovers()).isEmpty();
  }

  @Test
  void aCampaignThatWasEndedGoesOn() throws Exception {
    begin(plan(40, 40, 20, Protocol.FENCE));
    AtomicBoolean ending = new AtomicBoolean();
    AtomicReference<CampaignProgress> last = new AtomicReference<>();
    Consumer<CampaignProgress> progress =
        far -> {
          last.set(far);
          ending.compareAndSet(false, far.done() >= 5);
        };
    CampaignResult first = Campaign.run(posix, request(2, 2), progress, ending::get);
    assertThat(first.end()).isEqualTo(CampaignEnd.ENDED);
    assertThat(first.audit().violations()).isEmpty();
    assertThat(first.audit().results()).isGreaterThanOrEqualTo(5).isLessThan(41);

    CampaignResult second = run(request(2, 2));
    assertThat(second.end()).as(second.reason()).isEqualTo(CampaignEnd.DONE);
    assertThat(second.audit().violations()).isEmpty();
    assertThat(second.audit().results()).isEqualTo(41);
  }

  @Test
  void aSecondCommandOnOneDirectoryIsRefusedAndTheFirstOneGoesOn() throws Exception {
    begin(plan(12, 12, 20, Protocol.FENCE));
    List<Throwable> refusals = new ArrayList<>();
    Consumer<CampaignProgress> progress =
        far -> refusals.add(catchThrowable(() -> run(request(1, 1))));
    CampaignResult first = Campaign.run(posix, request(2, 2), progress, () -> false);
    assertThat(refusals)
        .isNotEmpty()
        .allSatisfy(each -> assertThat(each).isInstanceOf(CampaignOccupiedException.class));
    assertThat(first.end()).as(first.reason()).isEqualTo(CampaignEnd.DONE);
    assertThat(first.audit().violations()).isEmpty();
    assertThat(first.leftovers()).isEmpty();
  }

  @Test
  void aDirectoryThatIsNotInItsPlaceAnyMoreEndsEverythingAndTheNextRunGoesOn() throws Exception {
    begin(plan(200, 200, 30, Protocol.FENCE));
    Path away = place.resolve("away");
    Consumer<CampaignProgress> progress =
        far -> {
          if (far.done() >= 5 && Files.exists(directory)) {
            move(directory, away);
          }
        };
    CampaignResult first = Campaign.run(posix, request(2, 2), progress, () -> false);
    assertThat(first.end()).isEqualTo(CampaignEnd.DISTRUSTED);
    assertThat(statuses(first)).as("no coordinator goes on").containsOnly(70);
    assertThat(first.audit().violations()).isEmpty();
    assertThat(first.audit().results()).isLessThan(201);

    move(away, directory);
    CampaignResult second = run(request(2, 2));
    assertThat(second.end()).as(second.reason()).isEqualTo(CampaignEnd.DONE);
    assertThat(second.audit().violations()).isEmpty();
    assertThat(second.audit().results()).isEqualTo(201);
  }

  private static void move(Path from, Path to) {
    try {
      Files.move(from, to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Integer> statuses(CampaignResult result) {
    return result.lines().entrySet().stream()
        .map(Map.Entry::getValue)
        .flatMap(List::stream)
        .filter(LedgerLine.Ended.class::isInstance)
        .map(line -> ((LedgerLine.Ended) line).status());
  }

  @Test
  void withoutLeasesOfTargetsCoordinatorsTryTheSameOnes() throws Exception {
    begin(plan(30, 2, 150, Protocol.FENCE).withoutTargetLeases());
    CampaignResult result = run(request(3, 2));
    assertThat(result.end()).as(result.reason()).isEqualTo(CampaignEnd.DONE);
    assertThat(result.audit().violations()).isEmpty();
    assertThat(result.audit().duplicatedSolves()).isPositive();
    assertThat(result.audit().wastedNanos()).isPositive();
  }
}
