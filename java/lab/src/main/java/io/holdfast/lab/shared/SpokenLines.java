package io.holdfast.lab.shared;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Lines that a program says and is told, for a listener who must not wait for ever: the program may
 * hang in a call that its storage does not answer. Used by one thread.
 */
final class SpokenLines implements AutoCloseable {

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private final Process process;
  private final InputStream said;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  /** Of a program that was just started. */
  SpokenLines(Process process) {
    this.process = process;
    this.said = process.getInputStream();
  }

  /** Says a line to it. Nothing happens where it has ended: the silence that follows is told. */
  void say(String words) {
    OutputStream told = process.getOutputStream();
    try {
      told.write((words + "\n").getBytes(StandardCharsets.US_ASCII));
      told.flush();
    } catch (IOException e) {
      process.destroy();
    }
  }

  /**
   * The next whole line.
   *
   * @param deadlineNanos of {@link System#nanoTime}
   * @return empty where it says none until then, or has ended
   */
  Optional<String> next(long deadlineNanos) throws IOException {
    while (true) {
      boolean isAlive = process.isAlive();
      while (said.available() > 0) {
        int one = said.read();
        if (one == '\n') {
          String whole = line.toString(StandardCharsets.US_ASCII);
          line.reset();
          return Optional.of(whole);
        }
        line.write(one);
      }
      if (!isAlive || System.nanoTime() - deadlineNanos > 0) {
        return Optional.empty();
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  /** SIGKILL; where it hangs in the kernel it goes with the namespaces. */
  @Override
  public void close() {
    process.destroyForcibly();
  }
}
