package io.holdfast.bench;

import io.holdfast.durable.DurableCounters;

/**
 * What was asked of the kernel, counted where it was asked.
 *
 * @param fileSyncs fsync(2) calls on files
 * @param directorySyncs fsync(2) calls on directories
 * @param directorySyncsAvoided changes that another change's directory sync served as well
 * @param probes barrier probes
 */
record Counts(long fileSyncs, long directorySyncs, long directorySyncsAvoided, long probes) {

  static final Counts NONE = new Counts(0, 0, 0, 0);

  static Counts of(DurableCounters.Snapshot snapshot) {
    if (snapshot.failures() + snapshot.leftovers() != 0) {
      throw new IllegalStateException("a time that carries an error is none: " + snapshot);
    }
    return new Counts(
        snapshot.fileSyncs(),
        snapshot.directorySyncs(),
        snapshot.directorySyncsAvoided(),
        snapshot.probeCalls());
  }

  Counts plus(Counts other) {
    return new Counts(
        fileSyncs + other.fileSyncs,
        directorySyncs + other.directorySyncs,
        directorySyncsAvoided + other.directorySyncsAvoided,
        probes + other.probes);
  }

  Counts minus(Counts earlier) {
    return new Counts(
        fileSyncs - earlier.fileSyncs,
        directorySyncs - earlier.directorySyncs,
        directorySyncsAvoided - earlier.directorySyncsAvoided,
        probes - earlier.probes);
  }
}
