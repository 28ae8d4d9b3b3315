package io.holdfast.campaign.crew;

import io.holdfast.posix.RawPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What a coordinator is told when it is started, and by it its workers: words of the form {@code
 * name=value}.
 *
 * @param directory of the campaign
 * @param coordinator its number, from 0
 * @param coordinators how many there are
 * @param workers how many it has
 * @param skewMillis by how much its wall clock is wrong
 * @param faultSeed by which seed calls fail; empty for none
 * @param placeMillis how often it is looked whether the directory is still in its place
 * @param renewMillis from one qualification by all coordinators together to the next; empty where
 *     they do not qualify it
 */
public record CrewTask(
    RawPath directory,
    int coordinator,
    int coordinators,
    int workers,
    long skewMillis,
    OptionalLong faultSeed,
    long placeMillis,
    OptionalLong renewMillis) {

  /** Most coordinators. */
  public static final int COORDINATOR_LIMIT = 256;

  /** Most workers of a coordinator. */
  public static final int WORKER_LIMIT = 1024;

  /** Longest time between two qualifications: a day. */
  public static final long RENEW_LIMIT_MILLIS = 86_400_000;

  private static final String WORKER = "worker";

  public CrewTask {
    require("coordinators", coordinators, 1, COORDINATOR_LIMIT);
    require("coordinator", coordinator, 0, coordinators - 1);
    require("workers", workers, 1, WORKER_LIMIT);
    if (placeMillis < 1) {
      throw new IllegalArgumentException("a look takes place each millisecond at most");
    }
    long renew = renewMillis.orElse(1);
    if (renew < 1 || renew > RENEW_LIMIT_MILLIS) {
      throw new IllegalArgumentException(
          "milliseconds between two renewals: 1 to " + RENEW_LIMIT_MILLIS + ", not " + renew);
    }
  }

  private static void require(String what, int number, int least, int most) {
    if (number < least || number > most) {
      throw new IllegalArgumentException(what + ": " + least + " to " + most + ", not " + number);
    }
  }

  /** As arguments. */
  public List<String> words() {
    List<String> words = new ArrayList<>();
    words.add("directory=" + directory.hex());
    words.add("coordinator=" + coordinator);
    words.add("coordinators=" + coordinators);
    words.add("workers=" + workers);
    words.add("skew=" + skewMillis);
    words.add("place=" + placeMillis);
    faultSeed.ifPresent(seed -> words.add("faults=" + seed));
    renewMillis.ifPresent(millis -> words.add("renew=" + millis));
    return words;
  }

  /** As arguments of one of its workers. */
  List<String> wordsOfWorker(int worker) {
    List<String> words = words();
    words.add(WORKER + "=" + worker);
    return words;
  }

  /** By which seed the calls of one of its workers fail. */
  OptionalLong faultSeedOfWorker(int worker) {
    return faultSeed.isEmpty() ? faultSeed : OptionalLong.of(faultSeed.getAsLong() + worker);
  }

  /** Reads {@link #words} back, those of a worker as well. */
  static CrewTask of(List<String> words) {
    Map<String, String> values = values(words);
    return new CrewTask(
        RawPath.of(HexFormat.of().parseHex(value(values, "directory"))),
        Integer.parseInt(value(values, "coordinator")),
        Integer.parseInt(value(values, "coordinators")),
        Integer.parseInt(value(values, "workers")),
        Long.parseLong(value(values, "skew")),
        number(values, "faults"),
        Long.parseLong(value(values, "place")),
        number(values, "renew"));
  }

  private static OptionalLong number(Map<String, String> values, String name) {
    String value = values.get(name);
    return value == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(value));
  }

  /** Which worker is meant. */
  static int worker(List<String> words) {
    return Integer.parseInt(value(values(words), WORKER));
  }

  private static Map<String, String> values(List<String> words) {
    Map<String, String> values = new HashMap<>();
    for (String word : words) {
      int equals = word.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("not of the form name=value: " + word);
      }
      values.put(word.substring(0, equals), word.substring(equals + 1));
    }
    return values;
  }

  private static String value(Map<String, String> values, String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("there is no " + name);
    }
    return value;
  }
}
