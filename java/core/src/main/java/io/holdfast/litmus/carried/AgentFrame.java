package io.holdfast.litmus.carried;

import io.holdfast.litmus.cluster.ExchangeException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What member 0 and another member say to each other: an octet, four for the number of an agent,
 * the content.
 */
final class AgentFrame {

  /** Instead of an agent's number. */
  static final int NONE = -1;

  private static final byte[] NOTHING = {};
  private static final int HEAD_BYTES = 1 + Integer.BYTES;

  private final Kind kind;
  private final int agent;
  private final byte[] content;

  /** What is said. */
  enum Kind {
    /** To member 0, first: the sender's name, NUL, its directory. */
    HERE('h'),
    /** By member 0: start an agent under this number, which is new. */
    START('s'),
    /** By member 0: for the agent's standard input. */
    INPUT('i'),
    /** By member 0: SIGKILL. */
    KILL('k'),
    /** To member 0: from the agent's standard output. */
    OUTPUT('o'),
    /** To member 0, last of an agent: it is gone, and all that it said was told. */
    ENDED('e'),
    /** By member 0, last of all: a word for what came out. */
    OVER('!');

    private final byte octet;

    Kind(char octet) {
      this.octet = (byte) octet;
    }
  }

  /**
   * @param agent which of the sender's or the receiver's agents it is about; {@value #NONE} for
   *     none
   * @param content not changed afterwards
   */
  AgentFrame(Kind kind, int agent, byte[] content) {
    this.kind = kind;
    this.agent = agent;
    this.content = content;
  }

  static AgentFrame of(Kind kind, int agent) {
    return new AgentFrame(kind, agent, NOTHING);
  }

  Kind kind() {
    return kind;
  }

  int agent() {
    return agent;
  }

  /** To be read only. */
  byte[] content() {
    return content;
  }

  byte[] bytes() {
    return ByteBuffer.allocate(HEAD_BYTES + content.length)
        .put(kind.octet)
        .putInt(agent)
        .put(content)
        .array();
  }

  /**
   * Reads what arrived.
   *
   * @throws ExchangeException it is no such frame
   */
  static AgentFrame read(int from, byte[] frame) throws ExchangeException {
    if (frame.length >= HEAD_BYTES) {
      for (Kind kind : Kind.values()) {
        if (kind.octet == frame[0]) {
          int agent = ByteBuffer.wrap(frame, 1, Integer.BYTES).getInt();
          byte[] content = Arrays.copyOfRange(frame, HEAD_BYTES, frame.length);
          return new AgentFrame(kind, agent, content);
        }
      }
    }
    throw new ExchangeException("member " + from + " sent what is no message of a litmus");
  }
}
