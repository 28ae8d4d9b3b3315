package io.holdfast.litmus;

import io.holdfast.clock.NanoClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A host that is reached through ssh, or through any program that is called as ssh is: {@code
 * PROGRAM... HOST COMMAND}, whose standard input and output are those of the command there.
 *
 * <p>A first connection puts the agent there: into a directory of its own (0700, below {@code
 * $TMPDIR} or {@code /tmp}), in pieces each of which is asked for, so that nothing here waits in a
 * full pipe. Its SHA-256 is checked there, and whether it can be executed. That connection stays
 * and removes the directory when its standard input ends, which is when this object is closed or
 * this process is gone. Each agent is a connection more.
 *
 * <p>What a login shell prints before is passed by, here and before the first answer of an agent,
 * also where it leaves its last line open: an empty one is printed first.
 *
 * <p>Needs there: a POSIX shell, mktemp, head -c, sha256sum. To be used by one thread.
 */
public final class RemoteHost implements AgentLauncher, AutoCloseable {

  /**
   * How many connections may be on their way at a time: sshd turns strangers away where ten are at
   * its door (MaxStartups), and one host may be the door of many.
   */
  public static final int AT_ONCE = 8;

  private static final int PIECE_BYTES = 32 * 1024;
  private static final int LINE_LIMIT = 4096;
  private static final int FOREIGN_LINES = 200;
  private static final String MARK = "holdfast: ";
  private static final long PARK_NANOS = 500_000L;
  private static final long END_NANOS = 500_000_000L;

  /**
   * One line without single quotes, backslashes and exclamation marks: any login shell passes it
   * on. SIZE, PIECE and SUM stand for what is sent.
   */
  private static final String SCRIPT =
      "echo; LC_ALL=C; export LC_ALL; umask 077;"
          + " d=$(mktemp -d \"${TMPDIR:-/tmp}/holdfast.XXXXXXXXXX\") ||"
          + " { echo \"holdfast: no-directory\"; exit 1; };"
          + " bye() { rm -rf -- \"$d\"; }; trap bye 0; trap \"exit 1\" 1 2 13 15;"
          + " echo \"holdfast: ready $(uname -s) $(uname -m)\"; n=SIZE;"
          + " while [ $n -gt 0 ]; do c=PIECE; if [ $n -lt $c ]; then c=$n; fi;"
          + " head -c $c >> \"$d/agent\" || exit 1; n=$((n - c)); echo \"holdfast: more\"; done;"
          + " s=$(sha256sum \"$d/agent\" | cut -c 1-64);"
          + " if [ \"$s\" = SUM ]; then :; else echo \"holdfast: sha $s\"; exit 1; fi;"
          + " chmod 700 \"$d/agent\";"
          + " if [ ! -x \"$d/agent\" ]; then echo \"holdfast: noexec $d\"; exit 1; fi;"
          + " v=$(\"$d/agent\" --version 2>&1) || { echo \"holdfast: unusable $v\"; exit 1; };"
          + " echo \"holdfast: here $d/agent\"; cat > /dev/null";

  private final String host;
  private final List<String> shell;
  private final AgentFile file;
  private final NanoClock clock;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private @Nullable Process connection;
  private String agentPath = "";

  /**
   * Connects to nothing yet.
   *
   * @param shell the program and its options, e.g. {@code ssh -T -o BatchMode=yes}
   */
  public RemoteHost(String host, List<String> shell, AgentFile file, NanoClock clock) {
    this.host = host;
    this.shell = List.copyOf(shell);
    this.file = file;
    this.clock = clock;
  }

  /** Begins to connect and does not wait for it. */
  public void connect() throws LitmusException {
    String script =
        SCRIPT
            .replace("SIZE", Integer.toString(file.bytes().length))
            .replace("PIECE", Integer.toString(PIECE_BYTES))
            .replace("SUM", file.sha256());
    try {
      connection = new ProcessBuilder(command("sh -c '" + script + "'")).start();
    } catch (IOException e) {
      throw new LitmusException(
          host + ": " + shell.get(0) + " cannot be run: " + e.getMessage(), e);
    }
  }

  /** Puts the agent there; {@link #connect} came before. */
  public void install(long deadlineNanos) throws LitmusException {
    String[] ready = expect("ready", deadlineNanos).split(" ", -1);
    String machine = System.getProperty("os.arch", "");
    String there = ready.length > 1 ? ready[1] : "";
    if (!there.equals("x86_64") == machine.equals("amd64")) {
      throw new LitmusException(
          host + ": its machine is " + there + ", and the agent that is here is for " + machine);
    }
    byte[] bytes = file.bytes();
    for (int at = 0; at < bytes.length; at += PIECE_BYTES) {
      send(bytes, at, Math.min(PIECE_BYTES, bytes.length - at));
      expect("more", deadlineNanos);
    }
    agentPath = expect("here", deadlineNanos);
  }

  @Override
  public Process launch() throws IOException {
    return new ProcessBuilder(command("echo; exec \"" + agentPath + "\""))
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private List<String> command(String remote) {
    List<String> command = new ArrayList<>(shell);
    command.add(host);
    command.add(remote);
    return command;
  }

  private Process connection() {
    if (connection == null) {
      throw new IllegalStateException("not connected");
    }
    return connection;
  }

  private void send(byte[] bytes, int offset, int length) throws LitmusException {
    try {
      OutputStream out = connection().getOutputStream();
      out.write(bytes, offset, length);
      out.flush();
    } catch (IOException e) {
      throw ended();
    }
  }

  /** The rest of the next line of ours that begins with a word; what others print is passed by. */
  private String expect(String word, long deadlineNanos) throws LitmusException {
    for (int foreign = 0; foreign < FOREIGN_LINES; foreign++) {
      String text = nextLine(deadlineNanos);
      if (text.startsWith(MARK + word)) {
        return text.substring((MARK + word).length()).strip();
      }
      if (text.startsWith(MARK)) {
        throw refused(text.substring(MARK.length()));
      }
    }
    throw new LitmusException(host + ": its login shell prints without end");
  }

  private LitmusException refused(String text) {
    if (text.startsWith("no-directory")) {
      return new LitmusException(
          host + ": no directory for the agent can be made below $TMPDIR or /tmp there");
    }
    if (text.startsWith("sha")) {
      return new LitmusException(
          host + ": the agent did not arrive as it was sent (SHA-256 " + text.substring(3) + ")");
    }
    if (text.startsWith("noexec") || text.contains("Permission denied")) {
      return new LitmusException(
          host
              + ": the agent may not be executed below $TMPDIR or /tmp there: mounted noexec? set"
              + " TMPDIR there to a directory without noexec");
    }
    if (text.contains("format error") || text.contains("yntax error")) {
      // A shell reads what the kernel refuses as if it were a script.
      return new LitmusException(
          host
              + ": the kernel there does not execute the agent that is here, which is for "
              + System.getProperty("os.arch", "another architecture"));
    }
    return new LitmusException(host + ": the agent does not run there: " + text);
  }

  private String nextLine(long deadlineNanos) throws LitmusException {
    InputStream in = connection().getInputStream();
    for (; ; ) {
      try {
        while (in.available() > 0) {
          int next = in.read();
          if (next == '\n' || line.size() >= LINE_LIMIT) {
            String text = line.toString(StandardCharsets.UTF_8);
            line.reset();
            return text;
          }
          line.write(next);
        }
        if (!connection().isAlive() && in.available() == 0) {
          throw ended();
        }
      } catch (IOException e) {
        throw ended();
      }
      if (clock.nanoTime() - deadlineNanos >= 0) {
        throw new LitmusException(
            host + ": phase membership: it did not answer through " + shell.get(0) + " in time");
      }
      LockSupport.parkNanos(PARK_NANOS);
    }
  }

  /** The connection is over; what the program complained about last says why. */
  private LitmusException ended() {
    String complaint = "";
    try {
      InputStream errors = connection().getErrorStream();
      byte[] said = errors.readNBytes(Math.min(errors.available(), LINE_LIMIT));
      String[] lines = new String(said, StandardCharsets.UTF_8).strip().split("\n", -1);
      complaint = lines[lines.length - 1].strip();
    } catch (IOException e) {
      complaint = String.valueOf(e.getMessage());
    }
    String who = shell.get(0) + ": ";
    String why = complaint.isEmpty() ? "the connection ended" : complaint;
    return new LitmusException(host + ": " + (why.startsWith(who) ? why : who + why));
  }

  /** Ends the connection's input, and with it the agent's directory there; waits for nothing. */
  public void letGo() {
    Process process = connection;
    if (process == null) {
      return;
    }
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // The other end is gone, which is as good.
      process.destroyForcibly();
    }
  }

  /** {@link #letGo}, and waits half a second at most until the connection is over. */
  @Override
  public void close() {
    closeBy(clock.nanoTime() + END_NANOS);
  }

  /** {@link #close} that waits no longer than until a deadline. */
  public void closeBy(long deadlineNanos) {
    letGo();
    Process process = connection;
    if (process != null) {
      while (process.isAlive() && clock.nanoTime() - deadlineNanos < 0) {
        LockSupport.parkNanos(PARK_NANOS);
      }
      process.destroyForcibly();
    }
  }
}
