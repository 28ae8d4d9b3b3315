package io.holdfast.exchange.jgroups;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.exchange.example.JoinGroup;
import io.holdfast.litmus.cluster.Exchange.Channel;
import io.holdfast.litmus.cluster.ExchangeException;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.RawPath;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The first member that is lost is lost to the whole group; one of three is another process. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class LostMemberTest {

  private static final long PATIENCE_SECONDS = 60;

  @TempDir Path directory;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final LoopbackGroup group = LoopbackGroup.of(3);
  private RawPath secretFile;
  private Secret secret;
  private Process process;
  private JGroupsExchange one;
  private JGroupsExchange other;

  @BeforeEach
  void readSecret() throws Exception {
    secretFile = PrivateFiles.write(directory, "secret", PrivateFiles.SECRET, "rw-------");
    secret = Secret.read(Bindings.load(), secretFile);
  }

  @AfterEach
  void close() throws Exception {
    process.destroyForcibly().waitFor();
    one.close();
    other.close();
    threads.shutdownNow();
  }

  /** The member of one rank in a process of its own, the others here. */
  private BufferedReader open(int elsewhere) throws Exception {
    RawPath groupFile =
        PrivateFiles.write(
            directory, "group", LoopbackGroup.document(group.file().seats()), "rw-r--r--");
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                JoinGroup.class.getName(),
                groupFile.toString(),
                "m" + elsewhere,
                secretFile.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<Future<JGroupsExchange>> opening =
        List.of(opening((elsewhere + 1) % 3), opening((elsewhere + 2) % 3));
    one = opening.get(0).get();
    other = opening.get(1).get();
    BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    assertThat(output.readLine()).isEqualTo("all are there, my rank is " + elsewhere);
    return output;
  }

  private Future<JGroupsExchange> opening(int rank) {
    return threads.submit(() -> group.open(rank, secret, PATIENCE_SECONDS));
  }

  /** Of the first one JGroups has to make another one its coordinator. */
  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void aProcessThatIsKilledIsLostToEverybody(int killed) throws Exception {
    open(killed);
    one.send(other.rank(), Channel.LITMUS, new byte[] {1});
    process.destroyForcibly().waitFor();
    String lost = "member " + killed + ", m" + killed + " (127.0.0.1:";
    assertLost(one, lost);
    assertThat(other.receive(Channel.LITMUS, LoopbackGroup.in(PATIENCE_SECONDS)))
        .as("what arrived before")
        .isPresent();
    assertLost(other, lost);
    assertThatThrownBy(() -> one.send(other.rank(), Channel.LITMUS, new byte[1]))
        .isInstanceOf(ExchangeException.class)
        .hasMessageContaining(lost);
  }

  @Test
  void aProcessThatLeavesIsNotLost() throws Exception {
    BufferedReader output = open(1);
    process.getOutputStream().close();
    assertThat(output.readLine()).isEqualTo("leaving");
    assertThat(process.waitFor()).isZero();
    one.send(other.rank(), Channel.LITMUS, new byte[] {1});
    assertThat(other.receive(Channel.LITMUS, LoopbackGroup.in(PATIENCE_SECONDS))).isPresent();
    assertThat(one.receive(Channel.LITMUS, LoopbackGroup.in(0))).isEmpty();
  }

  private static void assertLost(JGroupsExchange member, String lost) {
    assertThatThrownBy(() -> member.receive(Channel.LITMUS, LoopbackGroup.in(PATIENCE_SECONDS)))
        .isInstanceOf(ExchangeException.class)
        .hasMessageStartingWith(lost)
        .hasMessageContaining("was lost");
  }
}
