package io.holdfast.campaign;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Lines for a process, which wait here until it takes them. Any thread may add, one delivers. */
final class Mailbox {

  private final BlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();

  /** Adds a line, without its end. */
  void add(String line) {
    lines.add(Optional.of(line));
  }

  /** Nothing is delivered beyond what was added so far. */
  void end() {
    lines.add(Optional.empty());
  }

  /** Writes lines as they come, until the end, or until nobody reads them any more. */
  void deliver(OutputStream to) throws InterruptedException {
    try {
      for (Optional<String> line = lines.take(); line.isPresent(); line = lines.take()) {
        to.write((line.get() + "\n").getBytes(StandardCharsets.US_ASCII));
        to.flush();
      }
    } catch (IOException e) {
      // The process has ended.
    }
  }
}
