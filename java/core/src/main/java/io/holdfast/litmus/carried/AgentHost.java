package io.holdfast.litmus.carried;

import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.AgentLauncher;
import io.holdfast.litmus.carried.AgentFrame.Kind;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.Exchange.Channel;
import io.holdfast.litmus.cluster.Exchange.Frame;
import io.holdfast.litmus.cluster.ExchangeException;
import io.holdfast.posix.RawPath;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * The side of every member but member 0: starts agents when it is told to, passes on what goes in
 * and out of them, and learns in the end what came out. Whoever is member 0 reaches, through the
 * agents, what this process' user may reach.
 *
 * <p>There is no thread behind it. An agent that hangs in the kernel holds up nothing. One thread.
 */
public final class AgentHost {

  /** Longest word for what came out. */
  public static final int WORD_LIMIT = 64;

  /** Most agents at a time. */
  static final int AGENT_LIMIT = 16;

  private static final int PIECE_BYTES = 64 * 1024;
  private static final long SHORTEST_WAIT_NANOS = 20_000L;
  private static final long LONGEST_WAIT_NANOS = 1_000_000L;

  private final Exchange exchange;
  private final NanoClock clock;
  private final AgentLauncher launcher;
  private final Map<Integer, Process> agents = new TreeMap<>();

  /**
   * @param exchange of a member that is not member 0; stays open
   * @param clock that the exchange was made with
   * @param launcher starts agents here
   */
  public AgentHost(Exchange exchange, NanoClock clock, AgentLauncher launcher) {
    this.exchange = exchange;
    this.clock = clock;
    this.launcher = launcher;
  }

  /**
   * Says that it is there, and does what it is told until all is over. No agent is left behind
   * unless it hangs in the kernel.
   *
   * @param name by which reports call this member
   * @param directory the place as this member sees it
   * @param ending looked at between two frames
   * @return the word for what came out; empty where it was to end before
   * @throws ExchangeException nothing is heard of member 0 any more, or not until the deadline
   */
  public Optional<String> serve(
      String name, RawPath directory, long deadlineNanos, BooleanSupplier ending)
      throws ExchangeException {
    ByteArrayOutputStream here = new ByteArrayOutputStream();
    here.writeBytes(name.getBytes(StandardCharsets.UTF_8));
    here.write(0);
    here.writeBytes(directory.bytes());
    try {
      tell(new AgentFrame(Kind.HERE, AgentFrame.NONE, here.toByteArray()));
      long wait = SHORTEST_WAIT_NANOS;
      while (!ending.getAsBoolean()) {
        long now = clock.nanoTime();
        if (now - deadlineNanos >= 0) {
          throw new ExchangeException("member 0 did not say until the deadline what came out");
        }
        Optional<Frame> arrived = exchange.receive(Channel.LITMUS, now + wait);
        if (arrived.isPresent() && arrived.get().from() == 0) {
          AgentFrame frame = AgentFrame.read(0, arrived.get().bytes());
          if (frame.kind() == Kind.OVER) {
            return Optional.of(word(frame.content()));
          }
          follow(frame);
        }
        boolean moved = passOn() || arrived.isPresent();
        wait = moved ? SHORTEST_WAIT_NANOS : Math.min(2 * wait, LONGEST_WAIT_NANOS);
      }
      for (int agent : agents.keySet()) {
        tell(AgentFrame.of(Kind.ENDED, agent));
      }
      return Optional.empty();
    } finally {
      agents.values().forEach(Process::destroyForcibly);
      agents.clear();
    }
  }

  private static String word(byte[] content) throws ExchangeException {
    if (content.length > WORD_LIMIT) {
      throw new ExchangeException("member 0 has too long a word for what came out");
    }
    return new String(content, StandardCharsets.US_ASCII);
  }

  private void follow(AgentFrame frame) throws ExchangeException {
    if (frame.kind() == Kind.START) {
      start(frame.agent());
      return;
    }
    Process agent = agents.get(frame.agent());
    if (agent == null) {
      return;
    }
    switch (frame.kind()) {
      case INPUT -> put(agent, frame.content());
      case KILL -> agent.destroyForcibly();
      default -> throw new ExchangeException("member 0 said what only the others say");
    }
  }

  /** One that does not start has ended. */
  private void start(int number) throws ExchangeException {
    try {
      if (agents.size() < AGENT_LIMIT) {
        agents.put(number, launcher.launch());
        return;
      }
    } catch (IOException e) {
      tell(AgentFrame.of(Kind.ENDED, number));
      throw new ExchangeException("holdfast-agent cannot be started: " + e.getMessage(), e);
    }
    tell(AgentFrame.of(Kind.ENDED, number));
  }

  private static void put(Process agent, byte[] content) {
    try {
      agent.getOutputStream().write(content);
      agent.getOutputStream().flush();
    } catch (IOException e) {
      // It is gone, or it has closed its input: that it has ended is told when it has.
      agent.destroyForcibly();
    }
  }

  /** Whether there was anything to pass on. */
  private boolean passOn() throws ExchangeException {
    boolean moved = false;
    for (Iterator<Map.Entry<Integer, Process>> all = agents.entrySet().iterator();
        all.hasNext(); ) {
      Map.Entry<Integer, Process> agent = all.next();
      boolean alive = agent.getValue().isAlive();
      byte[] said = said(agent.getValue());
      if (said.length > 0) {
        tell(new AgentFrame(Kind.OUTPUT, agent.getKey(), said));
        moved = true;
      } else if (!alive) {
        tell(AgentFrame.of(Kind.ENDED, agent.getKey()));
        all.remove();
        moved = true;
      }
    }
    return moved;
  }

  private static byte[] said(Process agent) {
    try {
      InputStream output = agent.getInputStream();
      return output.readNBytes(Math.min(output.available(), PIECE_BYTES));
    } catch (IOException e) {
      return new byte[0];
    }
  }

  private void tell(AgentFrame frame) throws ExchangeException {
    exchange.send(0, Channel.LITMUS, frame.bytes());
  }
}
