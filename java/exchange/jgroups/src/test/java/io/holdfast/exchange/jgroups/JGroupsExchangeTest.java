package io.holdfast.exchange.jgroups;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.exchange.jgroups.GroupFile.Seat;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.Exchange.Channel;
import io.holdfast.litmus.cluster.Exchange.Frame;
import io.holdfast.litmus.cluster.ExchangeException;
import io.holdfast.posix.Bindings;
import java.lang.reflect.Field;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who comes in, who does not, and who is missed. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class JGroupsExchangeTest {

  private static final long PATIENCE_SECONDS = 60;

  /** For openings that have to fail. */
  private static final long SHORT_SECONDS = 3;

  @TempDir Path directory;
  private Secret secret;
  private Secret otherSecret;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<JGroupsExchange> opened = new ArrayList<>();

  @BeforeEach
  void readSecrets() throws Exception {
    secret =
        Secret.read(
            Bindings.load(),
            PrivateFiles.write(directory, "secret", PrivateFiles.SECRET, "rw-------"));
    otherSecret =
        Secret.read(
            Bindings.load(),
            PrivateFiles.write(directory, "other", PrivateFiles.SECRET + "!", "rw-------"));
  }

  @AfterEach
  void close() {
    opened.forEach(JGroupsExchange::close);
    threads.shutdownNow();
  }

  private List<JGroupsExchange> openAll(LoopbackGroup group) throws Exception {
    List<JGroupsExchange> members = group.openAll(secret);
    opened.addAll(members);
    return members;
  }

  private Future<JGroupsExchange> opening(
      LoopbackGroup group, int rank, Secret with, long seconds) {
    return threads.submit(() -> group.open(rank, with, seconds));
  }

  private static Optional<Frame> next(JGroupsExchange member) throws ExchangeException {
    return member.receive(Channel.LITMUS, LoopbackGroup.in(PATIENCE_SECONDS));
  }

  // ---- who does not come in

  @Test
  void anotherSecretDoesNotComeInAndBothSidesSayWhy() {
    LoopbackGroup group = LoopbackGroup.of(2);
    // The second one gives up while there still is somebody to refuse it.
    Future<JGroupsExchange> first = opening(group, 0, secret, 2 * SHORT_SECONDS);
    Future<JGroupsExchange> second = opening(group, 1, otherSecret, SHORT_SECONDS);
    assertThatThrownBy(first::get)
        .hasCauseInstanceOf(ExchangeException.class)
        .hasMessageContaining("member 1, m1 (127.0.0.1:")
        .hasMessageContaining("did not join")
        .hasMessageContaining("refused here, the last one /127.0.0.1:")
        .hasMessageContaining("has another secret or another group file");
    assertThatThrownBy(second::get)
        .hasCauseInstanceOf(ExchangeException.class)
        .hasMessageContaining("member 0, m0 (127.0.0.1:")
        .hasMessageContaining("closed the connection instead of showing that it knows the secret");
  }

  @Test
  void strangersAreCountedAndDisturbNobody() throws Exception {
    LoopbackGroup group = LoopbackGroup.of(2);
    List<JGroupsExchange> members = openAll(group);
    int port = group.file().seats().get(0).port();
    try (Socket silent = new Socket("127.0.0.1", port);
        Socket loud = new Socket("127.0.0.1", port)) {
      loud.getOutputStream()
          .write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(10).getBytes(US_ASCII));
      assertThat(loud.getInputStream().read()).isEqualTo(-1);
      assertThat(silent.getInputStream().read()).isEqualTo(-1);
    }
    assertThat(members.get(0).refused()).isEqualTo(2);
    assertThat(members.get(1).refused()).isZero();
    members.get(1).send(0, Channel.LITMUS, new byte[] {1});
    assertThat(next(members.get(0)).orElseThrow().bytes()).containsExactly(1);
  }

  @Test
  void anotherGroupFileIsAnotherGroup() throws Exception {
    LoopbackGroup group = LoopbackGroup.of(2);
    List<Seat> seats = new ArrayList<>(group.file().seats());
    seats.add(new Seat("m2", "127.0.0.1", 1));
    GroupFile larger = GroupFile.parse(LoopbackGroup.document(seats).getBytes(US_ASCII));
    Future<JGroupsExchange> first = opening(group, 0, secret, SHORT_SECONDS);
    assertThatThrownBy(
            () ->
                JGroupsExchange.open(
                    larger, "m1", secret, LoopbackGroup.CLOCK, LoopbackGroup.in(SHORT_SECONDS)))
        .isInstanceOf(ExchangeException.class);
    assertThatThrownBy(first::get).hasMessageContaining("another secret or another group file");
  }

  @Test
  void aNameThatIsThereAlreadyIsNotTakenTwice() throws Exception {
    LoopbackGroup group = LoopbackGroup.of(2);
    List<JGroupsExchange> members = openAll(group);
    assertThatThrownBy(() -> group.open(1, secret, SHORT_SECONDS))
        .isInstanceOf(ExchangeException.class)
        .hasMessageContaining("no group at m1 (127.0.0.1:")
        .hasMessageContaining("Address already in use");
    members.get(0).send(1, Channel.LITMUS, new byte[] {1});
    assertThat(next(members.get(1))).isPresent();
  }

  @Test
  void anAddressOfAnotherHostIsToldAsWhatItIs() throws Exception {
    List<Seat> seats = List.of(new Seat("m0", "192.0.2.1", 7801), new Seat("m1", "127.0.0.1", 1));
    GroupFile elsewhere = GroupFile.parse(LoopbackGroup.document(seats).getBytes(US_ASCII));
    assertThatThrownBy(
            () ->
                JGroupsExchange.open(
                    elsewhere, "m0", secret, LoopbackGroup.CLOCK, LoopbackGroup.in(SHORT_SECONDS)))
        .isInstanceOf(ExchangeException.class)
        .hasMessageContaining("no group at m0 (192.0.2.1:7801): ")
        .hasMessageContaining("assign requested address");
  }

  @Test
  void anotherOrderOfTheMembersIsFoundOutAtTheFirst() throws Exception {
    LoopbackGroup group = LoopbackGroup.of(3);
    List<Seat> seats = group.file().seats();
    List<Seat> turned = List.of(seats.get(0), seats.get(2), seats.get(1));
    GroupFile other = GroupFile.parse(LoopbackGroup.document(turned).getBytes(US_ASCII));
    Future<JGroupsExchange> first = opening(group, 0, secret, 2 * SHORT_SECONDS);
    assertThatThrownBy(
            () ->
                JGroupsExchange.open(
                    other, "m1", secret, LoopbackGroup.CLOCK, LoopbackGroup.in(SHORT_SECONDS)))
        .hasMessageContaining("member 1, m2 (127.0.0.1:")
        .hasMessageContaining("; member 0, m0 (127.0.0.1:")
        .hasMessageContaining("closed the connection instead of showing that it knows the secret");
    assertThatThrownBy(first::get).hasMessageContaining("another secret or another group file");
  }

  @Test
  void onlyMembersOfTheFileOpenIt() {
    LoopbackGroup group = LoopbackGroup.of(2);
    assertThatThrownBy(
            () ->
                JGroupsExchange.open(
                    group.file(), "m2", secret, LoopbackGroup.CLOCK, LoopbackGroup.in(1)))
        .isInstanceOf(ExchangeException.class)
        .hasMessageContaining("no member of the group is called m2");
  }

  // ---- who is missed

  @Test
  void whoIsMissingAtTheDeadlineIsNamed() {
    LoopbackGroup group = LoopbackGroup.of(3);
    Future<JGroupsExchange> first = opening(group, 0, secret, SHORT_SECONDS);
    Future<JGroupsExchange> third = opening(group, 2, secret, SHORT_SECONDS);
    assertThatThrownBy(first::get)
        .hasMessageContaining("the group did not begin: member 1, m1 (127.0.0.1:")
        .hasMessageContaining("did not join, and behind it member 2, m2");
    assertThatThrownBy(third::get)
        .hasMessageContaining("the group did not begin: member 1, m1 (127.0.0.1:")
        .hasMessageContaining("Connection refused");
  }

  @Test
  void membersMayComeInAnyOrder() throws Exception {
    LoopbackGroup group = LoopbackGroup.of(3);
    List<Future<JGroupsExchange>> opening = new ArrayList<>();
    for (int rank = 2; rank >= 0; rank--) {
      opening.add(opening(group, rank, secret, PATIENCE_SECONDS));
    }
    for (Future<JGroupsExchange> member : opening) {
      opened.add(member.get());
    }
    assertThat(opened).extracting(JGroupsExchange::rank).containsExactly(2, 1, 0);
  }

  @Test
  void whoHasLeftIsNotLost() throws Exception {
    List<JGroupsExchange> members = openAll(LoopbackGroup.of(3));
    members.get(1).close();
    assertThatThrownBy(() -> members.get(0).send(1, Channel.LITMUS, new byte[1]))
        .isInstanceOf(ExchangeException.class)
        .hasMessageContaining("member 1, m1 (127.0.0.1:")
        .hasMessageContaining("has left");
    members.get(0).send(2, Channel.LITMUS, new byte[] {1});
    assertThat(next(members.get(2))).isPresent();
    members.get(2).send(0, Channel.LITMUS, new byte[] {2});
    assertThat(next(members.get(0))).isPresent();
  }

  @Test
  void nobodyWaitsForWhoLeavesAtTheSameTime() throws Exception {
    List<JGroupsExchange> members = openAll(LoopbackGroup.of(3));
    List<Future<?>> leaving = new ArrayList<>();
    for (JGroupsExchange member : members) {
      leaving.add(threads.submit(member::close));
    }
    for (Future<?> left : leaving) {
      left.get();
    }
  }

  /** As a firewall does that forgets what it let through; what is on its way is sent again. */
  @Test
  void connectionsThatBreakAreMadeAgainAndNothingIsLost() throws Exception {
    List<JGroupsExchange> members = openAll(LoopbackGroup.of(3));
    byte[] large = new byte[Exchange.FRAME_LIMIT];
    for (int round = 0; round < 4; round++) {
      members.get(0).send(1, Channel.LITMUS, new byte[] {(byte) round});
      members.get(0).send(1, Channel.LITMUS, large);
      breakConnections(members.get(round % 2));
    }
    for (int round = 0; round < 4; round++) {
      assertThat(next(members.get(1)).orElseThrow().bytes()).containsExactly(round);
      assertThat(next(members.get(1)).orElseThrow().bytes()).hasSize(large.length);
    }
    members.get(2).send(0, Channel.LITMUS, new byte[] {1});
    assertThat(next(members.get(0))).isPresent();
  }

  private static void breakConnections(JGroupsExchange member) throws Exception {
    Field sockets = JGroupsExchange.class.getDeclaredField("sockets");
    sockets.setAccessible(true);
    ((GuardedSockets) sockets.get(member)).closeAll();
  }

  // ---- what is left behind

  @Test
  void itsThreadsAndItsPortEndWithIt() throws Exception {
    LoopbackGroup group = LoopbackGroup.of(3);
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    List<JGroupsExchange> members = group.openAll(secret);
    Set<Thread> its = new HashSet<>(Thread.getAllStackTraces().keySet());
    its.removeAll(before);
    assertThat(its).extracting(Thread::getName).anyMatch(name -> name.contains("holdfast-"));
    members.forEach(JGroupsExchange::close);
    assertEnded(its);
    for (Seat seat : group.file().seats()) {
      try (ServerSocket free = new ServerSocket(seat.port())) {
        assertThat(free.isBound()).isTrue();
      }
    }
  }

  @Test
  void whatDidNotOpenLeavesNothing() {
    LoopbackGroup group = LoopbackGroup.of(2);
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    assertThatThrownBy(() -> group.open(0, secret, 1)).isInstanceOf(ExchangeException.class);
    Set<Thread> its = new HashSet<>(Thread.getAllStackTraces().keySet());
    its.removeAll(before);
    assertEnded(its);
  }

  @Test
  void nothingIsLogged() throws Exception {
    List<String> logged = new ArrayList<>();
    Handler listener =
        new Handler() {
          @Override
          public synchronized void publish(LogRecord record) {
            logged.add(record.getLoggerName() + ": " + record.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger root = Logger.getLogger("");
    root.addHandler(listener);
    try {
      strangersAreCountedAndDisturbNobody();
      close();
    } finally {
      root.removeHandler(listener);
    }
    assertThat(logged).isEmpty();
  }

  private static void assertEnded(Set<Thread> threads) {
    for (Thread thread : threads) {
      try {
        thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
      } catch (InterruptedException e) {
        throw new AssertionError("interrupted", e);
      }
      assertThat(thread.isAlive()).as(thread.getName()).isFalse();
    }
  }
}
