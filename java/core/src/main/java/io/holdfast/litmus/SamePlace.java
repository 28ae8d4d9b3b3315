package io.holdfast.litmus;

import io.holdfast.clock.NanoClock;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Asks whether two paths lead to one place: each side makes a nonce file, the other has to read it.
 *
 * <p>A mount that failed leaves an ordinary directory on which everything seems not to exclude;
 * without this question that would be called refuted.
 */
final class SamePlace {

  private static final String NONCE = "nonce";
  private static final int NONCE_LIMIT = 64;
  private static final long WAIT_NANOS = 2_000_000_000L;

  private final Contender a;
  private final Contender b;
  private final byte[] treeOfA;
  private final byte[] treeOfB;
  private final NanoClock clock;

  /**
   * @param treeOfA a probe tree made through A's path
   * @param treeOfB a probe tree made through B's path
   */
  SamePlace(Contender a, Contender b, byte[] treeOfA, byte[] treeOfB, NanoClock clock) {
    this.a = a;
    this.b = b;
    this.treeOfA = treeOfA.clone();
    this.treeOfB = treeOfB.clone();
    this.clock = clock;
  }

  /**
   * @param ground what both stand on together, see {@link CommonGround}
   */
  Outcome ask(Optional<String> ground, long deadline) throws Stopped, LitmusException {
    String nonceOfA = makeNonce(a, treeOfA, deadline);
    String nonceOfB = makeNonce(b, treeOfB, deadline);
    boolean seenByB = sees(b, treeOfA, nonceOfA, deadline);
    boolean seenByA = sees(a, treeOfB, nonceOfB, deadline);
    return judge(seenByA, seenByB, ground, a.root().toString(), b.root().toString());
  }

  /** The outcome of both looks. Pure. */
  static Outcome judge(
      boolean seenByA, boolean seenByB, Optional<String> ground, String pathA, String pathB) {
    if (seenByA && seenByB) {
      return Outcome.qualified("a nonce file made through each path was read through the other");
    }
    String unseen = seenByB ? unseen("B", pathB, "A", pathA) : unseen("A", pathA, "B", pathB);
    if (ground.isPresent()) {
      return Outcome.refuted(unseen + " although " + ground.get(), null);
    }
    return Outcome.inconclusive("not the same place: " + unseen, null);
  }

  private static String unseen(String maker, String makerPath, String looker, String lookerPath) {
    return "a file made through "
        + maker
        + " ("
        + makerPath
        + ") is never seen through "
        + looker
        + " ("
        + lookerPath
        + ")";
  }

  private String makeNonce(Contender contender, byte[] tree, long deadline)
      throws Stopped, LitmusException {
    int directory = contender.directory(deadline, tree);
    List<String> values =
        contender.must("same place", "nonce " + directory + " " + Spelling.hex(NONCE), deadline);
    return values.isEmpty() ? "" : values.get(0);
  }

  /** Looks again until it is there or patience ends: caches of a name may be late. */
  private boolean sees(Contender looker, byte[] tree, String nonce, long deadline)
      throws Stopped, LitmusException {
    Patience patience = new Patience(clock, WAIT_NANOS, deadline);
    while (!seesNow(looker, tree, nonce, deadline)) {
      if (!patience.allowsAnother()) {
        return false;
      }
    }
    return true;
  }

  private static boolean seesNow(Contender looker, byte[] tree, String nonce, long deadline)
      throws Stopped, LitmusException {
    Reply opened = looker.ask("dir 0 " + Spelling.hex(tree), deadline);
    if (opened instanceof Reply.Failed) {
      return false;
    }
    String directory = looker.values("same place", opened).get(0);
    Reply read =
        looker.ask("fresh " + directory + " " + Spelling.hex(NONCE) + " " + NONCE_LIMIT, deadline);
    looker.must("same place", "close " + directory, deadline);
    if (read instanceof Reply.Failed) {
      return false;
    }
    List<String> content = looker.values("same place", read);
    return !content.isEmpty() && text(content.get(0)).equals(nonce);
  }

  private static String text(String hex) {
    return new String(Spelling.unhex(hex), StandardCharsets.US_ASCII);
  }
}
