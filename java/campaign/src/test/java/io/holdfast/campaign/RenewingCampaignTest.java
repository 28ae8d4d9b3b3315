package io.holdfast.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.campaign.item.Ground;
import io.holdfast.campaign.item.Plan;
import io.holdfast.campaign.ledger.LedgerLine;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.litmus.cluster.LockObject;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Campaigns whose coordinators qualify the directory together, and lose it together. */
@Tag("campaign")
class RenewingCampaignTest {

  private static final long RENEW_MILLIS = 300;
  private static final long TTL_MILLIS = 12_000;

  @TempDir private Path place;
  private Posix posix;
  private Path directory;
  private RawPath root;

  @BeforeEach
  void open() throws Exception {
    posix = Bindings.load();
    directory = Files.createDirectory(place.resolve("campaign"));
    root = RawPath.of(directory.toString());
  }

  private void begin(int items, long workMillis, Protocol protocol) throws Exception {
    String epoch = "0123456789abcdef".repeat(2);
    Plan plan = new Plan(epoch, items, 1, items, 64, workMillis, TTL_MILLIS, 4, protocol, true);
    try (Durable durable = new Durable(posix, DurableOptions.defaults())) {
      Ground.begin(posix, durable, root, plan, made -> {}, () -> true);
    }
  }

  private CampaignRequest onTwoHosts() throws Exception {
    return onThisHost().at(new MadeUpHosts(place).places("alpha", "beta"));
  }

  private CampaignRequest onThisHost() {
    return new CampaignRequest(root, 2, 2, Set.of(), 1_000, 0).renewing(RENEW_MILLIS);
  }

  private CampaignResult run(CampaignRequest request) throws Exception {
    return Campaign.run(posix, request, far -> {}, () -> false);
  }

  /** Something is done once, when five results are there. */
  private CampaignResult runUntil(CampaignRequest request, Runnable blow) throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    Consumer<CampaignProgress> progress =
        far -> {
          if (far.done() >= 5 && !done.getAndSet(true)) {
            blow.run();
          }
        };
    CampaignResult result = Campaign.run(posix, request, progress, () -> false);
    assertThat(done).isTrue();
    return result;
  }

  private static <T extends LedgerLine> Stream<T> lines(CampaignResult result, Class<T> kind) {
    return result.lines().values().stream()
        .flatMap(List::stream)
        .filter(kind::isInstance)
        .map(kind::cast);
  }

  private static Stream<Integer> statuses(CampaignResult result) {
    return lines(result, LedgerLine.Ended.class).map(LedgerLine.Ended::status);
  }

  private void nextRunFinishes(int results) throws Exception {
    CampaignResult next = run(onTwoHosts());
    assertThat(next.end()).as(next.reason()).isEqualTo(CampaignEnd.DONE);
    assertThat(next.audit().violations()).isEmpty();
    assertThat(next.audit().results()).isEqualTo(results);
    assertThat(next.leftovers()).isEmpty();
  }

  @Test
  void coordinatorsOfTwoHostsRenewTogetherAndVoteOnTheEnd() throws Exception {
    begin(16, 300, Protocol.FENCE);
    CampaignResult result = run(onTwoHosts());
    assertThat(result.end()).as(result.reason()).isEqualTo(CampaignEnd.DONE);
    assertThat(result.audit().violations()).isEmpty();
    assertThat(result.audit().results()).isEqualTo(17);
    assertThat(statuses(result)).containsExactly(0, 0);
    assertThat(lines(result, LedgerLine.Distrusted.class)).isEmpty();
    assertThat(result.audit().figures().get("qualification_successes"))
        .as("four workers need more than a second: each coordinator has renewed")
        .isGreaterThanOrEqualTo(2);
    assertThat(result.audit().figures()).containsEntry("qualification_failures", 0L);
  }

  @Test
  void aDriftInTheMiddleEndsAllCoordinatorsWith70AndTheNextRunGoesOn() throws Exception {
    begin(80, 200, Protocol.FLOCK);
    Path lock = directory.resolve(LockObject.NAME);
    CampaignResult result = runUntil(onTwoHosts(), () -> delete(lock));
    assertThat(result.end()).as(result.reason()).isEqualTo(CampaignEnd.DISTRUSTED);
    assertThat(statuses(result)).containsExactly(70, 70);
    assertThat(lines(result, LedgerLine.Distrusted.class).map(LedgerLine.Distrusted::reason))
        .as("both by the same generation")
        .hasSize(2)
        .allMatch(reason -> reason.startsWith("generation "));
    assertThat(result.audit().violations()).as("nothing was begun after that").isEmpty();
    assertThat(result.audit().acknowledged()).as("workers that were stopped").isEqualTo(4);
    assertThat(result.audit().results()).isLessThan(81);
    nextRunFinishes(81);
  }

  @Test
  void aCoordinatorThatIsKilledEndsTheOthers() throws Exception {
    begin(80, 200, Protocol.FENCE);
    CampaignResult result = runUntil(onTwoHosts(), () -> kill("coordinator=1"));
    assertThat(result.end()).as(result.reason()).isEqualTo(CampaignEnd.DISTRUSTED);
    assertThat(result.reason()).startsWith("coordinator beta was lost");
    assertThat(statuses(result)).as("the killed one said nothing").containsExactly(70);
    assertThat(lines(result, LedgerLine.Distrusted.class).map(LedgerLine.Distrusted::reason))
        .singleElement()
        .asString()
        .contains("member 1");
    assertThat(result.audit().violations()).isEmpty();
    assertThat(result.restarts()).isZero();
    nextRunFinishes(81);
  }

  @Test
  void onOneHostThereIsNothingToRenew() throws Exception {
    begin(4, 0, Protocol.FLOCK);
    CampaignResult result = run(onThisHost());
    assertThat(result.end()).isEqualTo(CampaignEnd.UNQUALIFIED);
    assertThat(result.reason()).contains("all members are on one host", "leave --renew out");
    assertThat(statuses(result)).isNotEmpty().containsOnly(65);
    assertThat(result.audit().results()).isZero();
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills the process of this campaign that has such a word. */
  private void kill(String word) {
    List<ProcessHandle> found =
        ProcessHandle.current()
            .children()
            .filter(child -> Arrays.asList(child.info().arguments().orElse(NOTHING)).contains(word))
            .toList();
    assertThat(found).hasSize(1);
    found.forEach(ProcessHandle::destroyForcibly);
  }

  private static final String[] NOTHING = {};
}
