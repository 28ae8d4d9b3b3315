package io.holdfast.lab;

import io.holdfast.litmus.Profile;

/** What documents say of a case, whoever runs it. */
public interface CaseDescription {

  /** Stable: group, a slash, and the rest. */
  String id();

  /** What is asked about, in a few words. */
  String storage();

  /** By which it is asked about. */
  Profile profile();

  /** What must be seen. */
  Expectation expected();

  /** What is asked about, and by which profile, in a few words. */
  default String title() {
    return storage() + " (" + profile().shortId() + ")";
  }
}
