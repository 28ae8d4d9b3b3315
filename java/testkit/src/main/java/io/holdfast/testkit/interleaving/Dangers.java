package io.holdfast.testkit.interleaving;

/**
 * How bad the storage and the clients are: chances, each for one call, in 1/1000. Immutable.
 *
 * @param meanwhile another client makes a whole operation between two calls
 * @param staleLook a look shows a state that was true since the client's own last change there
 * @param lostReply a change of a name was done and answers as if it was asked for twice
 * @param error a change of a name answers EIO, ETIMEDOUT or EINTR, done or not
 * @param duplicate a change of a name is carried out once more, later
 * @param clientCrash a client dies
 * @param serverCrash the server dies and comes up without what no barrier covered; clients go on
 * @param powerCut everything dies, and what no barrier covered is lost by chance
 */
public record Dangers(
    int meanwhile,
    int staleLook,
    int lostReply,
    int error,
    int duplicate,
    int clientCrash,
    int serverCrash,
    int powerCut) {

  /** A healthy storage, one client at a time. */
  public static Dangers none() {
    return new Dangers(0, 0, 0, 0, 0, 0, 0, 0);
  }

  /** Everything at once. */
  public static Dangers all() {
    return new Dangers(60, 150, 30, 10, 20, 1, 1, 1);
  }

  /** Only what may happen on a file system of one host. */
  public static Dangers local() {
    return new Dangers(60, 0, 0, 0, 0, 2, 0, 2);
  }
}
