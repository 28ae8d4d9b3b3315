package io.holdfast.qualification;

/** The number of a qualification: 0 at the start, then one more each; never used twice. */
public record Generation(long number) {

  /** The start-up qualification. */
  public static final Generation START = new Generation(0);

  /**
   * @throws IllegalArgumentException a negative number
   */
  public Generation {
    if (number < 0) {
      throw new IllegalArgumentException("a generation is at least 0");
    }
  }

  /** Whether there is one after this. */
  public boolean hasNext() {
    return number < Long.MAX_VALUE;
  }

  /** The one after this. */
  public Generation next() {
    return new Generation(Math.addExact(number, 1));
  }
}
