package io.holdfast.litmus.carried;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.AgentLauncher;
import io.holdfast.litmus.carried.AgentFrame.Kind;
import io.holdfast.litmus.carried.CarriedAgents.Guest;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.Exchange.Channel;
import io.holdfast.litmus.cluster.ExchangeException;
import io.holdfast.litmus.cluster.InProcessExchange;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Agents of another member are processes like any other; here they are {@code cat}. */
@Timeout(60)
class CarriedAgentsTest {

  private static final NanoClock CLOCK = NanoClock.system();
  private static final AgentLauncher CAT = () -> new ProcessBuilder("cat").start();
  private static final RawPath PLACE = RawPath.of(new byte[] {'/', (byte) 0xff});

  private final List<InProcessExchange> group = InProcessExchange.group(2, CLOCK);
  private final AtomicBoolean ending = new AtomicBoolean();
  private final ExecutorService thread = Executors.newSingleThreadExecutor();

  @AfterEach
  void endTheOther() {
    ending.set(true);
    thread.shutdown();
  }

  private static long in(long seconds) {
    return CLOCK.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
  }

  private Future<Optional<String>> serve(AgentLauncher launcher) {
    AgentHost host = new AgentHost(group.get(1), CLOCK, launcher);
    return thread.submit(() -> host.serve("b", PLACE, in(30), ending::get));
  }

  private CarriedAgents agents() {
    return new CarriedAgents(group.get(0), CLOCK);
  }

  private static String line(Process process) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int octet; (octet = process.getInputStream().read()) >= 0 && octet != '\n'; ) {
      line.append((char) octet);
    }
    return line.toString();
  }

  private static void say(Process process, String text) throws IOException {
    process.getOutputStream().write((text + "\n").getBytes(US_ASCII));
  }

  @Test
  void passesOnWhatGoesInAndOut() throws Exception {
    Future<Optional<String>> other = serve(CAT);
    CarriedAgents agents = agents();
    assertThat(agents.await(in(30))).containsExactly(new Guest(1, "b", PLACE));
    Process one = agents.at(1).launch();
    Process two = agents.at(1).launch();
    say(one, "first");
    say(two, "second");
    assertThat(line(two)).isEqualTo("second");
    assertThat(line(one)).isEqualTo("first");
    String longest = "x".repeat(128 * 1024);
    say(one, longest);
    assertThat(line(one)).isEqualTo(longest);
    assertThat(one.getInputStream().available()).isZero();
    one.destroyForcibly();
    assertThat(one.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(one.getInputStream().read()).isEqualTo(-1);
    assertThatThrownBy(() -> say(one, "too late")).isInstanceOf(IOException.class);
    assertThat(two.isAlive()).isTrue();
    agents.over("OK");
    assertThat(other.get()).hasValue("OK");
    assertThat(agents.failure()).isEmpty();
  }

  @Test
  void whatAnAgentSaidLastIsReadBeforeItsEnd() throws Exception {
    serve(() -> new ProcessBuilder("sh", "-c", "echo last").start());
    CarriedAgents agents = agents();
    agents.await(in(30));
    Process agent = agents.at(1).launch();
    agent.waitFor();
    assertThat(line(agent)).isEqualTo("last");
    assertThat(agent.getInputStream().read()).isEqualTo(-1);
  }

  @Test
  void anAgentThatDoesNotStartHasEndedAndItsMemberSaysWhy() throws Exception {
    Future<Optional<String>> other =
        serve(
            () -> {
              throw new IOException("noexec");
            });
    CarriedAgents agents = agents();
    agents.await(in(30));
    Process agent = agents.at(1).launch();
    agent.waitFor();
    assertThatThrownBy(other::get)
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("holdfast-agent cannot be started: noexec");
  }

  @Test
  void noMemberRunsMoreAgentsThanALitmusNeeds() throws Exception {
    serve(CAT);
    CarriedAgents agents = agents();
    agents.await(in(30));
    for (int i = 0; i < AgentHost.AGENT_LIMIT; i++) {
      agents.at(1).launch();
    }
    Process oneMore = agents.at(1).launch();
    oneMore.waitFor();
    assertThat(oneMore.isAlive()).isFalse();
  }

  @Test
  void whoLeavesTakesItsAgentsAlong() throws Exception {
    Future<Optional<String>> other = serve(CAT);
    CarriedAgents agents = agents();
    agents.await(in(30));
    Process agent = agents.at(1).launch();
    say(agent, "there");
    assertThat(line(agent)).isEqualTo("there");
    ending.set(true);
    assertThat(other.get()).isEmpty();
    group.get(1).close();
    agent.waitFor();
    assertThat(agents.at(1).launch().isAlive()).isFalse();
  }

  @Test
  void namesWhoIsNotThere() {
    assertThatThrownBy(() -> agents().await(CLOCK.nanoTime()))
        .isInstanceOf(ExchangeException.class)
        .hasMessage("not there until the deadline: member 1");
  }

  @Test
  void doesNotWaitForAMemberZeroThatSaysNothing() {
    AgentHost host = new AgentHost(group.get(1), CLOCK, CAT);
    assertThatThrownBy(() -> host.serve("b", PLACE, CLOCK.nanoTime(), () -> false))
        .isInstanceOf(ExchangeException.class)
        .hasMessage("member 0 did not say until the deadline what came out");
  }

  @Test
  void aCarrierThatFailsEndsAllAgents() throws Exception {
    serve(CAT);
    CarriedAgents agents = agents();
    agents.await(in(30));
    Process agent = agents.at(1).launch();
    group.get(0).close();
    assertThat(agent.isAlive()).isFalse();
    assertThat(agents.failure()).hasValue("member 0 has left the group");
    assertThatThrownBy(() -> agents.at(1).launch())
        .isInstanceOf(IOException.class)
        .hasMessage("member 0 has left the group");
  }

  @Test
  void whatIsNoMessageFailsTheCarrierAndNamesItsSender() throws Exception {
    CarriedAgents agents = agents();
    Process agent = agents.at(1).launch();
    sends(new byte[] {9, 9, 9, 9, 9});
    assertThat(agent.isAlive()).isFalse();
    assertThat(agents.failure()).hasValue("member 1 sent what is no message of a litmus");
    for (AgentFrame wrong :
        List.of(
            AgentFrame.of(Kind.OUTPUT, 0),
            AgentFrame.of(Kind.ENDED, AgentFrame.NONE),
            AgentFrame.of(Kind.START, 0),
            AgentFrame.of(Kind.HERE, AgentFrame.NONE))) {
      sends(wrong.bytes());
      assertThatThrownBy(() -> agents().await(in(30)))
          .isInstanceOf(ExchangeException.class)
          .hasMessageStartingWith("member 1 ");
    }
  }

  @Test
  void anAgentThatFloodsHasEnded() throws Exception {
    CarriedAgents agents = agents();
    Process agent = agents.at(1).launch();
    AgentFrame piece =
        new AgentFrame(Kind.OUTPUT, 0, new byte[CarriedProcess.UNREAD_LIMIT / 2 + 1]);
    sends(piece.bytes());
    assertThat(agent.isAlive()).isTrue();
    sends(piece.bytes());
    assertThat(agent.isAlive()).isFalse();
    assertThat(agents.failure()).isEmpty();
  }

  private void sends(byte[] frame) throws ExchangeException {
    Exchange other = group.get(1);
    other.send(0, Channel.LITMUS, frame);
  }
}
