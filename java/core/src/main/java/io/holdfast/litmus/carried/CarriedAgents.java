package io.holdfast.litmus.carried;

import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.AgentLauncher;
import io.holdfast.litmus.carried.AgentFrame.Kind;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.Exchange.Channel;
import io.holdfast.litmus.cluster.Exchange.Frame;
import io.holdfast.litmus.cluster.ExchangeException;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Member 0's side: the agents of all other members, each of whom is an {@link AgentHost}.
 *
 * <p>There is no thread behind it: frames are taken in while somebody looks at an agent. When the
 * carrier fails all agents count as ended. One thread.
 */
public final class CarriedAgents {

  private final Exchange exchange;
  private final NanoClock clock;
  private final @Nullable Guest[] guests;
  private final List<CarriedProcess> processes = new ArrayList<>();
  private @Nullable ExchangeException failure;

  /**
   * A member who said that it is there.
   *
   * @param name what it calls itself
   * @param directory the place as it sees it
   */
  public record Guest(int rank, String name, RawPath directory) {}

  /**
   * @param exchange of member 0; stays open
   * @param clock that the exchange was made with
   */
  public CarriedAgents(Exchange exchange, NanoClock clock) {
    this.exchange = exchange;
    this.clock = clock;
    this.guests = new @Nullable Guest[exchange.members()];
  }

  /**
   * Waits until all others are there.
   *
   * @return by rank, from 1
   * @throws ExchangeException somebody is not until the deadline, or the carrier failed
   */
  public List<Guest> await(long deadlineNanos) throws ExchangeException {
    for (; ; ) {
      List<Integer> missing = missing();
      if (missing.isEmpty()) {
        return IntStream.range(1, guests.length)
            .mapToObj(rank -> Objects.requireNonNull(guests[rank]))
            .toList();
      }
      Optional<Frame> frame = exchange.receive(Channel.LITMUS, deadlineNanos);
      if (frame.isEmpty()) {
        throw new ExchangeException(
            "not there until the deadline: "
                + missing.stream().map(rank -> "member " + rank).collect(Collectors.joining(", ")));
      }
      take(frame.get());
    }
  }

  private List<Integer> missing() {
    return IntStream.range(1, guests.length).filter(rank -> guests[rank] == null).boxed().toList();
  }

  /** Starts agents at a member. */
  public AgentLauncher at(int rank) {
    return () -> {
      ExchangeException failed = failure;
      if (failed != null) {
        throw new IOException(failed.getMessage(), failed);
      }
      CarriedProcess process = new CarriedProcess(this, rank, processes.size());
      processes.add(process);
      send(rank, AgentFrame.of(Kind.START, processes.size() - 1));
      return process;
    };
  }

  /** Why nothing is carried any more; empty as long as it is. */
  public Optional<String> failure() {
    ExchangeException failed = failure;
    return failed == null ? Optional.empty() : Optional.of(String.valueOf(failed.getMessage()));
  }

  /**
   * Tells all that it is over; whoever cannot be told finds out by itself.
   *
   * @param word for what came out, at most {@value AgentHost#WORD_LIMIT} characters of ASCII
   */
  public void over(String word) {
    byte[] content = word.getBytes(StandardCharsets.US_ASCII);
    for (int rank = 1; rank < exchange.members(); rank++) {
      try {
        exchange.send(
            rank, Channel.LITMUS, new AgentFrame(Kind.OVER, AgentFrame.NONE, content).bytes());
      } catch (ExchangeException e) {
        failure = failure == null ? e : failure;
      }
    }
  }

  /** Takes in what has arrived, and waits for nothing. */
  void takeIn() {
    try {
      while (failure == null) {
        Optional<Frame> frame = exchange.receive(Channel.LITMUS, clock.nanoTime());
        if (frame.isEmpty()) {
          return;
        }
        take(frame.get());
      }
    } catch (ExchangeException e) {
      fail(e);
    }
  }

  /** Of a member who cannot be reached the agents have ended. */
  void send(int rank, AgentFrame frame) {
    try {
      if (failure == null) {
        exchange.send(rank, Channel.LITMUS, frame.bytes());
      }
    } catch (ExchangeException e) {
      processes.stream().filter(process -> process.rank() == rank).forEach(CarriedProcess::ended);
    }
  }

  private void take(Frame arrived) throws ExchangeException {
    int from = arrived.from();
    AgentFrame frame = AgentFrame.read(from, arrived.bytes());
    switch (frame.kind()) {
      case HERE -> guests[from] = guest(from, frame.content());
      case OUTPUT -> process(from, frame.agent()).said(frame.content());
      case ENDED -> process(from, frame.agent()).ended();
      default -> throw new ExchangeException("member " + from + " said what only member 0 says");
    }
  }

  private CarriedProcess process(int from, int number) throws ExchangeException {
    if (number < 0 || number >= processes.size() || processes.get(number).rank() != from) {
      throw new ExchangeException("member " + from + " speaks of an agent that is not its own");
    }
    return processes.get(number);
  }

  private static Guest guest(int rank, byte[] content) throws ExchangeException {
    int end = 0;
    while (end < content.length && content[end] != 0) {
      end++;
    }
    if (end + 1 >= content.length) {
      throw new ExchangeException("member " + rank + " names no directory");
    }
    String name = new String(content, 0, end, StandardCharsets.UTF_8);
    byte[] directory = Arrays.copyOfRange(content, end + 1, content.length);
    try {
      return new Guest(rank, name, RawPath.of(directory));
    } catch (IllegalArgumentException e) {
      throw new ExchangeException("member " + rank + " names no path: " + e.getMessage(), e);
    }
  }

  private void fail(ExchangeException e) {
    failure = e;
    processes.forEach(CarriedProcess::ended);
  }
}
