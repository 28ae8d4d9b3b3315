package io.holdfast.litmus;

import io.holdfast.posix.Errno;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Files with locks in memory, and agents on them: as much of the protocol as {@link LockLitmus}
 * speaks, with the lies of real storage. A path is one mount.
 */
final class FakeStorage implements AgentLauncher {

  /** How locks of a kind behave. */
  enum Locks {
    TRUE,
    LOCAL,
    NO_OWNER,
    GRANTED,
    NO_RELEASE
  }

  private final Map<LockKind, Locks> locks = new EnumMap<>(LockKind.class);
  private final Map<LockKind, Errno> refusals = new EnumMap<>(LockKind.class);
  private final Map<String, byte[]> files = new HashMap<>();
  private final Set<Held> held = new HashSet<>();
  private final List<FakeProcess> processes = new ArrayList<>();
  private final List<String> requests = new ArrayList<>();
  private Errno busy = Errno.EAGAIN;
  private boolean mandatory;
  private int lateReleases;
  private final Map<String, Integer> late = new HashMap<>();
  private Predicate<String> isHanging = command -> false;

  private record Held(LockKind kind, String file, String mount, int process, int descriptor) {}

  FakeStorage with(LockKind kind, Locks behaviour) {
    locks.put(kind, behaviour);
    return this;
  }

  FakeStorage withAll(Locks behaviour) {
    for (LockKind kind : LockKind.values()) {
      locks.put(kind, behaviour);
    }
    return this;
  }

  FakeStorage refusing(LockKind kind, Errno errno) {
    refusals.put(kind, errno);
    return this;
  }

  /** SMB: busy is EACCES, and a locked file cannot be read. */
  FakeStorage mandatory() {
    busy = Errno.EACCES;
    mandatory = true;
    return this;
  }

  /** FUSE: what a close frees is free only after so many tries more. */
  FakeStorage releasingLate(int tries) {
    lateReleases = tries;
    return this;
  }

  /** Requests that match never get an answer. */
  FakeStorage hangingOn(Predicate<String> command) {
    isHanging = command;
    return this;
  }

  /** Everything that was asked, without numbers, in order. */
  List<String> requests() {
    return requests;
  }

  boolean isAnyProcessAlive() {
    return processes.stream().anyMatch(FakeProcess::isAlive);
  }

  @Override
  public Process launch() {
    AgentSession session = new AgentSession(processes.size());
    FakeProcess process = new FakeProcess((self, line) -> session.answer(line));
    process.atDeath(session::die);
    processes.add(process);
    return process;
  }

  /** One agent. */
  private final class AgentSession {
    private final int number;
    private final Map<Integer, String> handles = new HashMap<>();
    private String mount = "";
    private int nextHandle = 1;

    AgentSession(int number) {
      this.number = number;
    }

    void die() {
      held.removeIf(h -> h.process() == number);
    }

    @Nullable String answer(String line) {
      int space = line.indexOf(' ');
      String command = line.substring(space + 1);
      requests.add(command);
      if (isHanging.test(command)) {
        return null;
      }
      return "=" + line.substring(0, space) + " " + reply(command.split(" ", -1));
    }

    private String reply(String[] word) {
      return switch (word[0]) {
        case "hello" -> "ok 1 boot 00 " + number + " 0 0.1.0 00 00";
        case "root" -> {
          mount = new String(Spelling.unhex(word[1]), StandardCharsets.US_ASCII);
          yield "ok 0 " + mount.hashCode() + " 2 0";
        }
        case "dir" -> "ok " + open(word[2]);
        case "open" -> openFile(word);
        case "write" -> {
          files.put(handles.get(Integer.parseInt(word[1])), Spelling.unhex(word[3]));
          yield "ok " + word[3].length() / 2;
        }
        case "read", "fresh" -> read(word);
        case "close" -> {
          close(Integer.parseInt(word[1]));
          yield "ok";
        }
        default -> lock(word);
      };
    }

    private int open(String file) {
      handles.put(nextHandle, file);
      return nextHandle++;
    }

    private String openFile(String[] word) {
      boolean create = word[3].contains("creat");
      if (create == files.containsKey(word[2])) {
        return create ? "err 17 EEXIST openat" : "err 2 ENOENT openat";
      }
      files.putIfAbsent(word[2], new byte[0]);
      return "ok " + open(word[2]);
    }

    private String read(String[] word) {
      String file = word[0].equals("read") ? handles.get(Integer.parseInt(word[1])) : word[2];
      boolean forbidden =
          mandatory && held.stream().anyMatch(h -> h.file().equals(file) && h.process() != number);
      return forbidden ? "err 13 EACCES read" : "ok " + Spelling.hex(files.get(file));
    }

    private void close(int handle) {
      String file = handles.remove(handle);
      boolean freed =
          held.removeIf(
              h ->
                  h.process() == number
                      && h.file().equals(file)
                      && behaviour(h.kind()) != Locks.NO_RELEASE
                      && (h.kind() == LockKind.POSIX || h.descriptor() == handle));
      if (freed) {
        late.put(file, lateReleases);
      }
    }

    private String lock(String[] word) {
      LockKind kind = LockKind.valueOf(word[0].toUpperCase(java.util.Locale.ROOT));
      Errno refusal = refusals.get(kind);
      if (refusal != null) {
        return "err " + refusal.number() + " " + refusal.symbol() + " " + word[0];
      }
      int handle = Integer.parseInt(word[1]);
      String file = handles.get(handle);
      if (word[2].equals("un")) {
        if (behaviour(kind) != Locks.NO_RELEASE) {
          held.removeIf(h -> h.kind() == kind && h.file().equals(file) && isMine(h, handle));
        }
        return "ok";
      }
      if (isBusy(kind, file, handle) || late.merge(file, -1, Integer::sum) >= 0) {
        return "err " + busy.number() + " " + busy.symbol() + " " + word[0];
      }
      held.add(new Held(kind, file, mount, number, handle));
      return "ok";
    }

    private boolean isMine(Held h, int handle) {
      return h.process() == number && (h.kind() == LockKind.POSIX || h.descriptor() == handle);
    }

    private boolean isBusy(LockKind kind, String file, int handle) {
      return held.stream()
          .filter(h -> h.kind() == kind && h.file().equals(file) && !isMine(h, handle))
          .anyMatch(
              h ->
                  switch (behaviour(kind)) {
                    case TRUE, NO_RELEASE -> true;
                    case LOCAL -> h.mount().equals(mount);
                    case NO_OWNER -> !h.mount().equals(mount);
                    case GRANTED -> false;
                  });
    }
  }

  private Locks behaviour(LockKind kind) {
    return locks.getOrDefault(kind, Locks.TRUE);
  }
}
