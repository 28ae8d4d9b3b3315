package io.holdfast.exchange.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.cluster.ClusterResult;
import io.holdfast.litmus.cluster.Member;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.qualification.Coordinator;
import io.holdfast.qualification.Qualification;
import io.holdfast.qualification.QualificationOptions;
import io.holdfast.qualification.RenewalConfiguration;
import io.holdfast.testkit.FakeHostIdentity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three coordinators on made-up hosts renew their qualification over JGroups. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class QualificationOverJGroupsTest {

  private static final int MEMBERS = 3;
  private static final long INTERVAL_SECONDS = 600;
  private static final long TIMEOUT_SECONDS = 60;

  @TempDir Path directory;
  private final AtomicLong ahead = new AtomicLong();
  private final NanoClock clock = () -> System.nanoTime() + ahead.get();
  private final ExecutorService threads = Executors.newFixedThreadPool(MEMBERS);
  private final List<JGroupsExchange> exchanges = new ArrayList<>();
  private List<Qualification> qualifications;

  /** What a member does in its thread. */
  private interface Work<T> {
    T of(int rank) throws Exception;
  }

  private <T> List<T> all(Work<T> work) throws Exception {
    return first(MEMBERS, work);
  }

  private <T> List<T> first(int members, Work<T> work) throws Exception {
    List<Callable<T>> calls = new ArrayList<>();
    for (int rank = 0; rank < members; rank++) {
      int own = rank;
      calls.add(() -> work.of(own));
    }
    List<T> results = new ArrayList<>();
    for (Future<T> done : threads.invokeAll(calls)) {
      try {
        results.add(done.get());
      } catch (ExecutionException e) {
        throw new AssertionError("a member failed", e.getCause());
      }
    }
    return results;
  }

  @BeforeEach
  void start() throws Exception {
    Posix posix = Bindings.load();
    RawPath root = RawPath.of(Files.createDirectory(directory.resolve("root")).toString());
    Secret secret =
        Secret.read(
            posix, PrivateFiles.write(directory, "secret", PrivateFiles.SECRET, "rw-------"));
    GroupFile group = LoopbackGroup.of(MEMBERS).file();
    exchanges.addAll(
        all(
            rank ->
                JGroupsExchange.open(
                    group,
                    "m" + rank,
                    secret,
                    clock,
                    clock.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS))));
    QualificationOptions options =
        QualificationOptions.of(new RenewalConfiguration(INTERVAL_SECONDS, TIMEOUT_SECONDS, 0));
    qualifications =
        all(
            rank -> {
              Member member = Member.on(FakeHostIdentity.named("host-" + rank), rank);
              Coordinator coordinator =
                  Coordinator.on(posix, root, exchanges.get(rank), () -> member, clock);
              return Qualification.start(
                  coordinator, options, new SecureRandom(), Optional.empty());
            });
  }

  @AfterEach
  void close() {
    exchanges.forEach(JGroupsExchange::close);
    threads.shutdownNow();
  }

  /** The first ones work until a generation is complete, or their trust has ended. */
  private List<Integer> renew(int members) throws Exception {
    ahead.addAndGet(TimeUnit.SECONDS.toNanos(INTERVAL_SECONDS));
    return first(
        members,
        rank -> {
          Qualification own = qualifications.get(rank);
          int completed = 0;
          while (completed == 0 && own.state() == Qualification.State.QUALIFIED) {
            completed = own.doWork(clock.nanoTime());
            Thread.onSpinWait();
          }
          return completed;
        });
  }

  @Test
  void threeGenerationsAreRenewed() throws Exception {
    assertThat(qualifications)
        .allSatisfy(q -> assertThat(q.state()).isEqualTo(Qualification.State.QUALIFIED));
    for (long generation = 1; generation <= 3; generation++) {
      assertThat(renew(MEMBERS)).containsExactly(1, 1, 1);
      for (Qualification qualification : qualifications) {
        assertThat(qualification.results()).isNotEmpty().allMatch(ClusterResult::isVerified);
        assertThat(qualification.results().get(0).generation()).isEqualTo(generation);
      }
    }
  }

  @Test
  void aMemberThatIsLostEndsTheTrustOfTheOthers() throws Exception {
    exchanges.get(2).end();
    renew(2);
    for (Qualification qualification : qualifications.subList(0, 2)) {
      assertThat(qualification.state()).isEqualTo(Qualification.State.FAILED);
      assertThat(qualification.reason()).contains("member 2, m2 (127.0.0.1:").contains("was lost");
    }
  }
}
