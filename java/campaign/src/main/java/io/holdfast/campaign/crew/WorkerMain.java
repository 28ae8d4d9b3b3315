package io.holdfast.campaign.crew;

import io.holdfast.posix.Bindings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The program of a worker that is a process: orders come in on standard input, words go out. */
final class WorkerMain {

  private WorkerMain() {}

  /**
   * The program.
   *
   * @param arguments {@link CrewTask#wordsOfWorker}
   */
  public static void main(String[] arguments) throws Exception {
    List<String> words = Arrays.asList(arguments);
    Worker.work(Bindings.load(), CrewTask.of(words), CrewTask.worker(words), new Lines());
  }

  /** A line a message. */
  private static final class Lines implements WorkerLink {

    private final BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    private final PrintStream output = System.out;

    @Override
    public Optional<Order> next() throws IOException {
      String line = input.readLine();
      return line == null
          ? Optional.empty()
          : Optional.of(Order.of(line.getBytes(StandardCharsets.US_ASCII)));
    }

    @Override
    public void tell(Word word) {
      synchronized (output) {
        output.writeBytes(word.toBytes());
        output.write('\n');
        output.flush();
      }
    }
  }
}
