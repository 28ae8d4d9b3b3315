package io.holdfast.exchange.jgroups;

import io.holdfast.litmus.cluster.Exchange.Channel;
import org.jspecify.annotations.Nullable;

/** What a message between members is; its first byte says so. */
enum Kind {
  LITMUS(0),
  RENEWAL(1),
  /** The sender, an incarnation of 8 bytes, sees everybody, and asks whether the receiver does. */
  SEES_ALL(2),
  /** The answer to that, and the answering one's incarnation. */
  SEES_ALL_TOO(3),
  /** The sender leaves. */
  FAREWELL(4),
  /** The answer to that: everything that was sent before has arrived. */
  FAREWELL_HEARD(5),
  QUIESCENCE(6);

  private final byte octet;

  Kind(int octet) {
    this.octet = (byte) octet;
  }

  static Kind of(Channel channel) {
    return switch (channel) {
      case LITMUS -> LITMUS;
      case RENEWAL -> RENEWAL;
      case QUIESCENCE -> QUIESCENCE;
    };
  }

  /** Null where there is none. */
  static @Nullable Kind of(byte octet) {
    for (Kind kind : values()) {
      if (kind.octet == octet) {
        return kind;
      }
    }
    return null;
  }

  byte octet() {
    return octet;
  }
}
