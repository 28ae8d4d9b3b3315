package io.holdfast.campaign.relay;

import java.util.HashSet;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Passes on what the members of a group say to each other, for a process that is connected to each
 * of them. Any thread may use it; nobody waits for a member that does not listen.
 */
public final class Relay {

  private final int members;
  private final BiConsumer<Integer, String> mail;
  private final Set<Integer> gone = new HashSet<>();

  /**
   * @param mail takes a line for a member at once, also before the member is there; lines for one
   *     member reach it in their order
   */
  public Relay(int members, BiConsumer<Integer, String> mail) {
    this.members = members;
    this.mail = mail;
  }

  /**
   * Takes a line of a member.
   *
   * @return whether it was one that a member may say
   */
  public synchronized boolean hear(int from, String line) {
    RelayLine heard = RelayLine.of(line).orElse(null);
    if (heard instanceof RelayLine.Carried frame && isOther(from, frame.member())) {
      if (!gone.contains(frame.member())) {
        mail.accept(
            frame.member(), new RelayLine.Carried(from, frame.channel(), frame.content()).toLine());
      }
      return true;
    }
    if (heard instanceof RelayLine.Left left && left.member() == from) {
      tellOthers(from, left);
      return true;
    }
    return false;
  }

  /**
   * A member's process has ended.
   *
   * @param well it did its part to the end; otherwise it is lost to the others
   */
  public synchronized void ended(int member, boolean well) {
    tellOthers(member, well ? new RelayLine.Left(member) : new RelayLine.Lost(member));
  }

  private boolean isOther(int from, int to) {
    return to >= 0 && to < members && to != from;
  }

  private void tellOthers(int about, RelayLine line) {
    gone.add(about);
    for (int member = 0; member < members; member++) {
      if (!gone.contains(member)) {
        mail.accept(member, line.toLine());
      }
    }
  }
}
