package io.holdfast.testkit.sim;

/**
 * The simulated process is dead: thrown by every call on its {@link SimPosix}, also by one that was
 * blocked when it died. An Error, because nothing in a dead process handles anything.
 */
public final class ProcessKilled extends Error {

  private static final long serialVersionUID = 1L;

  ProcessKilled(int pid) {
    super("process " + pid + " was killed");
  }
}
