package io.holdfast.dispatch;

/** Why a dispatcher sends nothing any more. */
public sealed interface DispatchEnd {

  /** One word, for logs and documents. */
  String word();

  /** For people. */
  String reason();

  /** It was told to end. */
  record Asked() implements DispatchEnd {

    @Override
    public String word() {
      return "asked";
    }

    @Override
    public String reason() {
      return "it was asked to";
    }
  }

  /** The root is not trusted any more: nothing is claimed, and no commit begins. */
  record Distrusted(String reason) implements DispatchEnd {

    @Override
    public String word() {
      return "distrusted";
    }
  }

  /** Its session is over: all its leases may be others' by now. */
  record SessionLost(String reason) implements DispatchEnd {

    @Override
    public String word() {
      return "session-lost";
    }
  }

  /** Too many steps in a row have failed; the last one with this. */
  record Failed(Exception cause) implements DispatchEnd {

    @Override
    public String word() {
      return "failed";
    }

    @Override
    public String reason() {
      return String.valueOf(cause);
    }
  }
}
