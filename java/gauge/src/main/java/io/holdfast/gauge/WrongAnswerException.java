package io.holdfast.gauge;

/** An operation was answered, but not as it must be: its time is none of that operation. */
final class WrongAnswerException extends Exception {

  private static final long serialVersionUID = 1L;

  WrongAnswerException(String message) {
    super(message);
  }
}
