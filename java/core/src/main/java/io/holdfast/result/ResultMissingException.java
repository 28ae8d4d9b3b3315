package io.holdfast.result;

import java.util.List;

/**
 * A manifest names contents that are neither staged nor public. Nothing was changed: the commit
 * stays as it is, and what is staged beside them stays staged.
 */
public final class ResultMissingException extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient List<ContentHash> missing;

  ResultMissingException(StageName stage, List<ContentHash> missing) {
    super(
        missing.size()
            + " of the contents that the manifest names are neither in the stage "
            + stage
            + " nor public, the first of them "
            + missing.get(0));
    this.missing = List.copyOf(missing);
  }

  /** Which, in their order. */
  public List<ContentHash> missing() {
    return missing;
  }
}
