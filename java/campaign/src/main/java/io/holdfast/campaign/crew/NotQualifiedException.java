package io.holdfast.campaign.crew;

/** The directory was not qualified by all coordinators together: nothing begins on it. */
final class NotQualifiedException extends Exception {

  private static final long serialVersionUID = 1;

  NotQualifiedException(String reason) {
    super(reason);
  }

  String reason() {
    return String.valueOf(getMessage());
  }
}
