package io.holdfast.result;

/**
 * Under a name that is a digest stands something that does not have it. It is left as it is, and
 * nothing is moved over it: somebody has to look.
 */
public final class ForeignContentException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String path;

  ForeignContentException(String path, String reason) {
    super(path + " is not what its name says: " + reason);
    this.path = path;
  }

  /** Where it stands: below the staging root or, of one component, below the publication root. */
  public String path() {
    return path;
  }
}
