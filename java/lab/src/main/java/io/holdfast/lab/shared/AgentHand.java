package io.holdfast.lab.shared;

import io.holdfast.lab.RigException;
import io.holdfast.litmus.LocalAgentLauncher;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * One {@code holdfast-agent} that makes calls in a client's mount. A call may stay without an
 * answer for as long as the client is cut off. Used by one thread.
 */
final class AgentHand implements AutoCloseable {

  static final String OK = "ok";
  static final String NO_ANSWER = "no answer";

  private static final long CALL_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final HexFormat HEX = HexFormat.of();

  private final SpokenLines lines;
  private long asked;
  private boolean isSilent;

  private AgentHand(SpokenLines lines) {
    this.lines = lines;
  }

  /**
   * What a call was answered.
   *
   * @param word {@link #OK}, an errno's symbol, or {@link #NO_ANSWER}
   * @param values behind the word ok
   */
  record Said(String word, List<String> values) {

    boolean isOk() {
      return word.equals(OK);
    }

    /** Bytes that were read, as text. */
    String text() {
      boolean isNone = values.isEmpty() || values.get(0).equals("-");
      return isNone ? "" : new String(HEX.parseHex(values.get(0)), StandardCharsets.US_ASCII);
    }
  }

  /** Starts an agent in a directory. */
  static AgentHand in(Path directory) throws IOException {
    AgentHand hand = new AgentHand(new SpokenLines(new LocalAgentLauncher().launch()));
    hand.must("root " + hex(directory.toString()));
    return hand;
  }

  /** A name or bytes as the agent takes them. */
  static String hex(String text) {
    return HEX.formatHex(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Makes a call and waits for its answer, a minute at most. */
  Said call(String command) throws IOException {
    begin(command);
    return answer(System.nanoTime() + CALL_NANOS);
  }

  /** Begins a call; {@link #answer} tells what it was answered. */
  void begin(String command) {
    asked++;
    lines.say(asked + " " + command);
  }

  /**
   * The answer to the call that was begun.
   *
   * @return {@link #NO_ANSWER} where there is none until then; so is every later call
   */
  Said answer(long deadlineNanos) throws IOException {
    Optional<String> line = isSilent ? Optional.empty() : lines.next(deadlineNanos);
    if (line.isEmpty()) {
      isSilent = true;
      return new Said(NO_ANSWER, List.of());
    }
    List<String> words = Arrays.asList(line.get().split(" ", -1));
    if (words.size() < 2 || !words.get(0).equals("=" + asked) || words.get(1).equals("bad")) {
      throw new RigException("an agent answered out of turn: " + line.get());
    }
    return words.get(1).equals(OK)
        ? new Said(OK, words.subList(2, words.size()))
        : new Said(words.get(3), List.of());
  }

  /**
   * {@link #call} for what works on every storage.
   *
   * @return the first value of the answer, if it has one
   */
  String must(String command) throws IOException {
    Said said = call(command);
    if (!said.isOk()) {
      throw new RigException("an agent was answered " + said.word() + " to " + command);
    }
    return said.values().isEmpty() ? "" : said.values().get(0);
  }

  @Override
  public void close() {
    lines.close();
  }
}
