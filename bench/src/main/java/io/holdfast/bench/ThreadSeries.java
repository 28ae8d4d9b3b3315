package io.holdfast.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs a body on several threads at once, the calling one included, as the C program does. */
final class ThreadSeries implements AutoCloseable {

  /** What one thread does, a number of times. */
  interface Body {
    void run(int thread) throws Exception;
  }

  private final ExecutorService others =
      Executors.newFixedThreadPool(
          SharedBarriers.THREAD_LIMIT - 1,
          body -> {
            Thread thread = new Thread(body, "holdfast-bench-series");
            thread.setDaemon(true);
            return thread;
          });

  /** Answers nanoseconds from the start of the first to the end of the last. */
  long run(int threads, int times, Body body) throws Exception {
    CyclicBarrier startLine = new CyclicBarrier(threads);
    List<Future<?>> running = new ArrayList<>();
    for (int i = 1; i < threads; i++) {
      int number = i;
      running.add(
          others.submit(
              () -> {
                series(startLine, number, times, body);
                return null;
              }));
    }
    long start = System.nanoTime();
    series(startLine, 0, times, body);
    for (Future<?> other : running) {
      other.get();
    }
    return System.nanoTime() - start;
  }

  private static void series(CyclicBarrier startLine, int number, int times, Body body)
      throws Exception {
    startLine.await();
    for (int i = 0; i < times; i++) {
      body.run(number);
    }
  }

  @Override
  public void close() {
    others.shutdown();
  }
}
