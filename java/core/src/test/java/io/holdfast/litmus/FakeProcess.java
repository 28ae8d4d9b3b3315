package io.holdfast.litmus;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A process without a process: each line written to it is answered at once by a function, or not at
 * all. No thread behind it.
 */
final class FakeProcess extends Process {

  private final BiFunction<FakeProcess, String, @Nullable String> answer;
  private final ArrayDeque<Byte> answers = new ArrayDeque<>();
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private Runnable atDeath = () -> {};
  private boolean alive = true;
  private boolean unkillable;

  /**
   * @param answer from a line without its end to the answer without its end; null is silence
   */
  FakeProcess(BiFunction<FakeProcess, String, @Nullable String> answer) {
    this.answer = answer;
  }

  FakeProcess atDeath(Runnable action) {
    atDeath = action;
    return this;
  }

  /** From now on SIGKILL does nothing, as for a process that hangs in the kernel. */
  void surviveKill() {
    unkillable = true;
  }

  /** Ends by itself. */
  void die() {
    if (alive) {
      alive = false;
      atDeath.run();
    }
  }

  @Override
  public OutputStream getOutputStream() {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        if (!alive) {
          throw new IOException("Broken pipe");
        }
        if (b != '\n') {
          line.write(b);
          return;
        }
        String said = answer.apply(FakeProcess.this, line.toString(StandardCharsets.US_ASCII));
        line.reset();
        if (said != null) {
          for (byte each : (said + "\n").getBytes(StandardCharsets.US_ASCII)) {
            answers.add(each);
          }
        }
      }
    };
  }

  @Override
  public InputStream getInputStream() {
    return new InputStream() {
      @Override
      public int read() {
        Byte next = answers.poll();
        if (next == null) {
          throw new AssertionError("a read that would have blocked");
        }
        return next;
      }

      @Override
      public int read(byte[] buffer, int offset, int length) {
        int count = Math.min(length, answers.size());
        for (int i = 0; i < count; i++) {
          buffer[offset + i] = (byte) read();
        }
        return count;
      }

      @Override
      public int available() {
        return answers.size();
      }
    };
  }

  @Override
  public InputStream getErrorStream() {
    return InputStream.nullInputStream();
  }

  @Override
  public int waitFor() {
    throw new AssertionError("nothing waits for a process without a bound");
  }

  @Override
  public int exitValue() {
    if (alive) {
      throw new IllegalThreadStateException();
    }
    return 137;
  }

  @Override
  public boolean isAlive() {
    return alive;
  }

  @Override
  public void destroy() {
    throw new AssertionError("SIGTERM is never sent");
  }

  @Override
  public Process destroyForcibly() {
    if (!unkillable) {
      die();
    }
    return this;
  }
}
