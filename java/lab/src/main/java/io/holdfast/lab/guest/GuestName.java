package io.holdfast.lab.guest;

import java.util.Locale;

/** The guests of a lab. Each has the same address on both networks. */
public enum GuestName {
  SERVER(1),
  ALPHA(11),
  BETA(12);

  /** The lab's own address on the network that is never cut. */
  static final String OUTSIDE = "10.98.0.254";

  private final int number;

  GuestName(int number) {
    this.number = number;
  }

  /** The host name, also in every guest's /etc/hosts. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Its number on both networks. */
  public int number() {
    return number;
  }

  /** On the network that carries what is shared, and that can be cut. */
  public String dataAddress() {
    return "10.99.0." + number;
  }

  /** On the network through which a guest is told what to do. */
  public String managementAddress() {
    return "10.98.0." + number;
  }
}
