package io.holdfast.campaign.relay;

import io.holdfast.litmus.cluster.Exchange.Channel;
import java.util.Locale;
import java.util.Optional;

/** What passes between a member and the relay: a line of ASCII each, words with spaces between. */
sealed interface RelayLine {

  /**
   * A frame.
   *
   * @param member whom it is for, on its way to the relay; of whom it is, on its way from there
   * @param content in Base64
   */
  record Carried(int member, Channel channel, String content) implements RelayLine {}

  /** A member leaves; on its way from the relay: this one has left. */
  record Left(int member) implements RelayLine {}

  /** From the relay: this member ended without having done its part. */
  record Lost(int member) implements RelayLine {}

  /** The line, without its end. */
  default String toLine() {
    if (this instanceof Carried frame) {
      return String.join(
          " ",
          "frame",
          Integer.toString(frame.member),
          frame.channel.name().toLowerCase(Locale.ROOT),
          frame.content);
    }
    return this instanceof Left left ? "left " + left.member : "lost " + ((Lost) this).member;
  }

  /** Reads a line back; empty where it is none. */
  static Optional<RelayLine> of(String line) {
    String[] words = line.split(" ", -1);
    try {
      if (words.length == 4 && words[0].equals("frame")) {
        Channel channel = Channel.valueOf(words[2].toUpperCase(Locale.ROOT));
        return Optional.of(new Carried(Integer.parseInt(words[1]), channel, words[3]));
      }
      if (words.length == 2 && words[0].equals("left")) {
        return Optional.of(new Left(Integer.parseInt(words[1])));
      }
      return words.length == 2 && words[0].equals("lost")
          ? Optional.of(new Lost(Integer.parseInt(words[1])))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
