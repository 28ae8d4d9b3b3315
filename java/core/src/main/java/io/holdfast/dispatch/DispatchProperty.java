package io.holdfast.dispatch;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The names under which {@link DispatchOptions} are given. */
enum DispatchProperty {
  TARGET_LEASES("target-leases", "MULTI_MASTER_TARGET_LEASES"),
  TARGET_LEASE_DIR("target-lease-dir", "MULTI_MASTER_TARGET_LEASE_DIR"),
  TARGET_LEASE_TTL("target-lease-ttl", "MULTI_MASTER_TARGET_LEASE_TTL"),
  LEASE_SHARDS("lease-shards", "MULTI_MASTER_LEASE_SHARDS STANDALONE_WORK_LEASE_SHARDS"),
  WORK_LEASE_TTL("work-lease-ttl", "WORK_LEASE_TTL STANDALONE_WORK_LEASE_TTL"),
  TARGET_TIMEOUT("target-timeout", ""),
  LOCK_TTL("lock-ttl", "MULTI_MASTER_LOCK_TTL"),
  LOCK_ACQUIRE_TIMEOUT("lock-acquire-timeout", "MULTI_MASTER_LOCK_ACQUIRE_TIMEOUT"),
  FS_PROBE("fs-probe", "SHARED_STATE_FS_PROBE"),
  FS_PROBE_TIMEOUT("fs-probe-timeout", "SHARED_STATE_FS_PROBE_TIMEOUT"),
  CLUSTER_PROBE_TIMEOUT("cluster-probe-timeout", "SHARED_STATE_CLUSTER_PROBE_TIMEOUT"),
  REQUALIFY_INTERVAL("requalify-interval", "SHARED_STATE_CLUSTER_REQUALIFY_INTERVAL"),
  REQUALIFY_JITTER("requalify-jitter", "SHARED_STATE_CLUSTER_REQUALIFY_JITTER"),
  WORK_EPOCH("work-epoch", "STANDALONE_WORK_EPOCH");

  /** Every property of this library begins so. */
  static final String PREFIX = "holdfast.";

  private static final String OUR_VARIABLES = "HOLDFAST_";
  private static final String VARIABLES_OF_THE_ORIGIN = "SYMCC_";

  /** Properties of other parts of the library, which may come along with those of the JVM. */
  private static final Set<String> ELSEWHERE =
      Set.of("holdfast.binding", "holdfast.native.dir", "holdfast.tmpdir");

  private final String word;
  private final String ofTheOrigin;

  /**
   * @param ofTheOrigin the ends of variables, separated by blanks
   */
  DispatchProperty(String word, String ofTheOrigin) {
    this.word = word;
    this.ofTheOrigin = ofTheOrigin;
  }

  /** The name in a properties file. */
  String property() {
    return PREFIX + word;
  }

  /** The names in the environment; the first that is set counts. */
  List<String> variables() {
    String ours = OUR_VARIABLES + word.toUpperCase(Locale.ROOT).replace('-', '_');
    Stream<String> theirs =
        Arrays.stream(ofTheOrigin.split(" ", -1))
            .filter(end -> !end.isEmpty())
            .map(end -> VARIABLES_OF_THE_ORIGIN + end);
    return Stream.concat(Stream.of(ours), theirs).toList();
  }

  /** The one with this name; empty also for properties that are none of this library's. */
  static Optional<DispatchProperty> ofProperty(String name) {
    return Arrays.stream(values()).filter(one -> one.property().equals(name)).findFirst();
  }

  static boolean isUnknown(String name) {
    return name.startsWith(PREFIX) && !ELSEWHERE.contains(name) && ofProperty(name).isEmpty();
  }

  /** The known name that differs least from an unknown one. */
  static String nearest(String name) {
    return Arrays.stream(values())
        .map(DispatchProperty::property)
        .min(Comparator.comparingInt(known -> distance(known, name.toLowerCase(Locale.ROOT))))
        .orElseThrow();
  }

  /** Levenshtein's: how many letters are to be put in, taken out or changed. */
  private static int distance(String one, String other) {
    int[] before = new int[other.length() + 1];
    for (int j = 0; j < before.length; j++) {
      before[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int[] row = new int[before.length];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int changed = before[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(changed, 1 + Math.min(before[j], row[j - 1]));
      }
      before = row;
    }
    return before[before.length - 1];
  }
}
