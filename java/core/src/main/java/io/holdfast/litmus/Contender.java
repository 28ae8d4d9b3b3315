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

  private final String name;
  private final RawPath root;
  private final AgentLauncher launcher;
  private final NanoClock clock;
  private final Map<String, Integer> directories = new HashMap<>();
  private @Nullable Agent agent;
  private boolean standsInRoot;
  private boolean leftBehind;
  private long dev;
  private long ino;

  /**
   * @param name one letter, as counter-examples name it
   * @param root the path through which it looks
   */
  Contender(String name, RawPath root, AgentLauncher launcher, NanoClock clock) {
    this.name = name;
    this.root = root;
    this.launcher = launcher;
    this.clock = clock;
  }

  String name() {
    return name;
  }

  RawPath root() {
    return root;
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

  /** Starts an agent where none runs. It stands nowhere yet: no storage is touched by this. */
  void start(long deadlineNanos) throws Stopped, LitmusException {
    if (isRunning()) {
      return;
    }
    close();
    Agent started = launch();
    agent = started;
    List<String> hello = values("start", started.call("hello", deadlineNanos));
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
        throw Unaskable.failing(root, failed.operation(), failed.errno(), false);
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

  /** SIGKILL; waits until the process is gone, at most two seconds. */
  void kill() {
    close();
  }

  @Override
  public void close() {
    Agent running = agent;
    agent = null;
    standsInRoot = false;
    directories.clear();
    if (running != null) {
      leftBehind |= !running.killAndWait();
      running.close();
    }
  }

  private Agent launch() throws LitmusException {
    try {
      return Agent.start(launcher, clock);
    } catch (IOException e) {
      throw new LitmusException("cannot start holdfast-agent: " + e.getMessage(), e);
    }
  }

  /** A number among the values of an answer. */
  static long number(List<String> values, int at) throws Stopped {
    try {
      return Long.parseUnsignedLong(values.get(at));
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      throw Stopped.inconclusive("an agent's answer has no number at " + at + ": " + values);
    }
  }
}
