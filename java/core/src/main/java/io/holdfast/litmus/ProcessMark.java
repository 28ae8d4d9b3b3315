package io.holdfast.litmus;

import io.holdfast.mount.KernelFiles;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Names one process among all that ever ran: boot id, pid namespace, pid and start time (field 22
 * of proc_pid_stat(5), clock ticks since boot).
 *
 * @param namespace as in /proc/self/ns/pid; {@link #NOBODY} where the kernel does not tell, or
 *     where /proc belongs to another pid namespace
 */
public record ProcessMark(String bootId, String namespace, long pid, long startTicks) {

  static final String NOBODY = "-";

  private static final String SCHEMA = "holdfast-probe-v1";
  private static final int START_TIME_AFTER_COMMAND = 19;

  /** This process. Asks /proc, which may be that of another pid namespace, or not be there. */
  public static ProcessMark own(Posix posix, HostIdentity host) {
    Optional<ProcStat> stat = stat(posix, "self");
    long pid = posix.getpid();
    byte[] buffer = new byte[64];
    int length = posix.readlinkat(Flags.AT_FDCWD, Spelling.bytes("/proc/self/ns/pid"), buffer);
    boolean known = length > 0 && stat.isPresent() && stat.get().pid() == pid;
    String namespace =
        known ? RawPath.of(Arrays.copyOf(buffer, length)).toString().replace(' ', '_') : NOBODY;
    return new ProcessMark(
        host.bootId(), namespace, pid, stat.map(ProcStat::startTicks).orElse(0L));
  }

  /** Whether both are marks of one kernel's processes with comparable pids. */
  public boolean canJudge(ProcessMark other) {
    return bootId.equals(other.bootId)
        && !namespace.equals(NOBODY)
        && namespace.equals(other.namespace);
  }

  /** Whether the process runs; to be asked only where {@link #canJudge}. */
  public boolean isRunning(Posix posix) {
    return stat(posix, Long.toString(pid)).map(s -> s.startTicks() == startTicks).orElse(false);
  }

  /** One line of words, which {@link #parse} reads. */
  public byte[] toBytes() {
    String line = String.join(" ", SCHEMA, bootId, namespace, pid + "", startTicks + "");
    return (line + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /** Reads {@link #toBytes}; empty for anything else, a cut one included. */
  public static Optional<ProcessMark> parse(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    String[] words = text.strip().split(" ", -1);
    if (words.length != 5 || !words[0].equals(SCHEMA) || !text.endsWith("\n")) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new ProcessMark(words[1], words[2], Long.parseLong(words[3]), Long.parseLong(words[4])));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private record ProcStat(long pid, long startTicks) {}

  private static Optional<ProcStat> stat(Posix posix, String process) {
    try {
      String text = KernelFiles.line(posix, "/proc/" + process + "/stat");
      String[] behindCommand = text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
      return Optional.of(
          new ProcStat(
              Long.parseLong(text.substring(0, text.indexOf(' '))),
              Long.parseLong(behindCommand[START_TIME_AFTER_COMMAND])));
    } catch (PosixException | RuntimeException e) {
      return Optional.empty();
    }
  }
}
