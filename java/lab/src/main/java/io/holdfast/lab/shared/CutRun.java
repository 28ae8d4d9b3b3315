package io.holdfast.lab.shared;

import io.holdfast.lab.Observation;
import java.io.IOException;
import java.util.Locale;

/** One client is cut off and comes back, and what both saw. */
interface CutRun {

  /** Is told what happens while it does. */
  interface Progress {
    void tell(String words) throws IOException;
  }

  /** Runs it once. Whatever hangs then is left behind. */
  Observation run() throws IOException;

  /** {@code 42.1 s}. */
  static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
  }
}
