package io.holdfast.cli.bench;

/**
 * How many times as long as before half of a row's operations may take.
 *
 * @param soft more is told
 * @param hard more fails; at least {@code soft}
 */
public record Thresholds(double soft, double hard) {

  public static final double DEFAULT_SOFT = 1.25;
  public static final double DEFAULT_HARD = 2;

  private static final double LEAST = 1;
  private static final double MOST = 1_000;

  public Thresholds {
    if (!(soft >= LEAST && soft <= hard && hard <= MOST)) {
      throw new IllegalArgumentException(
          "thresholds are %s to %s, the soft one not above the hard one: %s, %s"
              .formatted(LEAST, MOST, soft, hard));
    }
  }
}
