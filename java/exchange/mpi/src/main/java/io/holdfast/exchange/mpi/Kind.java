package io.holdfast.exchange.mpi;

import io.holdfast.litmus.cluster.ExchangeException;
import java.nio.ByteBuffer;

/** The kinds of frames of {@code native/mpi/pipe.h}. */
enum Kind {
  HELLO('H', 10),
  ANSWER('h', 18),
  JOIN('J', 8),
  JOINED('j', 6),
  SEND('S', 10),
  RECEIVED('R', 10),
  LEAVE('L', 2),
  GONE('G', 7),
  ERROR('E', 0);

  private final byte code;
  private final int leastBytes;

  Kind(char code, int leastBytes) {
    this.code = (byte) code;
    this.leastBytes = leastBytes;
  }

  /** How long a body of this kind is at least. */
  int leastBytes() {
    return leastBytes;
  }

  static Kind of(byte code) throws ExchangeException {
    for (Kind kind : values()) {
      if (kind.code == code) {
        return kind;
      }
    }
    throw new ExchangeException("the bridge sent a frame of no known kind: " + code);
  }

  /** A whole frame: length, kind, body. */
  byte[] frame(byte[]... body) {
    int length = 1;
    for (byte[] part : body) {
      length += part.length;
    }
    ByteBuffer frame = ByteBuffer.allocate(Integer.BYTES + length).putInt(length).put(code);
    for (byte[] part : body) {
      frame.put(part);
    }
    return frame.array();
  }
}
