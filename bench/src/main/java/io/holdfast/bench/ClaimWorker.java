package io.holdfast.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.holdfast.lease.TableManifest.Protocol;
import java.io.BufferedReader;
import java.io.InputStreamReader;

/**
 * A JVM that claims and releases as often as its standard input says, {@code claims N}, and answers
 * each line as the C program does.
 */
final class ClaimWorker {

  /** Ids of one process, and of one thread. */
  static final int IDS = 8;

  static final int SHARDS = 64;
  private static final int WARM_UPS = 4_000;

  private ClaimWorker() {}

  /**
   * {@code arguments}: the directory of the table, another one in memory if there is one, and the
   * first of the ids.
   */
  public static void main(String[] arguments) throws Exception {
    int first = Integer.parseInt(arguments[2]);
    try (LeaseGround warm = ground(arguments[1], "warm-up-" + first)) {
      claims(warm, first, WARM_UPS);
    }
    BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, US_ASCII));
    try (LeaseGround ground = ground(arguments[0], "processes")) {
      claims(ground, first, IDS);
      for (String line = commands.readLine(); line != null; line = commands.readLine()) {
        ground.mark();
        long start = System.nanoTime();
        claims(ground, first, Integer.parseInt(line.substring("claims ".length())));
        long nanos = System.nanoTime() - start;
        ground.requireUncontended();
        Counts counts = ground.counts();
        System.out.printf(
            "%d %d %d 0 %d%n", nanos, counts.fileSyncs(), counts.directorySyncs(), counts.probes());
        System.out.flush();
      }
    }
  }

  static LeaseGround ground(String directory, String name) throws Exception {
    return new LeaseGround(directory, name, Protocol.FENCE, SHARDS);
  }

  private static void claims(LeaseGround ground, int first, int count) throws Exception {
    for (int i = 0; i < count; i++) {
      ground.release(ground.claim(first + i % IDS));
    }
  }
}
