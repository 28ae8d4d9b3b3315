package io.holdfast.litmus;

import io.holdfast.clock.NanoClock;
import io.holdfast.mount.MountFacts;
import io.holdfast.posix.Errno;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks whether all members look at one place: each makes a nonce file in the tree that the first
 * made, and reads what all others wrote.
 *
 * <p>A mount that failed leaves an ordinary directory on which everything seems not to exclude;
 * without this question that would be called refuted.
 */
final class SharedPlace {

  private static final int NONCE_LIMIT = 64;
  private static final long WAIT_NANOS = 2_000_000_000L;

  private final List<Participant> members;
  private final byte[] tree;
  private final NanoClock clock;

  /**
   * @param tree a probe tree that the first member made
   */
  SharedPlace(List<Participant> members, byte[] tree, NanoClock clock) {
    this.members = List.copyOf(members);
    this.tree = tree.clone();
    this.clock = clock;
  }

  Outcome ask(long deadline) throws Stopped, LitmusException {
    for (Participant member : members) {
      if (!seesTree(member, deadline)) {
        return Outcome.inconclusive("not the same place: " + unseen(member), null);
      }
    }
    List<String> nonces = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      Contender worker = members.get(i).worker();
      int directory = worker.directory(deadline, tree);
      List<String> said = worker.must("same place", "nonce " + directory + " " + name(i), deadline);
      nonces.add(said.isEmpty() ? "" : said.get(0));
    }
    int reads = 0;
    for (Participant reader : members) {
      for (int i = 0; i < members.size(); i++) {
        if (members.get(i) != reader) {
          if (!reads(reader, i, nonces.get(i), deadline)) {
            return Outcome.inconclusive(
                "not the same place: what "
                    + members.get(i).name()
                    + " wrote is never read by "
                    + reader.name()
                    + at(reader),
                null);
          }
          reads++;
        }
      }
    }
    return Outcome.qualified(
        members.size() + " members made a nonce file each, read " + reads + " times by the others");
  }

  private String unseen(Participant member) {
    return "the tree that "
        + members.get(0).name()
        + " made"
        + at(members.get(0))
        + " is never seen by "
        + member.name()
        + at(member)
        + "; is it mounted there?";
  }

  private static String at(Participant member) {
    MountFacts mount = member.mount();
    return " ("
        + member.member().directory()
        + ", "
        + mount.type()
        + " on "
        + mount.mountPoint()
        + ")";
  }

  private boolean seesTree(Participant member, long deadline) throws Stopped, LitmusException {
    Contender worker = member.worker();
    Patience patience = new Patience(clock, WAIT_NANOS, deadline);
    for (; ; ) {
      Reply reply = worker.ask("dir 0 " + Spelling.hex(tree), deadline);
      if (reply instanceof Reply.Failed failed && isRefusal(failed.errno())) {
        throw new LitmusException(
            worker.place()
                + ": no permission to enter the probe tree that "
                + members.get(0).name()
                + " made ("
                + failed.errno()
                + "); all members have to be one user");
      }
      if (!(reply instanceof Reply.Failed)) {
        String handle = worker.values("same place", reply).get(0);
        worker.must("same place", "close " + handle, deadline);
        return true;
      }
      if (!patience.allowsAnother()) {
        return false;
      }
    }
  }

  private boolean reads(Participant reader, int i, String nonce, long deadline)
      throws Stopped, LitmusException {
    Contender worker = reader.worker();
    Patience patience = new Patience(clock, WAIT_NANOS, deadline);
    String command =
        "fresh " + worker.directory(deadline, tree) + " " + name(i) + " " + NONCE_LIMIT;
    for (; ; ) {
      Reply reply = worker.ask(command, deadline);
      if (!(reply instanceof Reply.Failed)) {
        List<String> content = worker.values("same place", reply);
        String text = content.isEmpty() ? "-" : content.get(0);
        if (new String(Spelling.unhex(text), StandardCharsets.US_ASCII).equals(nonce)) {
          return true;
        }
      }
      if (!patience.allowsAnother()) {
        return false;
      }
    }
  }

  private static boolean isRefusal(Errno errno) {
    return errno.equals(Errno.EACCES) || errno.equals(Errno.EPERM);
  }

  private static String name(int i) {
    return Spelling.hex("nonce-" + i);
  }
}
