package io.holdfast.lab.shared;

import io.holdfast.lab.RigException;
import io.holdfast.lab.guest.Guest;
import io.holdfast.lab.lease.ContestedTable;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Two clients strive for one lease table with moved fences; each is frozen in turn for longer than
 * a lease lives, at whatever step it is. Used by one thread.
 */
final class FenceContest {

  private static final long RUNNING_NANOS = TimeUnit.MILLISECONDS.toNanos(2500);
  private static final long FROZEN_NANOS =
      TimeUnit.MILLISECONDS.toNanos(ContestedTable.TTL_MILLIS * 3);
  private static final int SECONDS = 60;
  private static final Path LEDGER = SpeakingProgram.MEMORY.resolve("ledger");

  private final NfsGuests guests;
  private final Path scratch;

  /**
   * @param scratch a directory for what coordinators say of their own failures
   */
  FenceContest(NfsGuests guests, Path scratch) {
    this.guests = guests;
    this.scratch = scratch;
  }

  /**
   * Makes one contest on what both have mounted.
   *
   * @param name of the table; a fresh one
   * @param seconds how long it lasts
   */
  ContestedTable.Result run(String name, int seconds, long seed)
      throws IOException, InterruptedException {
    String table = ClientGuest.MOUNT_POINT + "/" + name;
    List<Guest> clients = List.of(guests.alpha().guest(), guests.beta().guest());
    clients.get(0).run(SECONDS, "mkdir", "-m", "700", table);
    ContestedTable contest = new ContestedTable();
    for (Guest client : clients) {
      client.run(SECONDS, "rm", "-f", LEDGER.toString());
      int number = client.name().number();
      List<String> program =
          ContestedTable.program(
              number,
              RawPath.of(table),
              RawPath.of(LEDGER.toString()),
              SpeakingProgram.MEMORY,
              seed);
      Path errors = scratch.resolve(client.name().word() + ".errors");
      contest.start(number, SpeakingProgram.commandLine(client, program), errors);
    }
    contest.awaitUp();
    freezeInTurn(clients, System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds));
    end(contest, clients);
    for (Guest client : clients) {
      contest.addLedger(client.run(SECONDS, "cat", LEDGER.toString()));
    }
    return contest.result();
  }

  private static void end(ContestedTable contest, List<Guest> clients) throws IOException {
    try {
      contest.end();
    } catch (RigException e) {
      StringBuilder said = new StringBuilder(e.getMessage());
      for (Guest client : clients) {
        said.append("; ").append(SpeakingProgram.errors(client, 1));
      }
      throw new RigException(said.toString(), e);
    }
  }

  private static void freezeInTurn(List<Guest> clients, long endNanos) throws IOException {
    for (int turn = 0; System.nanoTime() - endNanos < 0; turn++) {
      LockSupport.parkNanos(RUNNING_NANOS);
      Guest victim = clients.get(turn % clients.size());
      victim.freeze();
      LockSupport.parkNanos(FROZEN_NANOS);
      victim.thaw();
    }
  }
}
