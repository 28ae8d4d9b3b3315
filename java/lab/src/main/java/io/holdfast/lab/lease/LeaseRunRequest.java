package io.holdfast.lab.lease;

import io.holdfast.lab.ShellWord;
import io.holdfast.lease.TableManifest.Protocol;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One table, and what its coordinators are put through. Immutable.
 *
 * @param directory where the table and the ledger are left: an empty directory; or null for a place
 *     in memory that goes with the lab
 * @param processes how many coordinators are at work at a time
 * @param seconds how long the chaos lasts
 * @param ids how many ids there are to be done
 * @param seed of the chaos, and of who does what for how long
 * @param mutant a mistake to make on purpose, or null
 */
public record LeaseRunRequest(
    @Nullable Path directory,
    int processes,
    int seconds,
    int ids,
    Set<Chaos> chaos,
    Protocol protocol,
    Mounts mounts,
    long seed,
    @Nullable LeaseMutant mutant) {

  /** Most coordinators at a time. */
  public static final int PROCESSES_LIMIT = 64;

  /** Longest chaos: one hour. */
  public static final int SECONDS_LIMIT = 3_600;

  /** Most ids. */
  public static final int IDS_LIMIT = 100_000;

  /** Short, so that leases expire often. */
  private static final long TTL_MILLIS = 2_000;

  public LeaseRunRequest {
    chaos = Set.copyOf(chaos);
    require("processes", processes, PROCESSES_LIMIT);
    require("seconds", seconds, SECONDS_LIMIT);
    require("ids", ids, IDS_LIMIT);
  }

  private static void require(String what, int value, int limit) {
    if (value < 1 || value > limit) {
      throw new IllegalArgumentException(what + " are 1 to " + limit + ": " + value);
    }
  }

  /** Eight processes, a minute, two thousand ids, all the chaos there is, in memory. */
  public static LeaseRunRequest of(Protocol protocol, long seed) {
    return new LeaseRunRequest(
        null, 8, 60, 2_000, Set.of(Chaos.values()), protocol, Mounts.ONE, seed, null);
  }

  public LeaseRunRequest withDirectory(@Nullable Path place) {
    return new LeaseRunRequest(
        place, processes, seconds, ids, chaos, protocol, mounts, seed, mutant);
  }

  public LeaseRunRequest withSize(int processCount, int duration, int idCount) {
    return new LeaseRunRequest(
        directory, processCount, duration, idCount, chaos, protocol, mounts, seed, mutant);
  }

  public LeaseRunRequest withChaos(Set<Chaos> kinds) {
    return new LeaseRunRequest(
        directory, processes, seconds, ids, kinds, protocol, mounts, seed, mutant);
  }

  public LeaseRunRequest withMounts(Mounts kind) {
    return new LeaseRunRequest(
        directory, processes, seconds, ids, chaos, protocol, kind, seed, mutant);
  }

  public LeaseRunRequest withMutant(@Nullable LeaseMutant mistake) {
    return new LeaseRunRequest(
        directory, processes, seconds, ids, chaos, protocol, mounts, seed, mistake);
  }

  /** For how long a lease is granted. */
  public long ttlMillis() {
    return TTL_MILLIS;
  }

  /** The kinds of chaos as they are written on command lines; {@code none} for none. */
  public String chaosWords() {
    return chaos.isEmpty()
        ? "none"
        : new TreeSet<>(chaos).stream().map(Chaos::id).collect(Collectors.joining(","));
  }

  /** The command that makes such a run again; its directory must be emptied before. */
  public String again() {
    List<String> words = new ArrayList<>(List.of("holdfast", "lab", "leases"));
    if (directory != null) {
      words.addAll(List.of("--dir", ShellWord.quoted(directory.toString())));
    }
    words.addAll(List.of("--protocol", protocol.name().toLowerCase(Locale.ROOT)));
    words.addAll(List.of("--processes", Integer.toString(processes)));
    words.addAll(List.of("--seconds", Integer.toString(seconds)));
    words.addAll(List.of("--ids", Integer.toString(ids)));
    words.addAll(List.of("--chaos", chaosWords()));
    if (mounts != Mounts.ONE) {
      words.addAll(List.of("--mounts", mounts.id()));
    }
    words.addAll(List.of("--seed", Long.toString(seed)));
    if (mutant != null) {
      words.addAll(List.of("--mutant", mutant.id()));
    }
    return String.join(" ", words);
  }
}
