package io.holdfast.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.campaign.crew.Program;
import io.holdfast.campaign.relay.Relay;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A process that is frozen does not outlive whoever froze it. */
class FrozenProcessTest {

  private static final long PATIENCE_SECONDS = 60;

  /** Freezes a process that ends when its standard input does, tells its id, and waits. */
  static final class Freezing {

    private Freezing() {}

    public static void main(String[] arguments) throws Exception {
      CoordinatorProcess frozen =
          CoordinatorProcess.start(
              0, "cat", List.of("cat"), new Mailbox(), new Relay(1, (member, line) -> {}));
      long id = ProcessHandle.current().children().findFirst().orElseThrow().pid();
      frozen.freeze();
      System.out.println(id);
      System.in.read();
      frozen.thaw();
      frozen.freeze();
      frozen.kill();
      System.out.println(frozen.isAlive());
    }
  }

  private static Process freezing() throws IOException {
    return new ProcessBuilder(Program.java(Freezing.class, List.of()))
        .redirectError(Redirect.INHERIT)
        .start();
  }

  @Test
  void itGoesOnAndEndsWhenTheCommandThatFrozeItIsKilled() throws Exception {
    Process command = freezing();
    BufferedReader words = command.inputReader(StandardCharsets.US_ASCII);
    ProcessHandle frozen = ProcessHandle.of(Long.parseLong(words.readLine())).orElseThrow();
    try {
      assertThat(frozen.isAlive()).isTrue();
      command.destroyForcibly().waitFor();
      frozen.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } finally {
      frozen.destroyForcibly();
    }
  }

  @Test
  void itIsThawedAndKilled() throws Exception {
    Process command = freezing();
    BufferedReader words = command.inputReader(StandardCharsets.US_ASCII);
    long id = Long.parseLong(words.readLine());
    command.getOutputStream().close();
    assertThat(words.readLine()).isEqualTo("false");
    assertThat(command.waitFor()).isZero();
    assertThat(ProcessHandle.of(id)).isEmpty();
  }
}
