package io.holdfast.litmus.carried;

import io.holdfast.litmus.carried.AgentFrame.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;

/**
 * An agent of another member. Looking whether it lives or has said something takes in what the
 * carrier has brought; nothing waits but {@link #waitFor} and a read of what is not there yet. One
 * thread.
 */
final class CarriedProcess extends Process {

  /** Most bytes that an agent has said and nobody has read. */
  static final int UNREAD_LIMIT = 1024 * 1024;

  private static final long PARK_NANOS = 200_000L;

  private final CarriedAgents carrier;
  private final int rank;
  private final int number;
  private final Deque<byte[]> unread = new ArrayDeque<>();
  private int unreadBytes;
  private int readOfFirst;
  private boolean isKilled;
  private boolean hasEnded;

  CarriedProcess(CarriedAgents carrier, int rank, int number) {
    this.carrier = carrier;
    this.rank = rank;
    this.number = number;
  }

  int rank() {
    return rank;
  }

  /** It said something; who says more than anybody reads has ended. */
  void said(byte[] bytes) {
    if (unreadBytes + bytes.length > UNREAD_LIMIT) {
      hasEnded = true;
    } else if (bytes.length > 0) {
      unread.add(bytes);
      unreadBytes += bytes.length;
    }
  }

  /** It is gone, or nothing will be heard of it any more. */
  void ended() {
    hasEnded = true;
  }

  @Override
  public boolean isAlive() {
    carrier.takeIn();
    return !hasEnded;
  }

  @Override
  public void destroy() {
    if (!isKilled && !hasEnded) {
      isKilled = true;
      carrier.send(rank, AgentFrame.of(Kind.KILL, number));
    }
  }

  @Override
  public Process destroyForcibly() {
    destroy();
    return this;
  }

  @Override
  public int waitFor() throws InterruptedException {
    while (isAlive()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      LockSupport.parkNanos(PARK_NANOS);
    }
    return exitValue();
  }

  /** Its status is not known here: 0 where it has ended. */
  @Override
  public int exitValue() {
    if (isAlive()) {
      throw new IllegalThreadStateException("the agent has not ended");
    }
    return 0;
  }

  @Override
  public InputStream getErrorStream() {
    return InputStream.nullInputStream();
  }

  @Override
  public OutputStream getOutputStream() {
    return new OutputStream() {
      @Override
      public void write(int octet) throws IOException {
        write(new byte[] {(byte) octet}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        byte[] content = Arrays.copyOfRange(bytes, offset, offset + length);
        carrier.send(rank, new AgentFrame(Kind.INPUT, number, content));
        if (hasEnded) {
          throw new IOException("the agent has ended");
        }
      }
    };
  }

  @Override
  public InputStream getInputStream() {
    return new InputStream() {
      @Override
      public int available() {
        carrier.takeIn();
        return unreadBytes;
      }

      @Override
      public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] bytes, int offset, int length) {
        while (available() == 0 && !hasEnded) {
          LockSupport.parkNanos(PARK_NANOS);
        }
        return take(bytes, offset, length);
      }
    };
  }

  /** As much as is there, from the first piece; -1 where nothing is. */
  private int take(byte[] bytes, int offset, int length) {
    byte[] first = unread.peek();
    if (first == null) {
      return -1;
    }
    int count = Math.min(length, first.length - readOfFirst);
    System.arraycopy(first, readOfFirst, bytes, offset, count);
    readOfFirst += count;
    unreadBytes -= count;
    if (readOfFirst == first.length) {
      unread.remove();
      readOfFirst = 0;
    }
    return count;
  }
}
