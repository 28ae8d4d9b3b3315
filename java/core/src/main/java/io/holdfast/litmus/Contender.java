package io.holdfast.litmus;

import io.holdfast.clock.NanoClock;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One side of an experiment: an agent that is started when it is needed, stands in one root, and is
 * started anew after it was killed. Handles are those of the agent that runs.
 */
final class Contender implements AutoCloseable {

  private static final long KILL_WAIT_NANOS = 2_000_000_000L;

  private final String name;
  private final RawPath root;
  private final String place;
  private final boolean isFarAway;
  private final AgentLauncher launcher;
  private final NanoClock clock;
  private final Map<String, Integer> directories = new HashMap<>();
  private @Nullable Agent agent;
  private boolean isGreeted;
  private boolean standsInRoot;
  private boolean leftBehind;
  private List<String> hello = List.of();
  private long dev;
  private long ino;

  /**
   * @param name one letter, as counter-examples name it
   * @param root the path through which it looks
   */
  Contender(String name, RawPath root, AgentLauncher launcher, NanoClock clock) {
    this(name, root, root.toString(), false, launcher, clock);
  }

  /** A process of a member, which is killed where it runs. */
  static Contender of(String name, LitmusMember member, NanoClock clock) {
    String place = member.name() + ":" + member.directory();
    return new Contender(name, member.directory(), place, true, member.agents(), clock);
  }

  private Contender(
      String name,
      RawPath root,
      String place,
      boolean isFarAway,
      AgentLauncher launcher,
      NanoClock clock) {
    this.isFarAway = isFarAway;
    this.name = name;
    this.root = root;
    this.place = place;
    this.launcher = launcher;
    this.clock = clock;
  }

  String name() {
    return name;
  }

  RawPath root() {
    return root;
  }

  /** The root, as messages name it. */
  String place() {
    return place;
  }

  /** What its agent said of itself when it was started last; empty before. */
  List<String> hello() {
    return hello;
  }

  /** st_dev of the root, as the agent sees it. */
  long dev() {
    return dev;
  }

  /** st_ino of the root, as the agent sees it. */
  long ino() {
    return ino;
  }

  /** Whether a process of this contender hangs in the kernel and survived SIGKILL. */
  boolean hasLeftProcessBehind() {
    return leftBehind;
  }

  /** Whether its agent runs and answers. */
  boolean isRunning() {
    Agent running = agent;
    return running != null && running.isUsable();
  }

  /** Starts an agent where none runs, and does not wait for it: {@link #start} does. */
  void beginStart(long deadlineNanos) throws LitmusException {
    if (isGreeted || isRunning()) {
      return;
    }
    closeBy(deadlineNanos);
    Agent started = launch();
    agent = started;
    started.send("hello");
    isGreeted = true;
  }

  /** Starts an agent where none runs. It stands nowhere yet: no storage is touched by this. */
  void start(long deadlineNanos) throws Stopped, LitmusException {
    if (!isGreeted) {
      beginStart(deadlineNanos);
    }
    if (!isGreeted) {
      return;
    }
    isGreeted = false;
    hello = values("start", Objects.requireNonNull(agent).receive(deadlineNanos));
    if (hello.isEmpty() || !hello.get(0).equals(Agent.VERSION)) {
      throw new LitmusException("holdfast-agent speaks another protocol: " + hello);
    }
  }

  /** The running agent; it stands in the root. */
  Agent agent(long deadlineNanos) throws Stopped, LitmusException {
    start(deadlineNanos);
    Agent running = Objects.requireNonNull(agent);
    if (!standsInRoot) {
      Reply reply = running.call("root " + Spelling.hex(root.bytes()), deadlineNanos);
      List<String> place = values("root", reply);
      dev = number(place, 1);
      ino = number(place, 2);
      standsInRoot = true;
    }
    return running;
  }

  /** A request to the agent that runs, in the directory that it stands in; waits for nothing. */
  void send(String command) {
    running().send(command);
  }

  /** The answer to what was sent. At the deadline the process is killed. */
  Reply receive(long deadlineNanos) {
    return running().receive(deadlineNanos);
  }

  /** Whether {@link #receive} would not wait. */
  boolean hasAnswered() {
    return running().hasAnswered();
  }

  private Agent running() {
    return Objects.requireNonNull(agent, "no agent was started");
  }

  /** One request to the running agent. */
  Reply ask(String command, long deadlineNanos) throws Stopped, LitmusException {
    return agent(deadlineNanos).call(command, deadlineNanos);
  }

  /**
   * One request that has to succeed.
   *
   * @param phase for the reason, should it not
   * @return the values of the answer
   */
  List<String> must(String phase, String command, long deadlineNanos)
      throws Stopped, LitmusException {
    return values(phase, ask(command, deadlineNanos));
  }

  /** {@link #must} for an answer that is one handle. */
  int handle(String phase, String command, long deadlineNanos) throws Stopped, LitmusException {
    return (int) number(must(phase, command, deadlineNanos), 0);
  }

  /** The handle of a directory, reached from the root by one name after the other. */
  int directory(long deadlineNanos, byte[]... names) throws Stopped, LitmusException {
    agent(deadlineNanos);
    int handle = 0;
    StringBuilder key = new StringBuilder();
    for (byte[] component : names) {
      String hex = Spelling.hex(component);
      key.append('/').append(hex);
      Integer known = directories.get(key.toString());
      if (known == null) {
        known = handle("prepare", "dir " + handle + " " + hex, deadlineNanos);
        directories.put(key.toString(), known);
      }
      handle = known;
    }
    return handle;
  }

  /** Takes the values out of an answer, or stops the experiment. */
  List<String> values(String phase, Reply reply) throws Stopped, LitmusException {
    if (reply instanceof Reply.Ok ok) {
      return ok.values();
    }
    throw unexpected(phase, reply);
  }

  /** What to throw where an answer leaves nothing to go on with. */
  Stopped unexpected(String phase, Reply reply) throws LitmusException {
    if (reply instanceof Reply.Failed failed) {
      if (Unaskable.isOfTheMoment(failed.errno())) {
        throw Unaskable.failing(place, failed.operation(), failed.errno(), false);
      }
      return Stopped.inconclusive(
          "phase "
              + phase
              + ": "
              + failed.operation()
              + " of "
              + name
              + " answered "
              + failed.errno(),
          failed.errno());
    }
    String why =
        reply instanceof Reply.Silent silent
            ? silent.why()
            : "did not understand: " + ((Reply.Bad) reply).reason();
    return Stopped.inconclusive("phase " + phase + ": the process of " + name + " " + why);
  }

  /** Lets its agent end by itself, behind the call that it is in. */
  void dismiss() {
    Agent running = agent;
    if (running != null) {
      running.dismiss();
    }
  }

  /**
   * Waits until an agent that was dismissed is gone, at most two seconds and until the deadline.
   */
  void awaitEnd(long deadlineNanos) {
    Agent running = agent;
    if (running != null) {
      running.hasEnded(deadlineNanos);
    }
  }

  /** SIGKILL, and nothing is waited for. */
  void abandon() {
    Agent running = agent;
    if (running != null) {
      running.kill();
    }
  }

  /** SIGKILL; waits until the process is gone, at most two seconds and until the deadline. */
  void kill(long deadlineNanos) {
    Agent running = agent;
    if (isFarAway && running != null && !isGreeted) {
      running.dieAndWait(deadlineNanos);
    }
    closeBy(deadlineNanos);
  }

  /** SIGKILL; waits until the process is gone, at most two seconds. */
  @Override
  public void close() {
    closeBy(clock.nanoTime() + KILL_WAIT_NANOS);
  }

  /** {@link #close} that waits no longer than until a deadline. */
  void closeBy(long deadlineNanos) {
    Agent running = agent;
    agent = null;
    isGreeted = false;
    standsInRoot = false;
    directories.clear();
    if (running != null) {
      leftBehind |= !running.killAndWait(deadlineNanos);
      running.close();
    }
  }

  private Agent launch() throws LitmusException {
    try {
      return Agent.start(launcher, clock);
    } catch (IOException e) {
      String where = isFarAway ? place + ": " : "";
      throw new LitmusException(where + "cannot start holdfast-agent: " + e.getMessage(), e);
    }
  }

  /** A number among the values of an answer; an inode's number may use all of its 64 bits. */
  static long number(List<String> values, int at) throws Stopped {
    try {
      String digits = values.get(at);
      return digits.startsWith("-") ? Long.parseLong(digits) : Long.parseUnsignedLong(digits);
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      throw Stopped.inconclusive("an agent's answer has no number at " + at + ": " + values);
    }
  }
}
