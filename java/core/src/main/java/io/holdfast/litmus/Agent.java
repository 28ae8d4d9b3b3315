package io.holdfast.litmus;

import io.holdfast.clock.NanoClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Speaks with one {@code holdfast-agent}: numbered requests, one answer each, in order.
 *
 * <p><b>Never hangs.</b> There is no thread behind it, because a thread that is inside read(2) on a
 * pipe is not woken by closing the pipe, and a process that hangs in the kernel keeps its pipes
 * open after SIGKILL. Instead {@link #receive} asks how many bytes are in the pipe (FIONREAD) and
 * parks for some microseconds between two looks. Requests on their way never exceed {@value
 * #WINDOW_BYTES} bytes, the smallest capacity of a pipe, so that writing does not wait for a
 * process that is stuck in a call; a single longer request (a long path) is sent only when nothing
 * is on its way, which is when the agent is reading.
 *
 * <p>Lines before the first answer are not the agent's: a login shell between here and there greets
 * whoever comes. They are passed by.
 *
 * <p>An agent that was silent once is killed and stays silent. To be used by one thread.
 */
final class Agent implements AutoCloseable {

  /** Protocol version. */
  static final String VERSION = "1";

  /** Most bytes of requests that are sent and not yet answered. */
  static final int WINDOW_BYTES = 4096;

  /** Longest line in either direction. */
  static final int LINE_LIMIT = 128 * 1024;

  private static final Pattern ANSWER = Pattern.compile("=[0-9]+ ");

  /** Most lines before the first answer. */
  private static final int FOREIGN_LINES = 200;

  private static final long KILL_WAIT_NANOS = 2_000_000_000L;
  private static final int SPINS = 50;
  private static final long FIRST_PARK_NANOS = 20_000L;
  private static final long LAST_PARK_NANOS = 1_000_000L;

  private final Process process;
  private final InputStream answers;
  private final OutputStream requests;
  private final NanoClock clock;
  private final ArrayDeque<Request> outstanding = new ArrayDeque<>();
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final byte[] chunk = new byte[4096];
  private int chunkAt;
  private int chunkEnd;
  private int outstandingBytes;
  private int foreignLines;
  private boolean hasSpoken;
  private long nextSequence = 1;
  private Reply.@Nullable Silent end;

  private record Request(long sequence, String command, int bytes, long sentNanos) {}

  private Agent(Process process, NanoClock clock) {
    this.process = process;
    this.answers = process.getInputStream();
    this.requests = process.getOutputStream();
    this.clock = clock;
  }

  /** Starts a process; it has said nothing yet. */
  static Agent start(AgentLauncher launcher, NanoClock clock) throws IOException {
    return new Agent(launcher.launch(), clock);
  }

  /** Whether it may still answer. */
  boolean isUsable() {
    return end == null;
  }

  /** Sends one request and waits for its answer; nothing may be on its way. */
  Reply call(String command, long deadlineNanos) {
    if (!outstanding.isEmpty()) {
      throw new IllegalStateException("answers are waiting to be received");
    }
    send(command);
    return receive(deadlineNanos);
  }

  /**
   * Sends many requests without waiting for each answer, in order.
   *
   * @return one answer for each
   */
  List<Reply> callAll(List<String> commands, long deadlineNanos) {
    List<Reply> replies = new ArrayList<>(commands.size());
    for (String command : commands) {
      while (!hasRoomFor(command)) {
        replies.add(receive(deadlineNanos));
      }
      send(command);
    }
    while (replies.size() < commands.size()) {
      replies.add(receive(deadlineNanos));
    }
    return replies;
  }

  /** Whether {@link #send} may take this request now. */
  boolean hasRoomFor(String command) {
    return outstanding.isEmpty() || outstandingBytes + length(command) <= WINDOW_BYTES;
  }

  /** Sends a request; its answer is the next that {@link #receive} gives when earlier ones are. */
  void send(String command) {
    if (!hasRoomFor(command)) {
      throw new IllegalStateException("too many requests on their way");
    }
    long sequence = nextSequence++;
    byte[] bytes = (sequence + " " + command + "\n").getBytes(StandardCharsets.US_ASCII);
    if (bytes.length > LINE_LIMIT) {
      throw new IllegalArgumentException("a request has at most " + LINE_LIMIT + " bytes");
    }
    outstanding.add(new Request(sequence, command, length(command), clock.nanoTime()));
    outstandingBytes += length(command);
    if (end != null) {
      return;
    }
    try {
      requests.write(bytes);
      requests.flush();
    } catch (IOException e) {
      end = ended();
    }
  }

  /** The answer to the oldest request that has none yet. At the deadline the process is killed. */
  Reply receive(long deadlineNanos) {
    Request request = outstanding.remove();
    outstandingBytes -= request.bytes();
    String prefix = "=" + request.sequence() + " ";
    String text = nextLine(request, deadlineNanos);
    while (text != null && isForeign(text, request)) {
      text = nextLine(request, deadlineNanos);
    }
    if (text == null) {
      return end == null ? ended() : end;
    }
    hasSpoken = true;
    if (!text.startsWith(prefix)) {
      kill();
      end = new Reply.Silent("answered out of turn: " + shortened(text));
      return end;
    }
    return Reply.parse(text.substring(prefix.length()));
  }

  /** Whether a line is somebody else's; an answer is not, nor is the echo of a terminal. */
  private boolean isForeign(String text, Request request) {
    if (hasSpoken || ANSWER.matcher(text).lookingAt()) {
      return false;
    }
    boolean isEcho = text.strip().equals(request.sequence() + " " + request.command());
    return !isEcho && foreignLines++ < FOREIGN_LINES;
  }

  /** Whether {@link #receive} would not wait: an answer has come, or none will. */
  boolean hasAnswered() {
    try {
      return end != null || chunkAt < chunkEnd || answers.available() > 0 || !process.isAlive();
    } catch (IOException e) {
      return true;
    }
  }

  /** Lets it end by itself: there are no more requests. */
  void dismiss() {
    closeQuietly(requests);
  }

  /** SIGKILL. Whatever is asked afterwards is answered {@link Reply.Silent}. */
  void kill() {
    if (end == null) {
      end = new Reply.Silent("was killed");
    }
    process.destroyForcibly();
  }

  /**
   * SIGKILL, then waits up to two seconds until the process is gone.
   *
   * @return false when it is still there: it hangs in the kernel
   */
  boolean killAndWait() {
    return killAndWait(clock.nanoTime() + KILL_WAIT_NANOS);
  }

  /** {@link #killAndWait()} that waits until a deadline, and two seconds at most. */
  boolean killAndWait(long deadlineNanos) {
    kill();
    return hasEnded(deadlineNanos);
  }

  /**
   * Asks the process to kill itself where it runs, and waits until it is gone: what stands between
   * here and there is killed only then.
   */
  boolean dieAndWait(long deadlineNanos) {
    if (end == null && outstanding.isEmpty()) {
      send("die");
      hasEnded(deadlineNanos);
    }
    return killAndWait(deadlineNanos);
  }

  /** Lets go of the pipes of a process that has ended. */
  @Override
  public void close() {
    kill();
    if (!process.isAlive()) {
      closeQuietly(requests);
      closeQuietly(answers);
    }
  }

  /** Waits until the process is gone: until a deadline, and two seconds at most. */
  boolean hasEnded(long deadlineNanos) {
    long deadline = Math.min(deadlineNanos - clock.nanoTime(), KILL_WAIT_NANOS) + clock.nanoTime();
    for (int looks = 0; process.isAlive(); looks++) {
      if (clock.nanoTime() - deadline >= 0) {
        return false;
      }
      pause(looks);
    }
    return true;
  }

  private @Nullable String nextLine(Request request, long deadlineNanos) {
    for (int looks = 0; end == null; looks++) {
      try {
        if (fill()) {
          String text = takeLine();
          if (text != null) {
            return text;
          }
          looks = 0;
          continue;
        }
        if (!process.isAlive() && answers.available() == 0) {
          end = ended();
          return null;
        }
      } catch (IOException e) {
        end = ended();
        return null;
      }
      long now = clock.nanoTime();
      if (now - deadlineNanos >= 0) {
        silence(request, now);
        return null;
      }
      pause(looks);
    }
    return null;
  }

  /** Whether there are bytes to look at. */
  private boolean fill() throws IOException {
    if (chunkAt < chunkEnd) {
      return true;
    }
    int available = answers.available();
    if (available <= 0) {
      return false;
    }
    chunkAt = 0;
    chunkEnd = Math.max(0, answers.read(chunk, 0, Math.min(available, chunk.length)));
    return chunkEnd > 0;
  }

  private @Nullable String takeLine() throws IOException {
    for (; chunkAt < chunkEnd; chunkAt++) {
      if (chunk[chunkAt] == '\n') {
        chunkAt++;
        String text = line.toString(StandardCharsets.US_ASCII);
        line.reset();
        return text;
      }
      if (line.size() >= LINE_LIMIT) {
        throw new IOException("the answer has no end");
      }
      line.write(chunk[chunkAt]);
    }
    return null;
  }

  private void silence(Request request, long now) {
    String command = shortened(request.command());
    kill();
    end =
        new Reply.Silent(
            "did not answer within "
                + Spelling.duration(now - request.sentNanos())
                + " and was killed ("
                + command
                + ")");
  }

  private Reply.Silent ended() {
    process.destroyForcibly();
    return new Reply.Silent("ended before it answered");
  }

  private static int length(String command) {
    return command.length() + 21;
  }

  private static String shortened(String text) {
    return text.length() <= 60 ? text : text.substring(0, 57) + "...";
  }

  private static void pause(int looks) {
    if (looks < SPINS) {
      Thread.onSpinWait();
    } else {
      long nanos = FIRST_PARK_NANOS << Math.min(6, (looks - SPINS) / 16);
      LockSupport.parkNanos(Math.min(LAST_PARK_NANOS, nanos));
    }
  }

  private static void closeQuietly(java.io.Closeable stream) {
    try {
      stream.close();
    } catch (IOException e) {
      // The process is gone; there is nothing left to lose on its pipe.
    }
  }
}
