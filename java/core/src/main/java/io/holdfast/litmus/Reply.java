package io.holdfast.litmus;

import io.holdfast.posix.Errno;
import java.util.List;

/** What became of one request to an agent. */
sealed interface Reply {

  /** The agent did it. */
  record Ok(List<String> values) implements Reply {
    public Ok {
      values = List.copyOf(values);
    }
  }

  /** The kernel refused. */
  record Failed(Errno errno, String operation) implements Reply {}

  /** The agent did not understand; nothing was done. */
  record Bad(String reason) implements Reply {}

  /**
   * No answer will ever come: the deadline passed and the process was killed, or it ended by
   * itself. Whether the request was carried out is unknown.
   *
   * @param why in words, to stand behind the agent's name: {@code did not answer within …}
   */
  record Silent(String why) implements Reply {}

  /** Reads one line of protocol version 1 without its sequence: {@code ok …}, {@code err …}. */
  static Reply parse(String text) {
    String[] words = text.split(" ", -1);
    return switch (words[0]) {
      case "ok" -> new Ok(List.of(words).subList(1, words.length));
      case "err" -> parseError(words, text);
      case "bad" -> new Bad(text.substring(Math.min(text.length(), "bad ".length())));
      default -> new Bad("not an answer: " + text);
    };
  }

  private static Reply parseError(String[] words, String text) {
    if (words.length == 4) {
      try {
        return new Failed(Errno.ofNumber(Integer.parseInt(words[1])), words[3]);
      } catch (IllegalArgumentException e) {
        return new Bad("not an answer: " + text);
      }
    }
    return new Bad("not an answer: " + text);
  }
}
