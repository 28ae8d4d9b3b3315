package io.holdfast.lab.shared;

import io.holdfast.lab.LabNamespace;
import io.holdfast.lab.Observation;
import io.holdfast.lab.Outcome;
import io.holdfast.lab.guest.Guest;
import io.holdfast.lab.guest.GuestName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One case: both guests renew, something befalls them, and both ends are taken. Used by one thread.
 *
 * <p>Members speak over the network that is never cut: what fails is the storage. They ask for
 * flock alone, because the races for names at their start take a guest longer than a question may
 * take.
 */
final class RenewalRun {

  static final String ENDED_AS_ASKED = "0 after generation 20";
  static final String FAILED_IN_TIME = "70 in time";

  private static final int GENERATIONS = 20;
  private static final int FOR_EVER = 100_000;

  /** Generations that are qualified before anything happens. */
  private static final int HEALTHY_GENERATIONS = 2;

  private static final long INTERVAL_SECONDS = 2;
  private static final long TIMEOUT_SECONDS = 10;

  /**
   * From the moment from which a member can run: an interval and its jitter, a timeout, and the end
   * of a JVM in a guest.
   */
  private static final long BOUND_NANOS =
      TimeUnit.MILLISECONDS.toNanos(INTERVAL_SECONDS * 1100 + TIMEOUT_SECONDS * 1000 + 3000);

  /** Beyond that it is told that there is no end. */
  private static final long LIMIT_NANOS = BOUND_NANOS + TimeUnit.SECONDS.toNanos(60);

  private static final long START_NANOS = TimeUnit.SECONDS.toNanos(120);
  private static final long HEALTHY_NANOS = TimeUnit.SECONDS.toNanos(300);
  private static final int SECONDS = 60;
  private static final int PORT = 7801;
  private static final String MEMORY = "/run";
  private static final String GROUP = MEMORY + "/group";
  private static final String SECRET = MEMORY + "/secret";

  private final NfsGuests guests;
  private final Class<?> holdfast;
  private final Path scratch;
  private final RenewalCase how;
  private final String directory;
  private final Map<String, String> ends = new TreeMap<>();
  private final List<WatchProcess> members = new ArrayList<>();

  /**
   * @param holdfast the program whose {@code watch} is run
   * @param scratch a directory for what members print
   */
  RenewalRun(NfsGuests guests, Class<?> holdfast, Path scratch, RenewalCase how) {
    this.guests = guests;
    this.holdfast = holdfast;
    this.scratch = scratch;
    this.how = how;
    this.directory = ClientGuest.MOUNT_POINT + "/" + how.shortId();
  }

  /** What became of the members. */
  Observation run() throws IOException {
    long begun = System.nanoTime();
    try {
      start();
      if (how == RenewalCase.HEALTHY) {
        for (WatchProcess member : members) {
          Optional<Integer> status = member.awaitEnd(HEALTHY_NANOS);
          ends.put(member.name(), ended(member, status));
        }
      } else {
        for (WatchProcess member : members) {
          member.awaitGeneration(HEALTHY_GENERATIONS, START_NANOS);
        }
        befall();
      }
      return observation(System.nanoTime() - begun);
    } finally {
      members.forEach(WatchProcess::kill);
    }
  }

  private void start() throws IOException {
    List<Guest> clients = List.of(guests.alpha().guest(), guests.beta().guest());
    clients.get(0).run(SECONDS, "mkdir", "-m", "700", directory);
    for (Guest client : clients) {
      client.run(
          SECONDS,
          "sh",
          "-c",
          "umask 077; echo \"$1\" >" + GROUP + "; echo \"$2\" >" + SECRET,
          "sh",
          group(),
          "only the members of this lab know this secret");
      Path printed = scratch.resolve(how.shortId() + "-" + client.name().word());
      members.add(WatchProcess.start(client, watch(client.name()), printed));
    }
  }

  private static String group() {
    List<String> seats = new ArrayList<>();
    for (GuestName name : List.of(GuestName.ALPHA, GuestName.BETA)) {
      seats.add(
          "{\"name\":\"%s\",\"host\":\"%s\",\"port\":%d}"
              .formatted(name.word(), name.managementAddress(), PORT));
    }
    return "{\"schema\":\"holdfast-group-v1\",\"members\":[" + String.join(",", seats) + "]}";
  }

  private List<String> watch(GuestName name) {
    boolean isHealthy = how == RenewalCase.HEALTHY;
    List<String> words =
        List.of(
            "watch",
            directory,
            "--interval=" + INTERVAL_SECONDS + "s",
            "--timeout=" + TIMEOUT_SECONDS + "s",
            "--require=flock",
            "--generations=" + (isHealthy ? GENERATIONS : FOR_EVER),
            "--group=" + GROUP,
            "--name=" + name.word(),
            "--secret=" + SECRET,
            "--json=-");
    return LabNamespace.java(holdfast, words, Path.of(MEMORY));
  }

  // ---- what befalls them

  private void befall() throws IOException {
    WatchProcess alpha = members.get(0);
    WatchProcess beta = members.get(1);
    long since = System.nanoTime();
    switch (how) {
      case CLIENT_CUT -> {
        guests.network().cut(GuestName.BETA);
        take(alpha, since);
        guests.network().heal(GuestName.BETA);
        take(beta, System.nanoTime());
      }
      case CLIENT_FROZEN -> {
        guests.beta().guest().freeze();
        take(alpha, since);
        guests.beta().guest().thaw();
        take(beta, System.nanoTime());
      }
      case SERVER_CRASHED -> {
        guests.server().guest().kill();
        LockSupport.parkNanos(BOUND_NANOS);
        guests.server().comeBack();
        long back = System.nanoTime() + TimeUnit.SECONDS.toNanos(NfsGuests.LEASE_SECONDS);
        take(alpha, back);
        take(beta, back);
      }
      case HEALTHY -> throw new IllegalStateException("nothing befalls them");
    }
  }

  /**
   * Takes a member's end.
   *
   * @param since from when on it can run
   */
  private void take(WatchProcess member, long since) throws IOException {
    Optional<Integer> status = member.awaitEnd(since + LIMIT_NANOS - System.nanoTime());
    long late = System.nanoTime() - since - BOUND_NANOS;
    String end = ended(member, status);
    if (status.isPresent()) {
      end = status.get() + (late <= 0 ? " in time" : " late by " + seconds(late));
    }
    ends.put(member.name(), end);
  }

  private static String ended(WatchProcess member, Optional<Integer> status) throws IOException {
    if (status.isEmpty()) {
      return "no end";
    }
    OptionalLong generation = member.lastGeneration();
    return status.get()
        + (generation.isPresent() ? " after generation " + generation.getAsLong() : " at once");
  }

  private Observation observation(long nanos) throws IOException {
    boolean isQualified = ends.values().stream().allMatch(ENDED_AS_ASKED::equals);
    List<String> words = new ArrayList<>();
    for (WatchProcess member : members) {
      words.add(member.name() + ": " + member.lastWords());
    }
    return new Observation(
        isQualified ? Outcome.QUALIFIED : Outcome.REFUSED,
        isQualified ? "" : String.join("; ", words),
        "nfs4",
        ends,
        Map.of(),
        List.of(),
        List.of(),
        nanos);
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
  }
}
