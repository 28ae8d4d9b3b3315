package io.holdfast.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.posix.Errno;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class AgentTest {

  private static final long STEP_NANOS = 1_000_000L;
  private static final long FAR = Long.MAX_VALUE / 4;

  private final TickingClock clock = new TickingClock(STEP_NANOS);

  /** An agent that answers each command, whatever its number, by a function. */
  private Agent agent(UnaryOperator<String> answer) throws IOException {
    return Agent.start(() -> process(answer), clock);
  }

  private static FakeProcess process(UnaryOperator<String> answer) {
    return new FakeProcess(
        (self, line) -> {
          int space = line.indexOf(' ');
          String said = answer.apply(line.substring(space + 1));
          return said == null ? null : "=" + line.substring(0, space) + " " + said;
        });
  }

  @Test
  void answersAreTyped() throws IOException {
    try (Agent agent =
        agent(
            command ->
                switch (command) {
                  case "one" -> "ok";
                  case "two" -> "ok a b";
                  case "three" -> "err 11 EAGAIN flock";
                  case "four" -> "err 512 512 flock";
                  default -> "bad no such command";
                })) {
      assertThat(agent.call("one", FAR)).isEqualTo(new Reply.Ok(List.of()));
      assertThat(agent.call("two", FAR)).isEqualTo(new Reply.Ok(List.of("a", "b")));
      assertThat(agent.call("three", FAR)).isEqualTo(new Reply.Failed(Errno.EAGAIN, "flock"));
      assertThat(agent.call("four", FAR)).isEqualTo(new Reply.Failed(Errno.ofNumber(512), "flock"));
      assertThat(agent.call("five", FAR)).isEqualTo(new Reply.Bad("no such command"));
    }
  }

  @Test
  void whatIsNoAnswerIsBad() {
    for (String text : List.of("", "okay", "err", "err x EIO fsync", "err 0 EIO fsync", "=1 ok")) {
      assertThat(Reply.parse(text)).as(text).isInstanceOf(Reply.Bad.class);
    }
  }

  @Test
  void aSilentAgentIsKilledAtTheDeadlineAndStaysSilent() throws IOException {
    List<FakeProcess> started = new ArrayList<>();
    Agent agent =
        Agent.start(
            () -> {
              started.add(process(command -> command.equals("hello") ? "ok 1" : null));
              return started.get(0);
            },
            clock);
    assertThat(agent.call("hello", FAR)).isInstanceOf(Reply.Ok.class);
    Reply reply = agent.call("flock 1 ex nb", clock.nanoTime() + 20 * STEP_NANOS);
    assertThat(reply).isInstanceOf(Reply.Silent.class);
    assertThat(((Reply.Silent) reply).why())
        .startsWith("did not answer within ")
        .contains("killed")
        .contains("flock 1 ex nb");
    assertThat(started.get(0).isAlive()).isFalse();
    assertThat(agent.isUsable()).isFalse();
    assertThat(agent.call("hello", FAR)).isInstanceOf(Reply.Silent.class);
    agent.close();
  }

  @Test
  void anAgentThatEndsIsNoticedBeforeTheDeadline() throws IOException {
    Agent agent =
        Agent.start(
            () ->
                new FakeProcess(
                    (self, line) -> {
                      self.die();
                      return null;
                    }),
            clock);
    assertThat(agent.call("hello", FAR)).isEqualTo(new Reply.Silent("ended before it answered"));
    assertThat(agent.call("hello", FAR)).isInstanceOf(Reply.Silent.class);
    agent.close();
  }

  @Test
  void anAnswerOutOfTurnEndsTheConversation() throws IOException {
    Agent agent = Agent.start(() -> new FakeProcess((self, line) -> "=77 ok"), clock);
    Reply reply = agent.call("hello", FAR);
    assertThat(reply).isInstanceOf(Reply.Silent.class);
    assertThat(((Reply.Silent) reply).why()).contains("out of turn").contains("=77 ok");
    assertThat(agent.isUsable()).isFalse();
  }

  @Test
  void whatALoginShellSaysFirstIsPassedBy() throws IOException {
    Agent agent =
        Agent.start(
            () -> new FakeProcess((self, line) -> "Welcome\n=== to a\n\n=1 ok " + line), clock);
    assertThat(agent.call("hello", FAR)).isEqualTo(new Reply.Ok(List.of("1", "hello")));
    Reply second = agent.call("hello", FAR);
    assertThat(((Reply.Silent) second).why()).contains("out of turn: Welcome");
  }

  @Test
  void whoNeverEndsToGreetIsNotReadForEver() throws IOException {
    String greeting = "Welcome\n".repeat(201);
    Agent agent = Agent.start(() -> new FakeProcess((self, line) -> greeting), clock);
    Reply reply = agent.call("hello", FAR);
    assertThat(((Reply.Silent) reply).why()).contains("out of turn: Welcome");
  }

  @Test
  void theEchoOfATerminalIsNoAgent() throws IOException {
    Agent agent = Agent.start(() -> new FakeProcess((self, line) -> line + "\r"), clock);
    Reply reply = agent.call("hello", FAR);
    assertThat(((Reply.Silent) reply).why()).contains("out of turn: 1 hello");
  }

  @Test
  void anAnswerWithoutEndIsNotReadForEver() throws IOException {
    Agent agent =
        Agent.start(
            () -> new FakeProcess((self, line) -> "=1 ok " + "x".repeat(Agent.LINE_LIMIT)), clock);
    assertThat(agent.call("hello", FAR)).isInstanceOf(Reply.Silent.class);
  }

  @Test
  void manyRequestsAreAnsweredInOrderAndNeverExceedTheWindow() throws IOException {
    List<String> commands = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      commands.add("create 1 " + Spelling.hex("s" + i));
    }
    try (Agent agent = agent(command -> "ok " + command.split(" ", -1)[2])) {
      List<Reply> replies = agent.callAll(commands, FAR);
      assertThat(replies).hasSize(1000);
      for (int i = 0; i < 1000; i++) {
        assertThat(replies.get(i)).isEqualTo(new Reply.Ok(List.of(Spelling.hex("s" + i))));
      }
    }
  }

  @Test
  void theWindowIsAPipesSmallestCapacity() throws IOException {
    Agent agent = agent(command -> null);
    String request = "x".repeat(1000);
    int sent = 0;
    while (agent.hasRoomFor(request)) {
      agent.send(request);
      sent++;
    }
    assertThat(sent).isBetween(1, Agent.WINDOW_BYTES / 1000);
    assertThatThrownBy(() -> agent.send(request)).isInstanceOf(IllegalStateException.class);
    agent.close();
  }

  @Test
  void aLongPathIsSentAlone() throws IOException {
    String root = "root " + "61".repeat(4095);
    try (Agent agent = agent(command -> "ok " + command.length())) {
      assertThat(agent.call(root, FAR))
          .isEqualTo(new Reply.Ok(List.of(Integer.toString(root.length()))));
    }
  }

  @Test
  void afterOneSilenceTheOthersOnTheirWayAreSilentToo() throws IOException {
    Agent agent = agent(command -> command.equals("2") ? null : "ok");
    List<Reply> replies = agent.callAll(List.of("1", "2", "3"), clock.nanoTime() + STEP_NANOS * 9);
    assertThat(replies.get(0)).isInstanceOf(Reply.Ok.class);
    assertThat(replies.get(1)).isInstanceOf(Reply.Silent.class);
    assertThat(replies.get(2)).isInstanceOf(Reply.Silent.class);
  }

  @Test
  void aProcessThatSurvivesSigkillIsToldAndLeftBehind() throws IOException {
    FakeProcess stuck = process(command -> null);
    stuck.surviveKill();
    Agent agent = Agent.start(() -> stuck, clock);
    assertThat(agent.killAndWait()).isFalse();
    assertThat(Collections.singletonList(agent.call("hello", FAR)))
        .allMatch(Reply.Silent.class::isInstance);
  }
}
