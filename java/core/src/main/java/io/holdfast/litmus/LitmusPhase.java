package io.holdfast.litmus;

/** What a litmus does one after the other; counter-examples and deadlines name the phase. */
public enum LitmusPhase {
  /** An agent is started at every member and stands in its directory. */
  MEMBERSHIP("membership"),
  /** Every member reads what every other wrote. */
  SAME_PLACE("same place"),
  /** Every member does what the profile needs: write, sync, replace, link, remove. */
  OPERATIONS("operations"),
  /** All reach for one name at one moment. */
  NAMES("names"),
  /** What one changes, the others look at. */
  SIGHT("sight"),
  /** One holds a lock, the others try. */
  LOCKS("locks"),
  /** The probe tree is removed, the agents end. */
  LEAVING("leaving");

  private final String title;

  LitmusPhase(String title) {
    this.title = title;
  }

  /** The spelling in documents. */
  public String title() {
    return title;
  }
}
